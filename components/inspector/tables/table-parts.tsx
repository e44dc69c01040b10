'use client'
import { type ReactNode, useId } from 'react'
import { cn } from '@/components/ui/cn'
import { ScrollArea } from '@/components/ui/scroll-area'

const HEAD =
  'px-2 py-1.5 align-bottom font-normal first:sticky first:left-0 first:bg-paper first:pl-0 first:text-left'
export const ROW_HEAD = 'sticky left-0 bg-paper whitespace-nowrap py-1.5 pr-2 text-left font-medium'
export const CELL = 'whitespace-nowrap px-2 py-1.5 text-right'
export const TEXT_CELL = 'px-2 py-1.5 text-left'

type ScrollTableProps = {
  columns: readonly string[]
  /** Columns aligned left, as texts are; numbers are aligned right. */
  text?: readonly string[]
  /** On a phone each row is a block whose cells say what they are. */
  stacks?: boolean
  labelledBy?: string
  children: ReactNode
}

export const ScrollTable = ({ columns, text, stacks, labelledBy, children }: ScrollTableProps) => (
  <ScrollArea className="scroll-edge overflow-x-auto">
    <table aria-labelledby={labelledBy} className="w-full text-xs tabular">
      <thead className={cn('text-ink-faint', stacks && 'max-sm:sr-only')}>
        <tr className="border-line border-b">
          {columns.map((name) => (
            <th
              key={name}
              scope="col"
              className={cn(HEAD, text?.includes(name) ? 'text-left' : 'text-right')}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  </ScrollArea>
)

type TablePartProps = Pick<ScrollTableProps, 'columns' | 'text' | 'stacks' | 'children'> & {
  name: string
  about?: string
}

export function TablePart({ name, about, ...table }: TablePartProps) {
  const id = useId()
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="font-medium text-base">
        {name}
      </h2>
      {about && <p className="max-w-[72ch] text-ink-soft">{about}</p>}
      <ScrollTable labelledBy={id} {...table} />
    </section>
  )
}

export const NumberCells = ({ cells }: { cells: readonly ReactNode[] }) =>
  cells.map((cell, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a cell's column is its identity
    <td key={i} className={CELL}>
      {cell}
    </td>
  ))

type RowProps = { head: ReactNode; cells: readonly ReactNode[]; className?: string }

export const Row = ({ head, cells, className }: RowProps) => (
  <tr className={className}>
    <th scope="row" className={ROW_HEAD}>
      {head}
    </th>
    <NumberCells cells={cells} />
  </tr>
)
