import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * `end` follows growing text; `pin` keeps the question of a running turn near the top; `held` keeps what the
 * reader jumped to or opened where it is, until they scroll, tap or type; `free` is where they scrolled to.
 */
type Mode = 'end' | 'pin' | 'held' | 'free'
/**
 * How far below the top a running turn or the target of a jump starts. TurnList reserves the rest of the
 * view.
 */
export const PIN_TOP = 16
const NEAR_END = 24
const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
/** What opens or closes in place; menus float. */
const FOLD = '[aria-expanded]:not([aria-haspopup]), summary'

/** The turns on the page, from the top. */
export const turnElements = (view: HTMLElement) => [...view.querySelectorAll<HTMLElement>('[data-turn]')]
export const isAtEnd = (view: HTMLElement) =>
  view.scrollHeight - view.scrollTop - view.clientHeight <= NEAR_END
/** Whether the end of the last turn is in view. The room reserved below it does not count. */
const seesEnd = (view: HTMLElement, content: HTMLElement | null) => {
  const last = content?.lastElementChild?.firstElementChild ?? content
  const end = last?.getBoundingClientRect().bottom ?? 0
  return end - view.getBoundingClientRect().bottom <= NEAR_END
}
const topIn = (view: HTMLElement, element: Element) =>
  element.getBoundingClientRect().top - view.getBoundingClientRect().top

export type ReadingPlace = ReturnType<typeof useReadingPlace>

/** Where the conversation is scrolled to, and what scrolls along while text grows. */
export function useReadingPlace(opensAtEnd: boolean) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const mode = useRef<Mode>(opensAtEnd ? 'end' : 'free')
  const kept = useRef<{ element: Element; top: number } | null>(null)
  /** Where `place` has scrolled to. The event that follows is not the reader's doing. */
  const placedAt = useRef<number | null>(null)
  const height = useRef(0)
  const [atEnd, setAtEnd] = useState(true)

  const isPinned = useCallback(
    () =>
      scroller !== null &&
      kept.current?.element.isConnected === true &&
      Math.abs(topIn(scroller, kept.current.element) - kept.current.top) < 2,
    [scroller],
  )
  const place = useCallback(() => {
    if (!scroller) return
    if (mode.current === 'end') scroller.scrollTop = scroller.scrollHeight
    else if (mode.current !== 'free' && kept.current?.element.isConnected)
      scroller.scrollTop += topIn(scroller, kept.current.element) - kept.current.top
    height.current = scroller.scrollHeight
    placedAt.current = scroller.scrollTop
    setAtEnd(seesEnd(scroller, content.current))
  }, [scroller])

  const go = useCallback(
    (next: Mode) => {
      mode.current = next
      place()
    },
    [place],
  )
  const hold = useCallback(
    (element: Element, top?: number) => {
      if (!scroller) return
      kept.current = { element, top: top ?? topIn(scroller, element) }
      go('held')
    },
    [scroller, go],
  )

  useLayoutEffect(place, [place])
  useEffect(() => {
    if (!scroller || !content.current) return
    const read = () => {
      // The browser also scrolls by itself when text around the pinned element changes height.
      const isReaders = mode.current !== 'held' || (scroller.scrollHeight === height.current && !isPinned())
      if (scroller.scrollTop !== placedAt.current && isReaders)
        mode.current = isPinned() ? 'pin' : isAtEnd(scroller) ? 'end' : 'free'
      placedAt.current = null
      setAtEnd(seesEnd(scroller, content.current))
    }
    const release = () => {
      if (mode.current === 'held') mode.current = 'free'
    }
    const keepFold = ({ target }: MouseEvent) => {
      const fold = target instanceof Element && target.closest(FOLD)
      if (fold) hold(fold)
    }
    const observer = new ResizeObserver(place)
    observer.observe(scroller)
    observer.observe(content.current)
    const left = new AbortController()
    const { signal } = left
    for (const gesture of GESTURES) scroller.addEventListener(gesture, release, { passive: true, signal })
    scroller.addEventListener('click', keepFold, { capture: true, signal })
    scroller.addEventListener('scroll', read, { passive: true, signal })
    return () => {
      observer.disconnect()
      left.abort()
    }
  }, [scroller, place, isPinned, hold])

  return {
    scroller,
    setScroller,
    content,
    atEnd,
    toEnd: useCallback(() => go('end'), [go]),
    /**
     * Keeps an element in place while text around it loads: at `top` below the top of the view, or where it
     * is.
     */
    hold,
    /** Puts a turn's question near the top, unless the reader is elsewhere. */
    pin: useCallback(
      (turn: Element) => {
        const seen = scroller !== null && Math.abs(topIn(scroller, turn)) < scroller.clientHeight
        if ((mode.current === 'free' || mode.current === 'held') && !seen) return
        kept.current = { element: turn, top: PIN_TOP }
        go('pin')
      },
      [scroller, go],
    ),
  }
}
