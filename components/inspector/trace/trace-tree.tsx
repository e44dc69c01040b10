'use client'
import { type KeyboardEvent, memo, type Ref, useMemo, useRef, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { CELLS, COLUMNS } from './columns'
import { endOfAnswer, stateOf } from './moment'
import type { Trace, TraceRow } from './trace'
import { TraceRowView } from './trace-row'

type Props = {
  trace: Trace
  /** The latest moment at which something began or ended: between two moments the rows stay as they are. */
  at: number
  /** The line of the playhead, which moves in every frame, unlike the rows. */
  line: Ref<HTMLSpanElement>
  onOpen: (row: TraceRow) => void
}

/** The rows as a tree. Arrows walk it and fold it, Enter opens a row's prompt. */
export const TraceTree = memo(function TraceTree({ trace, at, line, onOpen }: Props) {
  const { rows, total, isMeasured } = trace
  const answered = endOfAnswer(trace)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState(rows[0]?.id ?? '')
  const tree = useRef<HTMLDivElement>(null)
  const parents = useMemo(() => new Map(rows.map((row) => [row.id, row.parentId])), [rows])
  const withChildren = useMemo(() => new Set(rows.map((row) => row.parentId)), [rows])
  const isShown = (row: TraceRow) => {
    for (let id = row.parentId; id; id = parents.get(id) ?? null) if (folded.has(id)) return false
    return true
  }
  const shown = rows.filter(isShown)
  const [fold] = useState(
    () => (id: string) =>
      setFolded((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
  )
  const focus = (row: TraceRow | undefined) =>
    row && tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)?.focus()

  const onKeyDown = (event: KeyboardEvent) => {
    const place = shown.findIndex((row) => row.id === focused)
    const row = shown[place]
    if (!row) return
    const hasRows = withChildren.has(row.id)
    const isOpen = hasRows && !folded.has(row.id)
    if (event.key === 'ArrowDown') focus(shown[place + 1])
    else if (event.key === 'ArrowUp') focus(shown[place - 1])
    else if (event.key === 'Home') focus(shown[0])
    else if (event.key === 'End') focus(shown.at(-1))
    else if (event.key === 'ArrowRight' && isOpen) focus(shown[place + 1])
    else if (event.key === 'ArrowRight' && hasRows) fold(row.id)
    else if (event.key === 'ArrowLeft' && isOpen) fold(row.id)
    else if (event.key === 'ArrowLeft') focus(shown.find(({ id }) => id === row.parentId))
    else if (event.key === 'Enter' || event.key === ' ') onOpen(row)
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={tree}
      role="tree"
      aria-label="Steps"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="relative py-1"
    >
      {shown.map((row) => (
        <TraceRowView
          key={row.id}
          row={row}
          state={stateOf(row, at)}
          total={total}
          isMeasured={isMeasured}
          open={withChildren.has(row.id) ? !folded.has(row.id) : null}
          focusable={row.id === focused || (row === shown[0] && !shown.some(({ id }) => id === focused))}
          onFocus={setFocused}
          onOpen={onOpen}
          onFold={fold}
        />
      ))}
      <div aria-hidden className={cn(COLUMNS, 'pointer-events-none absolute inset-0 items-stretch px-3')}>
        <span className="@3xl:block hidden" />
        <span className={cn(CELLS.bar, 'relative')}>
          {answered !== null && (
            <span
              className="absolute inset-y-0 border-line-strong border-l border-dotted"
              style={{ left: `${(100 * answered) / total}%` }}
            />
          )}
          <span ref={line} className="absolute inset-0">
            <span className="absolute inset-y-0 left-0 w-px bg-accent" />
          </span>
        </span>
      </div>
    </div>
  )
})
