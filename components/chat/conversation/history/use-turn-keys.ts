'use client'
import { useShortcut } from '@/components/shell/keyboard/shortcuts'
import { useConversationStore } from '../use-conversation'

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
