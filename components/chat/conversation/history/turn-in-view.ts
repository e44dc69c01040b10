'use client'
import { useEffect } from 'react'
import { useShortcut } from '@/components/shell/keyboard/shortcuts'
import { useConversationStore } from '../use-conversation'

/** How far down the view the turn is that is read. */
const READ_AT = 0.4
const NEAR_END = 24

/** Tells the store which turn is read, for the panel: null = the last one. */
export function useTurnInView(scroller: HTMLElement | null) {
  const store = useConversationStore()
  useEffect(() => {
    if (!scroller) return
    let frame = 0
    const look = () => {
      frame = 0
      const view = scroller.getBoundingClientRect()
      const turns = [...scroller.querySelectorAll<HTMLElement>('[data-turn]')].map((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return { id: element.dataset.turn ?? '', top, bottom }
      })
      const isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= NEAR_END
      const read = turns.findLast(({ top }) => top <= view.top + view.height * READ_AT)
      const seen = turns.filter(({ top, bottom }) => bottom > view.top && top < view.bottom)
      store.look(isAtEnd ? null : (read?.id ?? null), new Set(seen.map(({ id }) => id)))
    }
    const later = () => {
      frame ||= requestAnimationFrame(look)
    }
    scroller.addEventListener('scroll', later, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener('scroll', later)
    }
  }, [scroller, store])
}

const EDGE = 24

/** `[` and `]` go to the turn before and after the one at the top of the view. */
export function useTurnKeys(scroller: HTMLElement | null) {
  const store = useConversationStore()
  const move = (step: -1 | 1) => {
    if (!scroller) return
    const edge = scroller.getBoundingClientRect().top + EDGE
    const turns = [...scroller.querySelectorAll<HTMLElement>('[data-turn]')]
    const focused = turns.indexOf(document.activeElement?.closest<HTMLElement>('[data-turn]') as HTMLElement)
    const top = turns.findIndex((element) => element.getBoundingClientRect().bottom > edge)
    const next = turns[(focused >= 0 ? focused : top) + step]
    if (next?.dataset.turn) void store.goTo(next.dataset.turn, null, { choose: true })
    else if (step < 0) void store.older()
  }
  useShortcut('[', () => move(-1))
  useShortcut(']', () => move(1))
}
