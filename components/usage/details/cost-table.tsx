'use client'
import { costWords } from '@/components/ui/words/words'
import type { UsageReport, UsageSums } from '@/lib/shared/usage/usage'
import { totalsOf } from '@/lib/shared/usage/usage-maths'
import { depthName } from '../../chat/turn/thinking/depth-words'
import { Row, TablePart } from '../../inspector/tables/table-parts'
import { useFormat } from '../../ui/words/use-format'
import { phaseName, reflectiveWords, stepLimitWords } from '../usage-words'

const COLUMNS: [name: string, of: (sums: UsageSums) => number][] = [
  ['Calls', (sums) => sums.calls],
  ['Prompt, reported', (sums) => sums.reportedInputTokens],
  ['same calls, estimated', (sums) => sums.reportedEstInputTokens],
  ['Prompt, estimated only', (sums) => sums.estInputTokens - sums.reportedEstInputTokens],
  ['Cached', (sums) => sums.cachedTokens],
  ['Answer', (sums) => sums.outputTokens],
  ['incl. reasoning', (sums) => sums.reasoningTokens],
]

export function CostTable({ report }: { report: UsageReport }) {
  const format = useFormat()
  const totals = totalsOf(report.models)
  const shown = COLUMNS.filter(([, of]) => of(totals) !== 0)
  const cells = (sums: UsageSums) => [
    ...shown.map(([, of]) => format.number(of(sums))),
    // The sample's calls cost nothing.
    report.isSample && sums.costMicros + sums.unpricedCalls === 0 ? '–' : costWords(sums, format),
  ]
  const groups: [name: string, rows: [string, UsageSums][]][] = [
    ['By phase', report.phases.map((phase) => [phaseName(phase.phase), phase])],
    [
      'By model',
      report.models.map((sums) => [sums.price ? sums.model : `${sums.model} (no price known)`, sums]),
    ],
    [
      'By thinking',
      report.depths.map((depth) => [
        `${depthName(depth.depth)} (${format.plural(depth.turns, 'message')})`,
        depth,
      ]),
    ],
  ]
  const prices = report.models.flatMap(({ model, price }) =>
    price && price.input > 0
      ? `${model}: ${format.cost(price.input)} per million prompt tokens, ${format.cost(price.cachedInput)} cached`
      : [],
  )
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <TablePart
        name="Cost and tokens"
        about="“Reported” is the provider’s own count, which is what you pay for. The comparisons above use our tokenizer on both sides."
        columns={['Group', ...shown.map(([name]) => name), 'Cost']}
      >
        {groups.map(
          ([name, rows]) =>
            rows.length > 0 && (
              <tbody key={name}>
                <tr className="border-line border-b">
                  <th
                    scope="rowgroup"
                    colSpan={shown.length + 2}
                    className="pt-5 pb-1.5 text-left font-medium text-ink-soft"
                  >
                    <span className="sticky left-0">{name}</span>
                  </th>
                </tr>
                {rows.map(([label, sums]) => (
                  <Row key={label} className="border-line border-b" head={label} cells={cells(sums)} />
                ))}
              </tbody>
            ),
        )}
        <tfoot>
          <Row className="font-semibold" head="All calls" cells={cells(totals)} />
        </tfoot>
      </TablePart>
      {report.depths.length > 0 && (
        <p className="max-w-[72ch] text-ink-soft">
          {reflectiveWords(report.depths, format)} {stepLimitWords(report.depths, format)}
        </p>
      )}
      <p className="text-ink-faint text-xs">{prices.join('; ')}</p>
    </div>
  )
}
