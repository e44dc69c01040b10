'use client'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { placeHref, useGoToTurn } from '@/components/chat/conversation/use-go-to-turn'
import { chipClass } from '@/components/ui/chip'
import { RecallChip } from './recall-chip'
import type { Found } from './turn-facts'

type Props = { number: number; conversation: string | null; found: Found[] }

/** A turn cited in an answer: the recall's chip if this turn recalled it, else a plain link. */
export function Citation({ number, conversation, found }: Props) {
  const here = useConversation((state) => state.conversationId)
  const turnId = useConversation((state) => state.turns.find((turn) => turn.number === number)?.id ?? null)
  const last = useConversation((state) => state.lastNumber)
  const go = useGoToTurn()
  const named = found.filter(
    ({ hit }) => hit.turnNumber === number && (conversation === null || hit.conversationId === conversation),
  )
  const inTurns = named.filter(({ hit }) => hit.kind === 'turn')
  const match =
    [...inTurns, ...named].find(({ hit }) => hit.conversationId === here) ?? inTurns[0] ?? named[0]
  if (match) return <RecallChip found={match} here={here} />
  if (conversation !== null && conversation !== here) return <>[turn {number} of another conversation]</>
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
