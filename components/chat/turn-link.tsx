'use client'
import { chipClass } from '../ui/chip'
import { RecallChip } from './recall-chip'
import type { Found } from './turn-facts'
import { useConversation } from './use-conversation'
import { placeHref, useGoToTurn } from './use-go-to-turn'

/** A turn named in an answer: the recall's own chip when this turn recalled it, else a plain link to it. */
export function Citation({ number, found }: { number: number; found: Found[] }) {
  const here = useConversation((state) => state.conversationId)
  const turnId = useConversation((state) => state.turns.find((turn) => turn.number === number)?.id ?? null)
  const last = useConversation((state) => state.lastNumber)
  const go = useGoToTurn()
  const match = found.find(({ hit }) => hit.turnNumber === number && hit.conversationId === here) ?? found.find(({ hit }) => hit.turnNumber === number)
  if (match) return <RecallChip found={match} here={here} />
  if (number < 1 || number > last) return <>[turn {number}]</>
  const place = { turnId, turnNumber: number, conversationId: here }
  return (
    <a
      href={placeHref(place)}
      className={chipClass('plain', 'no-underline hover:border-line-strong hover:text-ink')}
      onClick={(event) => {
        event.preventDefault()
        void go(place)
      }}
    >
      Turn {number}
    </a>
  )
}
