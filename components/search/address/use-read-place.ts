'use client'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { SearchView } from '@/components/search/use-search'
import { limits } from '@/lib/shared/limits'

/** In the history entry: the scroll position of the results, in pixels, and how many there were. */
type Read = { top: number; hits: number }
type Entry = { mnemeRead?: Read }

/** Back returns to the scroll position unless the reader acts first; after `begin` it is the top. */
export function useReadPlace(
  box: RefObject<HTMLElement | null>,
  { page, hits, stale, more }: Pick<SearchView, 'page' | 'hits' | 'stale' | 'more'>,
) {
  const wanted = useRef<{ read: Read; there: boolean } | null>(null)
  const count = useRef(0)
  const top = useRef(0)
  const begun = useRef(false)
  const leaving = useRef(false)
  useLayoutEffect(() => {
    const goTo = (state: unknown) => {
      const read = (state as Entry | null)?.mnemeRead
      wanted.current = read ? { read, there: false } : null
    }
    const goBack = ({ state }: PopStateEvent) => goTo(state)
    const cancel = () => {
      wanted.current = null
      leaving.current = false
    }
    goTo(history.state)
    const left = new AbortController()
    const { signal } = left
    addEventListener('popstate', goBack, { signal })
    for (const gesture of GESTURES) addEventListener(gesture, cancel, { passive: true, signal })
    return () => left.abort()
  }, [])

  useLayoutEffect(() => {
    count.current = hits.length
    if (begun.current && !stale) {
      begun.current = false
      if (top.current && box.current) box.current.scrollTop = 0
    }
    const want = wanted.current
    if (!want || !page || stale) return
    // Cached results may be replaced by newer ones, which are short again.
    const enough = hits.length >= want.read.hits || page.next === null
    if (enough && !want.there && box.current) box.current.scrollTop = want.read.top
    want.there = enough
    if (!enough) more()
  })

  const note = useCallback(() => {
    if (!box.current) return
    const mnemeRead: Read = { top: Math.round(box.current.scrollTop), hits: count.current }
    // Next ignores an entry that includes its own state.
    history.replaceState({ ...history.state, mnemeRead } satisfies Entry, '')
  }, [box])
  const leave = useCallback(() => {
    note()
    leaving.current = true
  }, [note])
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
      timer = setTimeout(() => {
        // A list that is still loading, or reloaded while the next page opens, is too short to show where the
        // reader was.
        const isLoading = wanted.current?.there === false
        if (!isLoading && !leaving.current && location.pathname === pathname) note()
      }, limits.search.pauseMs)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', onScroll)
    }
  }, [box, note])
  return { leave, begin }
}

const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
