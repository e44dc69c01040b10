'use client'
import {
  Archive,
  ChevronRight,
  CircleStop,
  Database,
  Hourglass,
  type LucideIcon,
  MessageSquareText,
  RotateCw,
  Search,
  TriangleAlert,
  Waypoints,
  Wrench,
} from 'lucide-react'
import { memo, type Ref } from 'react'
import { cn } from '@/components/ui/cn'
import { costWords } from '@/components/ui/words/cost-words'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { Bar } from './bar'
import { CELLS, COLUMNS } from './columns'
import type { RowState } from './moment'
import type { RowKind, RowStatus, TraceRow } from './trace'

const ICONS: Record<RowKind, LucideIcon> = {
  turn: Waypoints,
  prepare: Hourglass,
  search: Search,
  round: RotateCw,
  answer: MessageSquareText,
  tool: Wrench,
  'memory-tool': Database,
  background: Archive,
}
const STATUS_WORDS: Record<RowStatus, string> = {
  completed: '',
  failed: 'failed',
  stopped: 'stopped',
  running: 'running',
}

/** "Round 2, 2.3 s, 1,204 tokens in, 88 out, $0.0021". */
export function rowWords(row: TraceRow, format: Format, isMeasured = true): string {
  const { name, status, start, end, tokensIn, tokensOut } = row
  return [
    name,
    STATUS_WORDS[status],
    isMeasured ? format.duration(end - start) : '',
    tokensIn === null ? '' : `${format.tokens(tokensIn)} tokens in, ${format.tokens(tokensOut ?? 0)} out`,
    isMeasured ? rowCost(row, format) : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** A missing price is mentioned once, for the whole. */
const rowCost = ({ costs, depth }: TraceRow, format: Format): string =>
  costs === null || (costs.unpricedCalls > 0 && depth > 0) ? '' : costWords(costs, format)

type Props = {
  row: TraceRow
  state: RowState
  total: number
  /** Else a dash stands for its time, and none for its cost. */
  isMeasured: boolean
  /** null = has no rows below it. */
  open: boolean | null
  focusable: boolean
  ref?: Ref<HTMLDivElement>
  onFocus: (id: string) => void
  onOpen: (row: TraceRow) => void
  onFold: (id: string) => void
}

/** A row of the trace: name, bar on the time axis, duration, tokens, cost. */
export const TraceRowView = memo(function TraceRowView({
  row,
  state,
  total,
  isMeasured,
  open,
  ...props
}: Props) {
  const format = useFormat()
  const Icon = ICONS[row.kind]
  const { tokensIn, tokensOut } = row
  const isHere = state === 'now' && row.depth > 0
  const number = (cell: string, tone = 'text-ink-soft') =>
    cn('text-right tabular', state === 'later' ? 'text-ink-faint' : tone, cell)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its items
    <div
      ref={props.ref}
      role="treeitem"
      data-row={row.id}
      data-state={state}
      aria-label={rowWords(row, format, isMeasured)}
      aria-level={row.depth + 1}
      aria-expanded={open ?? undefined}
      aria-selected={isHere}
      tabIndex={props.focusable ? 0 : -1}
      onFocus={() => props.onFocus(row.id)}
      onClick={() => props.onOpen(row)}
      className={cn(
        COLUMNS,
        '-outline-offset-2 @3xl:h-7 cursor-pointer px-3 @3xl:py-0 py-1 text-xs hover:bg-sunken',
        isHere && 'bg-accent-soft',
      )}
    >
      <span
        className={cn('flex min-w-0 items-center gap-1.5', state === 'later' && 'text-ink-faint')}
        style={{ paddingLeft: `${row.depth * 0.875}rem` }}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do the same */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys do the same */}
        <span
          className="-m-1 p-1"
          onClick={(event) => {
            if (open === null) return
            event.stopPropagation()
            props.onFold(row.id)
          }}
        >
          <ChevronRight
            aria-hidden
            className={cn(
              'size-3.5 text-ink-faint transition-transform duration-150',
              open && 'rotate-90',
              open === null && 'invisible',
            )}
          />
        </span>
        <Icon
          aria-hidden
          className={cn(
            'size-3.5 shrink-0',
            state === 'later' && 'opacity-45',
            row.kind === 'search' || row.kind === 'memory-tool' ? 'text-recall' : 'text-ink-faint',
          )}
        />
        <span className={cn('truncate', row.depth === 0 && 'font-medium', isTool(row) && 'font-mono')}>
          {row.name}
        </span>
        {state === 'over' && <StatusMark status={row.status} />}
      </span>
      <Bar row={row} total={total} dim={state === 'later'} />
      <span className={number(CELLS.time, 'text-ink')}>
        {isMeasured ? format.duration(row.end - row.start) : '–'}
      </span>
      <span className={number(CELLS.tokens)}>
        {tokensIn !== null &&
          `${row.estimated ? '≈ ' : ''}${format.tokens(tokensIn)} → ${format.tokens(tokensOut ?? 0)}`}
      </span>
      <span className={number(CELLS.cost)}>{isMeasured && rowCost(row, format)}</span>
    </div>
  )
})

const isTool = ({ kind }: TraceRow) => kind === 'tool' || kind === 'memory-tool'

function StatusMark({ status }: { status: RowStatus }) {
  if (status === 'completed') return null
  const Icon = status === 'failed' ? TriangleAlert : CircleStop
  return (
    <span
      className={cn(
        'inline-flex shrink-0 items-center gap-1',
        status === 'failed' ? 'text-error' : 'text-ink-faint',
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {STATUS_WORDS[status]}
    </span>
  )
}
