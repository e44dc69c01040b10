import { useEffect } from 'react'
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
