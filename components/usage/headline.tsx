'use client'
import type { UsageReport } from '@/lib/shared/usage'
import { rowsOf, totalsOf } from '@/lib/shared/usage-maths'
import { useFormat } from '../ui/use-format'
import { headline, ranTurns } from './usage-words'

/** The result in a sentence, what has to be said with it, and the plain sums. */
export function Headline({ report }: { report: UsageReport }) {
  const format = useFormat()
  const { text, notes } = headline(report, format)
  const totals = totalsOf(rowsOf(report))
  const imported = report.outside.find((point) => point.kind === 'imported')
  const branches = report.outside.find((point) => point.kind === 'branches')
  const facts = [
    ['Tokens', format.tokens(totals.inputTokens + totals.outputTokens)],
    [
      'Cost',
      totals.calls > 0 && totals.unpricedCalls === totals.calls ? 'no price' : format.cost(totals.costMicros),
    ],
    ['Calls', format.number(totals.calls)],
    ['Turns', format.number(ranTurns(report))],
  ]
  return (
    <header className="flex flex-col gap-3">
      <p className="max-w-[44ch] text-balance font-medium text-xl" data-testid="headline">
        {text}
      </p>
      {notes.length > 0 && <p className="max-w-[72ch] text-ink-soft">{notes.join(' ')}</p>}
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex items-baseline gap-2">
            <dt className="text-ink-faint text-xs">{name}</dt>
            <dd className="font-medium tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="max-w-[72ch] text-ink-faint text-xs">
        Every recorded call counts: failed, stopped and retried ones, all attempts and background calls.
        {branches &&
          ` ${format.plural(branches.turns, 'turn')} on other branches ${branches.turns === 1 ? 'is' : 'are'} in the sums and tables, not in the figures.`}
        {imported &&
          ` ${format.plural(imported.turns, 'imported turn')} ${imported.turns === 1 ? 'is' : 'are'} in no figure: ${imported.turns === 1 ? 'it' : 'they'} never ran here.${imported.calls > 0 ? ` What summing ${imported.turns === 1 ? 'it' : 'them'} up took is in the sums and tables.` : ''}`}
        {totals.unpricedCalls > 0 &&
          totals.unpricedCalls < totals.calls &&
          ` ${format.plural(totals.unpricedCalls, 'call')} without a known price ${totals.unpricedCalls === 1 ? 'is' : 'are'} not in the cost.`}
      </p>
    </header>
  )
}
