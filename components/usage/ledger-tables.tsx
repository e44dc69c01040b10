'use client'
import type { CallSums, UsageReport } from '@/lib/shared/usage/usage'
import { rowsOf, totalsOf } from '@/lib/shared/usage/usage-maths'
import { DEPTH_WORDS } from '../chat/turn/thinking/depth-badge'
import { Row, ScrollTable } from '../inspector/tables/table-parts'
import { costWords } from '../ui/words/cost-words'
import { type Format, useFormat } from '../ui/words/use-format'
import { phaseName } from './charts/series'
import { branchNote, reflectiveWords, stepLimitWords } from './usage-words'

const COLUMNS = [
  'Calls',
  'Cost',
  'Prompt, reported',
  'same calls, estimated',
  'Prompt, estimated only',
  'Cached',
  'Answer',
  'incl. reasoning',
]
const cells = (sums: CallSums, format: Format) => [
  format.number(sums.calls),
  costWords(sums, format),
  format.number(sums.reportedInputTokens),
  format.number(sums.reportedEstInputTokens),
  format.number(sums.estInputTokens - sums.reportedEstInputTokens),
  format.number(sums.cachedTokens),
  format.number(sums.outputTokens),
  format.number(sums.reasoningTokens),
]

/** The provider's counts next to our estimates, by phase and by model. */
export function LedgerTables({ report }: { report: UsageReport }) {
  const format = useFormat()
  const totals = totalsOf(rowsOf(report))
  const prices = report.models.flatMap(({ model, price }) =>
    price && price.input > 0
      ? `${model}: ${format.cost(price.input)} per million prompt tokens, ${format.cost(price.cachedInput)} cached`
      : [],
  )
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h2 className="font-medium text-base">Cost and tokens</h2>
      <p className="max-w-[72ch] text-ink-soft">
        “Reported” is the provider’s own count, which is what you pay for. The comparisons above use our
        tokenizer on both sides.
      </p>
      <LedgerTable
        name="By phase"
        rows={report.phases.map((phase) => [phaseName(phase.phase), phase])}
        totals={totals}
      />
      <LedgerTable
        name="By model"
        rows={report.models.map((sums) => [sums.price ? sums.model : `${sums.model} (no price known)`, sums])}
        totals={totals}
      />
      {report.depths.length > 0 && (
        <>
          <LedgerTable
            name="By depth"
            rows={report.depths.map((depth) => [
              `${DEPTH_WORDS[depth.depth].label} (${format.plural(depth.turns, 'turn')})`,
              depth,
            ])}
          />
          <p className="max-w-[72ch] text-ink-soft">
            {reflectiveWords(report.depths, format)} {stepLimitWords(report.depths, format)}{' '}
            {branchNote(report, format)}
          </p>
        </>
      )}
      <p className="text-ink-faint text-xs">{prices.join('; ')}</p>
    </div>
  )
}

type TableProps = { name: string; rows: [string, CallSums][]; totals?: CallSums }
function LedgerTable({ name, rows, totals }: TableProps) {
  const format = useFormat()
  return (
    <ScrollTable columns={[name, ...COLUMNS]} headings="first:font-medium first:text-ink">
      <tbody>
        {rows.map(([label, sums]) => (
          <Row key={label} className="border-line border-b" head={label} cells={cells(sums, format)} />
        ))}
      </tbody>
      {totals && (
        <tfoot>
          <Row className="font-semibold" head="All calls" cells={cells(totals, format)} />
        </tfoot>
      )}
    </ScrollTable>
  )
}
