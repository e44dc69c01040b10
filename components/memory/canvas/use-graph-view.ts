'use client'
import type { Core } from 'cytoscape'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type GraphEvents, GraphView } from './graph-view'
import { onThemeChange, readTheme, type Theme } from './theme'

const MOTION_MS = 160
declare global {
  interface Window {
    /** The canvas, for browser tests only. */
    __mnemeGraph?: Core
  }
}

/** A canvas in the container, in the colours of the theme. Null until the library is loaded. */
export function useGraphView(container: RefObject<HTMLElement | null>, events: GraphEvents) {
  const [view, setView] = useState<GraphView | null>(null)
  const [theme, setTheme] = useState<Theme | null>(null)
  const latest = useRef(events)
  useEffect(() => {
    latest.current = events
  })
  useEffect(() => {
    const element = container.current
    if (!element) return
    let closed = false
    let opened: GraphView | null = null
    const now = readTheme()
    const motionMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOTION_MS
    const relay: GraphEvents = {
      onSelect: (id) => latest.current.onSelect(id),
      onOpen: (id) => latest.current.onOpen(id),
      onLeave: () => latest.current.onLeave(),
      onHover: (id) => latest.current.onHover(id),
      onMoved: (moved) => latest.current.onMoved(moved),
    }
    setTheme(now)
    const open = async () => {
      await GraphView.load()
      // Who leaves while the library loads takes the container away, and a canvas without size fails.
      if (closed) return
      const made = await GraphView.open(element, { theme: now, motionMs, events: relay })
      if (closed) return made.close()
      opened = made
      if (navigator.webdriver) window.__mnemeGraph = made.cy
      setView(made)
    }
    void open()
    const stop = onThemeChange(() => {
      const changed = readTheme()
      setTheme(changed)
      opened?.setTheme(changed)
    })
    return () => {
      closed = true
      stop()
      opened?.close()
      setView(null)
    }
  }, [container])
  return { view, theme }
}
