'use client'
import type { CallSums, UsageReport } from '@/lib/shared/usage'
import { rowsOf, totalsOf } from '@/lib/shared/usage-maths'
import { costWords } from '../ui/cost-words'
import { type Format, useFormat } from '../ui/use-format'
import { phaseName } from './charts/series'

const COLUMNS = [
  'Calls',
  'Prompt, reported',
  'same calls, our estimate',
  'Prompt, estimated only',
  'Cached',
  'Answer',
  'of it reasoning',
  'Cost',
]
const cells = (sums: CallSums, format: Format) => [
  format.number(sums.calls),
  format.number(sums.reportedInputTokens),
  format.number(sums.reportedEstInputTokens),
  format.number(sums.estInputTokens - sums.reportedEstInputTokens),
  format.number(sums.cachedTokens),
  format.number(sums.outputTokens),
  format.number(sums.reasoningTokens),
  costWords(sums, format),
]

/** The provider's counts next to our estimates, by phase and by model. */
export function LedgerTables({ report }: { report: UsageReport }) {
  const format = useFormat()
  const totals = totalsOf(rowsOf(report))
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h2 className="font-medium text-base">Cost and tokens</h2>
      <p className="max-w-[72ch] text-ink-soft">
        “Reported” is the provider’s own count, which is what costs. The figures above that compare use our
        tokenizer on both sides.
      </p>
      <LedgerTable
        name="By phase"
        rows={report.phases.map((phase) => [phaseName(phase.phase), phase])}
        totals={totals}
      />
      <LedgerTable
        name="By model"
        rows={report.models.map((model) => [
          model.price ? model.model : `${model.model} (no price known)`,
          model,
        ])}
        totals={totals}
      />
      <p className="text-ink-faint text-xs">
        {report.models
          .filter((model) => model.price && model.price.input > 0)
          .map(
            (model) =>
              `${model.model}: ${format.cost(model.price?.input ?? 0)} per million prompt tokens, ${format.cost(model.price?.cachedInput ?? 0)} cached`,
          )
          .join('; ')}
      </p>
    </div>
  )
}

function LedgerTable({ name, rows, totals }: { name: string; rows: [string, CallSums][]; totals: CallSums }) {
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-xs tabular">
        <thead className="text-ink-faint">
          <tr className="border-line border-b">
            {[name, ...COLUMNS].map((column) => (
              <th
                key={column}
                scope="col"
                className="px-2 py-1.5 text-right align-bottom font-normal first:pl-0 first:text-left first:font-medium first:text-ink"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, sums]) => (
            <tr key={label} className="border-line border-b">
              <th scope="row" className="whitespace-nowrap py-1.5 pr-2 text-left font-medium">
                {label}
              </th>
              {cells(sums, format).map((cell, i) => (
                <td key={COLUMNS[i]} className="whitespace-nowrap px-2 py-1.5 text-right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="py-1.5 pr-2 text-left font-semibold">
              All calls
            </th>
            {cells(totals, format).map((cell, i) => (
              <td key={COLUMNS[i]} className="whitespace-nowrap px-2 py-1.5 text-right">
                {cell}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
