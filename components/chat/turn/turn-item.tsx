'use client'
import { FileText } from 'lucide-react'
import { memo } from 'react'
import { useConversation, useTurn } from '@/components/chat/conversation/use-conversation'
import { useOpenPanel } from '@/components/chat/panel/panel-context'
import { chipClass } from '@/components/ui/chip'
import { cn } from '@/components/ui/cn'
import { isSettled, type TurnDto } from '@/lib/shared/dto'
import { Answer } from './answer'
import { AskedCall } from './asked-call'
import { ForgottenTurns } from './forgotten-turns'
import { NotedLine } from './learning/noted-line'
import { UserMessage } from './message/user-message'
import { Thinking } from './thinking/thinking'
import { writtenIn } from './turn-facts'
import { TurnFooter } from './turn-footer'

type Props = { ids: string; last: boolean; marked: boolean }

/**
 * A row of the conversation: one turn, live or settled (in the same elements, so nothing jumps), or forgotten
 * ones. `ids` are joined by spaces, so that the same row is the same text.
 */
export const TurnItem = memo(function TurnItem({ ids, last, marked }: Props) {
  const turnIds = ids.split(' ')
  const [turnId = ''] = turnIds
  const turn = useTurn(turnId)
  const lost = useConversation((state) => state.lost)
  const stopping = useConversation((state) => state.stopping)
  const isLeft = useConversation(
    ({ branching }) => branching !== null && (turn?.number ?? 0) > branching.after,
  )
  if (!turn) return null
  const waiting = stopping ? 'stopping' : lost ? 'connection lost, reconnecting' : null
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
      <Thinking turn={turn} waiting={turn.status === 'running' ? waiting : null} last={last} />
      <Answer turn={turn} />
      <AskedCall turn={turn} />
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

/** The files that an answer wrote, each leading to the files of the conversation. */
function WrittenFiles({ turn }: { turn: TurnDto }) {
  const openPanel = useOpenPanel()
  const paths = isSettled(turn.status) ? writtenIn(turn) : []
  if (paths.length === 0) return null
  return (
    <ul aria-label="Written files" className="flex flex-wrap gap-1.5">
      {paths.map((path) => (
        <li key={path} className="min-w-0">
          <button
            type="button"
            onClick={() => openPanel('workspace', turn.id)}
            className={chipClass('accent', 'touch-area min-h-6 max-w-full hover:border-accent')}
          >
            <FileText aria-hidden className="size-3 shrink-0" />
            <span className="truncate">{path}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
