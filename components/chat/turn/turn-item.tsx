'use client'
import { memo } from 'react'
import { useConversation, useTurn } from '@/components/chat/conversation/use-conversation'
import { cn } from '@/components/ui/cn'
import { Answer } from './answer'
import { ForgottenTurns } from './forgotten-turns'
import { NotedLine } from './learning/noted-line'
import { UserMessage } from './message/user-message'
import { Thinking } from './thinking/thinking'
import { TurnFooter } from './turn-footer'
import { WrittenFiles } from './written-files'

const WAITING = { live: null, lost: 'connection lost, reconnecting', waiting: 'waiting to start' }
type Props = { ids: string; last: boolean; marked: boolean }

/**
 * A row of the conversation: one turn, live or settled (in the same elements, so nothing jumps), or forgotten
 * ones. `ids` are joined by spaces, so that the same row is the same text.
 */
export const TurnItem = memo(function TurnItem({ ids, last, marked }: Props) {
  const turnIds = ids.split(' ')
  const [turnId = ''] = turnIds
  const turn = useTurn(turnId)
  const connection = useConversation((state) => state.connection)
  const stopping = useConversation((state) => state.stopping)
  const isLeft = useConversation(
    ({ branching }) => branching !== null && (turn?.number ?? 0) > branching.after,
  )
  if (!turn) return null
  const waiting = turn.status !== 'running' ? null : stopping ? 'stopping' : WAITING[connection]
  if (turn.status === 'forgotten') return <ForgottenTurns first={turn} ids={turnIds} />

  return (
    <section
      id={`turn-${turnId}`}
      data-turn={turnId}
      aria-label={`Message ${turn.number}`}
      tabIndex={-1}
      className={cn(
        'group/turn sized-turn -mx-3 flex min-w-0 scroll-mt-4 flex-col gap-3 rounded-lg px-3 py-4 outline-none transition-shadow duration-200',
        !last && 'lazy-turn',
        isLeft && 'opacity-40',
        marked && 'shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      <h2 className="sr-only">Message {turn.number}</h2>
      <UserMessage turn={turn} />
      <Thinking turn={turn} waiting={waiting} last={last} />
      <Answer turn={turn} />
      <WrittenFiles turn={turn} />
      {/* What was learned arrives later, when the next question may already be read. */}
      {(turn.startedAt || turn.status === 'running') && (
        <div className="-my-2 min-h-[1.375rem]">
          <NotedLine turn={turn} />
        </div>
      )}
      <TurnFooter turn={turn} last={last} />
    </section>
  )
})
