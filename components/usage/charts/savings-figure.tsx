'use client'
import Link from 'next/link'
import { useId, useState } from 'react'
import { Row, ScrollTable } from '@/components/inspector/tables/table-parts'
import { Button } from '@/components/ui/button'
import { costWords } from '@/components/ui/words/cost-words'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { UNTITLED } from '@/lib/shared/untitled'
import type { Savings, UsageReport } from '@/lib/shared/usage/usage'
import { savingOf, withMemory } from '@/lib/shared/usage/usage-maths'
import { FigureCaption } from './figure-caption'
import { barsOf, FIRST_BARS, shownSavings } from './savings-rows'

const NAME = 'Saving per conversation'
const ABOUT =
  'Tokens saved compared with plain chat, after subtracting memory’s own calls. ' +
  'Short conversations often cost more at first.'
const COLUMNS = ['Conversation', 'Calls', 'Plain chat', 'With memory', 'Saved', 'Cost']
type Figures = Savings['others']
const cells = (of: Figures, format: Format) => [
  format.number(of.calls),
  format.number(of.plainChat),
  format.number(of.withMemory),
  format.number(of.saved),
  costWords(of, format),
]

/** What memory saved in each conversation against plain chat, best first; what cost more is below zero. */
export function SavingsFigure({ report, savings }: { report: UsageReport; savings: Savings }) {
  const id = useId()
  const format = useFormat()
  const [asTable, setAsTable] = useState(false)
  const [everything, setEverything] = useState(false)
  const shown = shownSavings(savings, everything)
  const count = savings.conversations.length
  return (
    <figure aria-labelledby={id} className="relative flex min-w-0 flex-col gap-3">
      <FigureCaption {...{ id, name: NAME, about: ABOUT, asTable }} onSwitch={() => setAsTable(!asTable)} />
      {count === 0 && <p className="text-ink-soft">No conversation has called a model yet.</p>}
      {asTable ? (
        <SavingsTable report={report} savings={savings} labelledBy={id} />
      ) : (
        <Bars rows={shown} labelledBy={id} />
      )}
      {!asTable && count > FIRST_BARS && (
        <div className="flex flex-wrap items-center gap-2 text-ink-soft text-xs">
          {!everything && <span>Showing the {FIRST_BARS} with the largest difference.</span>}
          <Button size="sm" onClick={() => setEverything(!everything)}>
            {everything ? 'Show fewer' : `Show all ${format.number(count)}`}
          </Button>
        </div>
      )}
      {(everything || asTable) && savings.left > 0 && (
        <p className="text-ink-faint text-xs">
          {format.plural(savings.left, 'conversation')} with smaller differences share one row in the table.
        </p>
      )}
    </figure>
  )
}

function Bars({ rows, labelledBy }: { rows: Savings['conversations']; labelledBy: string }) {
  const format = useFormat()
  const { zero, bars } = barsOf(rows)
  const percent = (share: number) => `${share * 100}%`
  return (
    <ul aria-labelledby={labelledBy} className="flex flex-col">
      {rows.map(({ id, title, saved }, i) => {
        const [from, width] = bars[i] ?? [0, 0]
        const name = title || UNTITLED
        const more = saved < 0
        return (
          <li key={id}>
            <Link
              href={`/c/${id}`}
              prefetch={false}
              title={name}
              className="group grid grid-cols-[minmax(0,1fr)_5rem] items-center gap-x-3 rounded-sm px-1 py-1 text-xs hover:bg-sunken sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_5rem]"
            >
              <span className="truncate group-hover:text-accent">{name}</span>
              <span aria-hidden className="relative order-last col-span-2 h-3.5 sm:order-none sm:col-span-1">
                <span
                  className="absolute inset-y-0 w-px bg-line-strong sm:-inset-y-1"
                  style={{ left: percent(Math.min(zero, 0.999)) }}
                />
                <span
                  className="absolute inset-y-0 min-w-px rounded-sm"
                  style={{
                    left: percent(from),
                    width: percent(width),
                    background: more ? 'var(--ink-faint)' : 'var(--accent)',
                  }}
                />
              </span>
              <span className="text-right tabular">
                {more ? '−' : saved > 0 ? '+' : ''}
                {format.tokens(Math.abs(saved))}
                <span className="sr-only"> tokens {more ? 'more than plain chat' : 'saved'}</span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Every conversation, what belongs to none, and the headline’s sums. */
type TableProps = { report: UsageReport; savings: Savings; labelledBy: string }
function SavingsTable({ report, savings, labelledBy }: TableProps) {
  const format = useFormat()
  const upkeep = report.outside.find(({ kind }) => kind === 'upkeep')
  const rows: [string, Figures][] = [
    ...(savings.left > 0
      ? [[format.plural(savings.left, 'other conversation'), savings.others] satisfies [string, Figures]]
      : []),
    ...(upkeep
      ? [
          [
            'Memory’s own calls, outside conversations',
            { ...upkeep, withMemory: withMemory(upkeep), saved: savingOf(upkeep, 'plainChat').tokens },
          ] satisfies [string, Figures],
        ]
      : []),
  ]
  const all = [...savings.conversations, ...rows.map(([, figures]) => figures)]
  const sum = (of: (one: Figures) => number) => all.reduce((total, one) => total + of(one), 0)
  const total: Figures = {
    calls: sum((one) => one.calls),
    costMicros: sum((one) => one.costMicros),
    unpricedCalls: sum((one) => one.unpricedCalls),
    plainChat: sum((one) => one.plainChat),
    withMemory: sum((one) => one.withMemory),
    saved: sum((one) => one.saved),
  }
  return (
    <ScrollTable columns={COLUMNS} labelledBy={labelledBy}>
      <tbody>
        {savings.conversations.map((one) => (
          <Row
            key={one.id}
            className="border-line border-b"
            head={
              <Link href={`/c/${one.id}`} prefetch={false} className="hover:text-accent hover:underline">
                <span className="inline-block max-w-64 truncate align-bottom">{one.title || UNTITLED}</span>
              </Link>
            }
            cells={cells(one, format)}
          />
        ))}
        {rows.map(([name, figures]) => (
          <Row
            key={name}
            className="border-line border-b text-ink-soft"
            head={name}
            cells={cells(figures, format)}
          />
        ))}
      </tbody>
      <tfoot>
        <Row className="font-semibold" head="All recorded calls" cells={cells(total, format)} />
      </tfoot>
    </ScrollTable>
  )
}
