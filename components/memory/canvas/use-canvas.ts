'use client'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Size } from '@/components/memory/layout/placed'
import type { ShownElements } from '@/components/memory/shown'
import { isLink, type MemoryAddress } from '../place'
import type { Picture } from './elements'
import type { GraphView } from './graph-view'
import { WHEEL } from './viewport'
import { newestTurn } from './walk'

type Container = RefObject<HTMLElement | null>

/** Draws the graph; filter changes redraw only what they affect. True once it is drawn. */
export function usePicture(view: GraphView | null, picture: Picture, shown: ShownElements) {
  const [drawn, setDrawn] = useState<GraphView | null>(null)
  const show = useEffectEvent((on: GraphView | null, what: Picture) => {
    on?.show(what, shown)
    setDrawn(on)
  })
  useEffect(() => show(view, picture), [view, picture])
  useEffect(() => view?.setShown(shown), [view, shown])
  return view !== null && drawn === view
}

/** Frames a picture once, as soon as it is drawn and the canvas has a size. */
export function useFrame(view: GraphView | null, container: Container, frame: Frame) {
  const { key } = frame
  const framed = useRef<{ view: GraphView; key: string } | null>(null)
  const look = useEffectEvent((on: GraphView) => {
    if ((framed.current?.view === on && framed.current.key === key) || !container.current?.clientWidth) return
    framed.current = { view: on, key }
    if (frame.near.length > 0) on.camera.toNodes(frame.near)
    else on.camera.frame(frame.look)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another picture
  useEffect(() => {
    const element = container.current
    if (!view || !element) return
    look(view)
    const observer = new ResizeObserver(() => {
      view.cy.resize()
      look(view)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [view, container, key])
}

/** Reports the size of the canvas, before it is drawn and whenever it changes. */
export function useMeasure(container: Container, measured: (size: Size) => void) {
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const measure = () => measured({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [container, measured])
}

export function useMatches(view: GraphView | null, matches: readonly string[] | null) {
  const key = matches?.join('\n') ?? null
  useEffect(() => {
    if (view && key) view.camera.toNodes(key.split('\n'))
  }, [view, key])
}

export function useWheel(view: GraphView | null, container: Container) {
  useEffect(() => {
    // On the container itself Cytoscape would come first, and zoom too.
    const element = container.current?.parentElement
    if (!view || !element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      event.stopPropagation()
      const { left, top } = element.getBoundingClientRect()
      const point = { x: event.clientX - left, y: event.clientY - top }
      view.zoomBy(Math.exp(-pixelsOf(event) * WHEEL), point)
    }
    const settle = () => view.gesture.end()
    const left = new AbortController()
    const { signal } = left
    element.addEventListener('wheel', onWheel, { passive: false, capture: true, signal })
    element.addEventListener('pointerdown', settle, { capture: true, signal })
    return () => left.abort()
  }, [view, container])
}

const LINE = 40
/** Pixels that a wheel turned; some browsers count lines. A pinch on a touchpad counts less. */
const pixelsOf = ({ deltaY, deltaMode, ctrlKey }: WheelEvent) =>
  deltaY * (deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1) * (ctrlKey ? PINCH : 1)
const PINCH = 5

/** A new `key` = another picture. `look` = what to show if not all is readable; `near` = to show closely. */
type Frame = { key: string; look: string | null; near: readonly string[] }
/** The nodes that a button asked to show, and how many times a button has asked. */
export type Look = { ids: readonly string[]; count: number }
type Framing = {
  place: MemoryAddress
  /** Identifies the part of memory on screen. */
  part: string
  /** On screen, which is the previous one while another level is being loaded. */
  picture: Picture
  requested: Look | null
  /** The size that the picture is made for. */
  canvas: Size | null
}
/** When the viewport may move: for another picture, and on request. Selecting moves nothing. */
export function framing({ place, part, picture, requested, canvas }: Framing): Frame {
  const { level, positions } = picture
  const key = JSON.stringify([part, canvas])
  const near = requested?.ids.filter((id) => positions.has(id)) ?? []
  if (near.length > 0) return { key: `${key} ${requested?.count}`, look: null, near }
  const selected = place.node && !isLink(place.node) && positions.has(place.node) ? place.node : null
  const newest = level === 2 ? null : newestTurn(picture.graph.nodes.filter(({ id }) => positions.has(id)))
  return { key, look: selected ?? newest?.id ?? null, near }
}
