'use client'
import Link from 'next/link'
import { memo } from 'react'
import { cn } from '@/components/ui/cn'
import { ScrollArea } from '@/components/ui/scroll-area'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { pointName } from '@/components/usage/usage-words'
import { useHover, useHovered } from './hover'
import type { Cell, FigureTable, Row } from './tables'

type Props = FigureTable & { caption: string; all: boolean; visible: boolean }

const FOOT = 'whitespace-nowrap border-line-strong border-t py-1.5'
const cellText = (cell: Cell, format: Format) => (typeof cell === 'number' ? format.number(cell) : cell)

/** The numbers of a figure: a row per point, what lies outside of the figure, and the ledger's sum. */
export const PointTable = memo(function PointTable({ caption, columns, rows, total, all, visible }: Props) {
  const format = useFormat()
  const table = (
    <table className="w-full text-xs tabular">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 z-10 bg-paper text-ink-faint">
        <tr>
          {['Turns', ...columns].map((name) => (
            <th
              key={name}
              scope="col"
              className="border-line border-b px-2 py-1.5 text-right align-bottom font-normal first:sticky first:left-0 first:bg-paper first:pl-0 first:text-left"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const name = pointName(row.point, all, format)
          return (
            <PointRow key={`${row.point.kind} ${row.point.from}`} row={row} name={name} visible={visible} />
          )
        })}
      </tbody>
      <tfoot className="sticky bottom-0 bg-paper font-semibold">
        <tr>
          <th scope="row" className={cn(FOOT, 'sticky left-0 bg-paper pr-2 text-left font-semibold')}>
            All recorded calls
          </th>
          {total.map((cell, i) => (
            <td key={columns[i]} className={cn(FOOT, 'px-2 text-right')}>
              {cellText(cell, format)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
  if (!visible) return table
  return (
    <ScrollArea className="max-h-[28rem] overflow-auto rounded-md border border-line px-3">
      {table}
    </ScrollArea>
  )
})

type RowProps = { row: Row; name: string; visible: boolean }
const PointRow = memo(function PointRow({ row: { point, cells }, name, visible }: RowProps) {
  const hover = useHover()
  const format = useFormat()
  const inFigure = point.kind === 'turns'
  const hovered = useHovered(
    (place) => inFigure && place !== null && place >= point.from && place <= point.to,
  )
  const href = point.turn && `/c/${point.turn.conversationId}/turns/${point.turn.id}`
  return (
    <tr
      className={cn(
        'border-line border-b',
        hovered ? 'bg-accent-soft' : 'bg-paper',
        !inFigure && 'text-ink-soft',
      )}
      {...(visible && inFigure
        ? { onPointerEnter: () => hover.set(point.from), onPointerLeave: () => hover.set(null) }
        : {})}
    >
      <th scope="row" className="sticky left-0 whitespace-nowrap bg-inherit py-1 pr-2 text-left font-medium">
        {visible && href ? (
          <Link href={href} prefetch={false} className="hover:text-accent hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </th>
      {cells.map((cell, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells stand in the order of the columns
        <td key={i} className="whitespace-nowrap px-2 py-1 text-right">
          {cellText(cell, format)}
        </td>
      ))}
    </tr>
  )
})
