'use client'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Search } from '@/components/search/use-search'
import { limits } from '@/lib/shared/limits'

/** In the browser's history: how far a list of results was read, in pixels, and how many there were. */
type Read = { top: number; hits: number }
type Entry = { mnemeRead?: Read }

/**
 * Back comes to the place in the results where one left, with those that had been loaded until there;
 * whatever the reader does meanwhile goes before. `note` keeps the place at once; after `begin` the next
 * results are shown from their first on.
 */
export function useReadPlace(
  box: RefObject<HTMLElement | null>,
  { page, hits, stale, more }: Pick<Search, 'page' | 'hits' | 'stale' | 'more'>,
): { note(): void; begin(): void } {
  const wanted = useRef<{ read: Read; there: boolean } | null>(null)
  const count = useRef(0)
  const top = useRef(0)
  const begun = useRef(false)
  useLayoutEffect(() => {
    const goTo = (state: unknown) => {
      const read = (state as Entry | null)?.mnemeRead
      wanted.current = read ? { read, there: false } : null
    }
    const goBack = ({ state }: PopStateEvent) => goTo(state)
    const letGo = () => {
      wanted.current = null
    }
    goTo(history.state)
    addEventListener('popstate', goBack)
    for (const act of ACTS) addEventListener(act, letGo, { passive: true })
    return () => {
      removeEventListener('popstate', goBack)
      for (const act of ACTS) removeEventListener(act, letGo)
    }
  }, [])

  useLayoutEffect(() => {
    count.current = hits.length
    if (begun.current && !stale) {
      begun.current = false
      if (top.current && box.current) box.current.scrollTop = 0
    }
    const want = wanted.current
    if (!want || !page || stale) return
    // What was kept of an earlier visit may give way to a newer answer, which is short again.
    const enough = hits.length >= want.read.hits || page.next === null
    if (enough && !want.there && box.current) box.current.scrollTop = want.read.top
    want.there = enough
    if (!enough) more()
  })

  const note = useCallback(() => {
    if (!box.current) return
    const mnemeRead: Read = { top: Math.round(box.current.scrollTop), hits: count.current }
    // With Next's own state in it, Next lets it pass without drawing the page again.
    history.replaceState({ ...history.state, mnemeRead } satisfies Entry, '')
  }, [box])
  const begin = useCallback(() => {
    wanted.current = null
    begun.current = true
  }, [])
  useEffect(() => {
    const element = box.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const { pathname } = location
    const onScroll = () => {
      top.current = element.scrollTop
      clearTimeout(timer)
      timer = setTimeout(() => location.pathname === pathname && note(), limits.search.pauseMs)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', onScroll)
    }
  }, [box, note])
  return { note, begin }
}

const ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
