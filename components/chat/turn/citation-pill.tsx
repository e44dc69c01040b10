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
  if (match) {
    const { hit } = match
    return (
      <Pill place={hit} source={source} name={foundName(hit)} excerpt={hit.excerpt} at={hit.at} recalled />
    )
  }
  const other = cited?.find(
    (one) => one.turnNumber === number && one.conversationId === (conversation ?? here),
  )
  if (other && !turn) {
    const { excerpt, at } = other
    const elsewhere = other.conversationId !== here
    return (
      <Pill
        place={other}
        source={source}
        name={`Message ${number}`}
        excerpt={excerpt}
        at={at}
        recalled={elsewhere}
        {...(elsewhere ? { note: 'Known from a fact or a summary' } : {})}
      />
    )
  }
  if (!isHere)
    return (
      <span className={PILL} title={pending ? undefined : 'This source no longer exists'}>
        <SourceNumber source={source} recalled={pending} />
      </span>
    )
  if (number < 1 || number > last) return markText(number, null)
  const place = { turnId: turn?.id ?? null, turnNumber: number, conversationId: here }
  return (
    <Pill
      place={place}
      source={source}
      name={`Message ${number}`}
      excerpt={turn ? saidIn(turn).slice(0, EXCERPT_CHARS) : ''}
      at={turn?.createdAt}
    />
  )
}

type PillProps = {
  place: TurnTarget
  source: number
  name: string
  excerpt: string
  at: string | undefined
  recalled?: boolean
  note?: string
}
function Pill({
  place,
  source,
  name,
  excerpt,
  at,
  recalled = false,
  note = recalled ? 'Recalled for this answer' : 'Part of this conversation, not recalled',
}: PillProps) {
  const here = useConversation((state) => state.conversationId)
  const { href, onClick } = useTurnLink(place)
  const elsewhere = place.conversationId !== here
  const own = useTitle(place.conversationId)
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
