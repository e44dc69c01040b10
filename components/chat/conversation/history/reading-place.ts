import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * `end` follows growing text, `pin` keeps a turn's question near the top, `free` is where the reader scrolled
 * to.
 */
type Mode = 'end' | 'pin' | 'free'
/** A turn starts this far below the top of the view; TurnList reserves the rest of the view for it. */
const PIN_TOP = 16
const NEAR_END = 24

const isAtEnd = (view: HTMLElement) => view.scrollHeight - view.scrollTop - view.clientHeight <= NEAR_END
const topIn = (view: HTMLElement, element: Element) =>
  element.getBoundingClientRect().top - view.getBoundingClientRect().top

export type ReadingPlace = ReturnType<typeof useReadingPlace>

/** Where the conversation is scrolled to, and what scrolls along while text grows. */
export function useReadingPlace(opensAtEnd: boolean) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const mode = useRef<Mode>(opensAtEnd ? 'end' : 'free')
  const pinned = useRef<Element | null>(null)
  /** Where `place` has scrolled to. The event that follows is not the reader's doing. */
  const placedAt = useRef<number | null>(null)
  const [atEnd, setAtEnd] = useState(true)

  const isPinned = useCallback(
    () =>
      scroller !== null &&
      pinned.current?.isConnected === true &&
      Math.abs(topIn(scroller, pinned.current) - PIN_TOP) < 2,
    [scroller],
  )
  const place = useCallback(() => {
    if (!scroller) return
    if (mode.current === 'end') scroller.scrollTop = scroller.scrollHeight
    else if (mode.current === 'pin' && pinned.current)
      scroller.scrollTop += topIn(scroller, pinned.current) - PIN_TOP
    placedAt.current = scroller.scrollTop
    setAtEnd(isAtEnd(scroller))
  }, [scroller])

  useLayoutEffect(place, [place])
  useEffect(() => {
    if (!scroller || !content.current) return
    const read = () => {
      if (scroller.scrollTop !== placedAt.current)
        mode.current = isPinned() ? 'pin' : isAtEnd(scroller) ? 'end' : 'free'
      placedAt.current = null
      setAtEnd(isAtEnd(scroller))
    }
    const observer = new ResizeObserver(place)
    observer.observe(scroller)
    observer.observe(content.current)
    scroller.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', read)
    }
  }, [scroller, place, isPinned])

  const go = useCallback(
    (next: Mode) => {
      mode.current = next
      place()
    },
    [place],
  )
  return {
    scroller,
    setScroller,
    content,
    atEnd,
    toEnd: useCallback(() => go('end'), [go]),
    stay: useCallback(() => go('free'), [go]),
    /** Puts a turn's question near the top, unless the reader is elsewhere. */
    pin: useCallback(
      (turn: Element) => {
        const seen = scroller !== null && Math.abs(topIn(scroller, turn)) < scroller.clientHeight
        if (mode.current === 'free' && !seen) return
        pinned.current = turn
        go('pin')
      },
      [scroller, go],
    ),
  }
}
