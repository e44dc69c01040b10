'use client'
import { type ReactNode, useId } from 'react'
import { cn } from '@/components/ui/cn'
import { ScrollArea } from '@/components/ui/scroll-area'

const HEAD =
  'px-2 py-1.5 align-bottom font-normal first:sticky first:left-0 first:bg-paper first:pl-0 first:text-left'
export const ROW_HEAD = 'sticky left-0 bg-paper whitespace-nowrap py-1.5 pr-2 text-left font-medium'
export const CELL = 'whitespace-nowrap px-2 py-1.5 text-right'
export const TEXT_CELL = 'px-2 py-1.5 text-left'

type TablePartProps = {
  name: string
  about?: string
  columns: readonly string[]
  /** Columns aligned left, as texts are; numbers are aligned right. */
  text?: readonly string[]
  /** On a phone each row is a block whose cells say what they are. */
  stacks?: boolean
  /** Scrolls by itself, as there may be hundreds of rows. */
  isLong?: boolean
  children: ReactNode
}

export function TablePart({ name, about, columns, text, stacks, isLong, children }: TablePartProps) {
  const id = useId()
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="font-medium text-base">
        {name}
      </h2>
      {about && <p className="max-w-[72ch] text-ink-soft">{about}</p>}
      <ScrollArea className={cn('scroll-edge', isLong ? 'max-h-96 overflow-auto' : 'overflow-x-auto')}>
        <table aria-labelledby={id} className="w-full text-xs tabular">
          <thead className={cn('text-ink-faint', stacks && 'max-sm:sr-only')}>
            <tr className="border-line border-b">
              {columns.map((title) => (
                <th
                  key={title}
                  scope="col"
                  className={cn(HEAD, text?.includes(title) ? 'text-left' : 'text-right')}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          {children}
        </table>
      </ScrollArea>
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

type Line = { key?: number; name: string; head?: ReactNode; cells: readonly ReactNode[] }
type NumberTableProps = Omit<TablePartProps, 'children'> & { rows: readonly Line[]; foot?: readonly Line[] }

/** A table with one row of numbers per line; the first row of `foot` is bold. */
export const NumberTable = ({ rows, foot = [], ...part }: NumberTableProps) => (
  <TablePart {...part}>
    <tbody>
      {rows.map(({ key, name, head = name, cells }) => (
        <Row key={key ?? name} className="border-line border-b" head={head} cells={cells} />
      ))}
    </tbody>
    <tfoot>
      {foot.map(({ name, cells }, i) => (
        <Row key={name} className={i === 0 ? 'font-semibold' : ''} head={name} cells={cells} />
      ))}
    </tfoot>
  </TablePart>
)
