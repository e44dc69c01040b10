'use client'
import { type TurnTarget, useTurnLink } from '@/components/chat/conversation/history/use-go-to-turn'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { foundName } from '@/components/search/results/found-name'
import { useTitle } from '@/components/shell/use-title'
import { cn } from '@/components/ui/cn'
import { HoverCard } from '@/components/ui/hover-card'
import { Excerpt } from '@/components/ui/markdown/excerpt'
import { markText } from '@/components/ui/markdown/markdown-elements'
import { RelativeTime } from '@/components/ui/words/relative-time'
import type { CitedTurn } from '@/lib/shared/dto'
import { saidIn } from '@/lib/shared/turn/said-in'
import { SourceNumber } from './source-number'
import type { FoundMemory } from './turn-facts'

const EXCERPT_CHARS = 400

type Props = {
  number: number
  conversation: string | null
  source: number
  found: FoundMemory[]
  cited: CitedTurn[] | undefined
  /** Which turns the answer cites is not known yet. */
  pending: boolean
}

const PILL = 'touch-area mx-px whitespace-nowrap no-underline pointer-coarse:mx-[3px]'

/** A cited turn as a numbered pill: a link once that is known, text if there is no such turn. */
export function Citation({ number, conversation, source, found, cited, pending }: Props) {
  const here = useConversation((state) => state.conversationId)
  const isHere = conversation === null || conversation === here
  const turn = useConversation((state) =>
    isHere ? state.turns.find((one) => one.number === number) : undefined,
  )
  const last = useConversation((state) => state.lastNumber)
  const named = found.filter(
    ({ hit }) => hit.turnNumber === number && (conversation === null || hit.conversationId === conversation),
  )
  const inTurns = named.filter(({ hit }) => hit.kind === 'turn')
  const match =
    [...inTurns, ...named].find(({ hit }) => hit.conversationId === here) ?? inTurns[0] ?? named[0]
  if (match)
    return (
      <Pill
        memory={match.hit}
        source={source}
        name={foundName(match.hit)}
        note="Recalled for this answer"
        recalled
      />
    )
  const name = `Message ${number}`
  const other = cited?.find(
    (one) => one.turnNumber === number && one.conversationId === (conversation ?? here),
  )
  if (other && !turn) {
    const elsewhere = other.conversationId !== here
    const note = elsewhere ? 'Known from a fact or a summary' : NOT_RECALLED
    return <Pill memory={other} source={source} name={name} note={note} recalled={elsewhere} />
  }
  if (!isHere)
    return (
      <span className={PILL} title={pending ? undefined : 'This source no longer exists'}>
        <SourceNumber source={source} recalled={pending} />
      </span>
    )
  if (number < 1 || number > last) return markText(number, null)
  const memory = {
    turnId: turn?.id ?? null,
    turnNumber: number,
    conversationId: here,
    excerpt: turn ? saidIn(turn).slice(0, EXCERPT_CHARS) : '',
    at: turn?.createdAt,
  }
  return <Pill memory={memory} source={source} name={name} note={NOT_RECALLED} />
}

const NOT_RECALLED = 'Part of this conversation, not recalled'

type PillProps = {
  memory: TurnTarget & { excerpt: string; at?: string | undefined }
  source: number
  name: string
  /** How it got into the answer. */
  note: string
  recalled?: boolean
}
function Pill({ memory, source, name, note, recalled = false }: PillProps) {
  const here = useConversation((state) => state.conversationId)
  const { href, onClick } = useTurnLink(memory)
  const { conversationId, excerpt, at } = memory
  const elsewhere = conversationId !== here
  const own = useTitle(conversationId)
  const title = own ?? (elsewhere ? 'Another conversation' : 'This conversation')
  return (
    <HoverCard
      label={`Source ${source}`}
      // Above it is the sentence that cites.
      side="bottom"
      trigger={
        <a
          href={href}
          onClick={onClick}
          aria-label={`Source ${source}: ${name}${elsewhere ? ` in “${title}”` : ''}`}
          className={cn('group/pill', PILL)}
        >
          <SourceNumber source={source} recalled={recalled} />
        </a>
      }
    >
      <p className="flex items-baseline justify-between gap-3 px-3 pt-2 text-ink-soft text-xs">
        <span className="min-w-0 truncate">
          <span className={cn('font-medium', recalled ? 'text-recall' : 'text-ink')}>{name}</span> · {title}
        </span>
        {at && <RelativeTime at={at} className="shrink-0" />}
      </p>
      <Excerpt text={excerpt || 'Click to open it.'} className="max-h-44 overflow-y-auto px-3 pt-1" />
      <p className="px-3 pt-1 pb-2.5 text-ink-faint text-xs">{note}</p>
    </HoverCard>
  )
}
