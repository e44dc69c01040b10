'use client'
import { costWords } from '@/components/ui/words/cost-words'
import { useFormat } from '@/components/ui/words/use-format'
import type { UsageReport } from '@/lib/shared/usage/usage'
import { rowsOf, totalsOf, withMemory } from '@/lib/shared/usage/usage-maths'
import { turnsWords } from '../usage-words'
import { headline, outsideNote, unpricedNotes } from './headline-words'

/** The result in a sentence, the ledger’s sums, and the calculation on demand. */
export function Headline({ report }: { report: UsageReport }) {
  const format = useFormat()
  const { text, second, how } = headline(report, format)
  const totals = totalsOf(rowsOf(report))
  const hasCost = totals.unpricedCalls === 0 || totals.costMicros > 0
  const notes = [
    ...unpricedNotes(report, format),
    ...report.outside.flatMap((point) => outsideNote(point, format)),
  ]
  const facts = [
    ['Tokens', format.tokens(withMemory(totals))],
    ['Cost', hasCost ? costWords(totals, format) : 'unknown'],
    ['Calls', format.number(totals.calls)],
    ['Covers', turnsWords(report, format)],
  ]
  return (
    <header className="flex flex-col gap-3">
      <p className="max-w-[44ch] text-balance font-medium text-xl">{text}</p>
      {second && <p className="max-w-[72ch] text-ink-soft">{second}</p>}
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex items-baseline gap-2">
            <dt className="text-ink-faint text-xs">{name}</dt>
            <dd className="font-medium tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {how.length > 0 && (
        <details className="max-w-[72ch] text-ink-soft">
          <summary className="w-fit cursor-pointer rounded-sm py-0.5 hover:text-ink">
            How this is calculated
          </summary>
          <div className="mt-3 flex flex-col gap-3">
            {how.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </details>
      )}
      {notes.length > 0 && <p className="max-w-[72ch] text-ink-faint text-xs">{notes.join(' ')}</p>}
    </header>
  )
}
