'use client'
import {
  Archive,
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
import { cn } from '@/components/ui/cn'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { costWords } from '@/components/ui/words/words'
import type { RowKind, RowStatus, Trace, TraceRow } from './trace'

/** A row's symbol and its bar. The warm colour means recall only. */
const KINDS: Record<RowKind, { Icon: LucideIcon; bar: string }> = {
  turn: { Icon: Waypoints, bar: 'bg-line-strong/60' },
  prepare: { Icon: Hourglass, bar: 'bg-line-strong/60' },
  search: { Icon: Search, bar: 'bg-recall-fill' },
  round: { Icon: RotateCw, bar: 'bg-accent' },
  answer: { Icon: MessageSquareText, bar: 'bg-accent' },
  tool: { Icon: Wrench, bar: 'bg-(--series-workspace)' },
  'memory-tool': { Icon: Database, bar: 'bg-recall-fill' },
  background: { Icon: Archive, bar: 'bg-line-strong' },
}
const STATUS_WORDS: Record<RowStatus, string> = {
  completed: '',
  failed: 'failed',
  stopped: 'stopped',
  running: 'running',
}

/** "Round 2, 2.3 s, 1,204 tokens in, 88 out, $0.0021". */
function rowWords(row: TraceRow, format: Format, isMeasured: boolean): string {
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
  /** If it is not measured, a dash stands for the time, and none for the cost. */
  trace: Pick<Trace, 'total' | 'isMeasured'>
  onOpenStep: (stepId: string) => void
}

export function TraceRowView({ row, trace: { total, isMeasured }, onOpenStep }: Props) {
  const format = useFormat()
  const { Icon } = KINDS[row.kind]
  const { stepId, tokensIn, tokensOut } = row
  const number = (cell: string, tone = 'text-ink-soft') => cn('text-right tabular', tone, cell)
  const label = rowWords(row, format, isMeasured)
  const className = cn(COLUMNS, 'w-full px-3 py-1 text-left text-xs @3xl:h-7 @3xl:py-0')
  const cells = (
    <>
      <span className="flex min-w-0 items-center gap-1.5" style={{ paddingLeft: `${row.depth * 0.875}rem` }}>
        <Icon
          aria-hidden
          className={cn(
            'size-3.5 shrink-0',
            row.kind === 'search' || row.kind === 'memory-tool' ? 'text-recall' : 'text-ink-faint',
          )}
        />
        <span className={cn('truncate', row.depth === 0 && 'font-medium', isTool(row) && 'font-mono')}>
          {row.name}
        </span>
        <StatusMark status={row.status} />
      </span>
      <Bar row={row} total={total} />
      <span className={number(CELLS.time, 'text-ink')}>
        {isMeasured ? format.duration(row.end - row.start) : '–'}
      </span>
      <span className={number(CELLS.tokens)}>
        {tokensIn !== null &&
          `${row.estimated ? '≈ ' : ''}${format.tokens(tokensIn)} → ${format.tokens(tokensOut ?? 0)}`}
      </span>
      <span className={number(CELLS.cost)}>{isMeasured && rowCost(row, format)}</span>
    </>
  )
  return (
    <li>
      {stepId === null ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
        <div role="group" aria-label={label} className={className}>
          {cells}
        </div>
      ) : (
        <button
          type="button"
          aria-label={label}
          onClick={() => onOpenStep(stepId)}
          className={cn(className, '-outline-offset-2 hover:bg-sunken')}
        >
          {cells}
        </button>
      )}
    </li>
  )
}

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

/** Left and width in percent of the axis. The shortest bar is still visible, also at the end of the axis. */
export function barOf({ start, end }: { start: number; end: number }, total: number) {
  const width = Math.max(LEAST_PERCENT, (100 * (end - start)) / Math.max(1, total))
  return { left: Math.min((100 * start) / Math.max(1, total), 100 - width), width }
}
const LEAST_PERCENT = 0.6
const percent = ({ left, width }: { left: number; width: number }) => ({
  left: `${left}%`,
  width: `${width}%`,
})

/** A model call: pale until its first word, solid while it writes, a line while its tools run. */
function Bar({ row, total }: { row: TraceRow; total: number }) {
  const color = row.status === 'failed' ? 'bg-error' : KINDS[row.kind].bar
  const { words } = row
  return (
    <span aria-hidden className={cn(CELLS.bar, 'relative @3xl:h-7 h-3')}>
      {words ? (
        <>
          <span
            className={cn('-translate-y-1/2 absolute top-1/2 h-0.5', color)}
            style={percent(barOf(row, total))}
          />
          <span
            className="-translate-y-1/2 absolute top-1/2 h-2.5 rounded-sm bg-paper"
            style={percent(barOf({ start: row.start, end: words.to }, total))}
          >
            <span className={cn('block h-full rounded-sm opacity-35', color)} />
          </span>
          <span
            className={cn('-translate-y-1/2 absolute top-1/2 h-2.5 rounded-sm', color)}
            style={percent(barOf({ start: words.from, end: words.to }, total))}
          />
        </>
      ) : (
        <span
          className={cn(
            '-translate-y-1/2 absolute top-1/2 rounded-sm',
            row.depth === 0 ? 'h-1' : 'h-2.5',
            color,
          )}
          style={percent(barOf(row, total))}
        />
      )}
    </span>
  )
}

/** The columns of rows, axis and slider. On narrow screens a bar is below its name. */
export const COLUMNS =
  '@3xl:grid-cols-[minmax(12rem,17rem)_1fr_4.5rem_7.5rem_4.5rem] grid grid-cols-[1fr_auto_3.75rem] items-center gap-x-3'
export const CELLS = {
  bar: '@3xl:order-none order-3 @3xl:col-span-1 col-span-2',
  time: '@3xl:order-none order-2',
  tokens: '@3xl:order-none order-1 @max-3xl:pr-2',
  cost: '@3xl:order-none order-4',
}
