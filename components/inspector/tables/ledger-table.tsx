'use client'
import { difference, stepName } from '@/components/inspector/step-words'
import { cn } from '@/components/ui/cn'
import { costWords } from '@/components/ui/cost-words'
import { type Format, useFormat } from '@/components/ui/use-format'
import type { InspectedStep, InspectedTurn } from '@/lib/shared/inspector'
import { CELL, HEAD, ROW_HEAD, TablePart, TEXT_CELL, TEXT_HEAD } from './table-parts'

const COLUMNS = [
  'Call',
  'Prompt, reported',
  'our estimate',
  'Difference',
  'Cached',
  'Answer',
  'of it reasoning',
  'Cost',
  'First text',
  'Time',
  'Model',
]

/** Tokens, cost and time of every call of the turn: the provider's count next to ours. */
export function LedgerTable({ turn }: { turn: InspectedTurn }) {
  const format = useFormat()
  const sum = (of: (step: InspectedStep) => number) => turn.steps.reduce((total, step) => total + of(step), 0)
  const unpriced = turn.steps.filter((step) => step.costMicros === null).length
  const costs = { costMicros: sum((step) => step.costMicros ?? 0), unpricedCalls: unpriced }
  return (
    <TablePart name="Ledger">
      <thead className="text-ink-faint">
        <tr className="border-line border-b">
          {COLUMNS.map((name, i) => (
            <th key={name} scope="col" className={i > 9 ? TEXT_HEAD : HEAD}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {turn.steps.map((step) => (
          <StepRow key={step.id} step={step} name={stepName(step, turn.steps)} format={format} />
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className={cn(ROW_HEAD, 'font-semibold')}>
            All calls
          </th>
          <td className={CELL}>{format.number(sum((step) => step.reported?.inputTokens ?? 0))}</td>
          <td className={CELL}>{format.number(sum((step) => step.estInputTokens))}</td>
          <td className={CELL} />
          <td className={CELL}>{format.number(sum((step) => step.reported?.cachedTokens ?? 0))}</td>
          <td className={CELL}>
            {format.number(sum((step) => step.reported?.outputTokens ?? step.estOutputTokens))}
          </td>
          <td className={CELL}>{format.number(sum((step) => step.reported?.reasoningTokens ?? 0))}</td>
          <td className={CELL}>{costWords({ ...costs, calls: turn.steps.length }, format)}</td>
          <td className={CELL} />
          <td className={CELL}>{format.duration(sum((step) => step.totalMs))}</td>
          <td className={CELL} />
        </tr>
      </tfoot>
    </TablePart>
  )
}

function StepRow({ step, name, format }: { step: InspectedStep; name: string; format: Format }) {
  const { reported } = step
  const tries = step.tries.map(
    (attempt, i) =>
      `Try ${i + 1}: ${attempt.ok ? 'worked' : attempt.reason || 'failed'}, ${format.duration(attempt.ms)}`,
  )
  const ended = [
    step.error?.message ?? (step.finish === 'stop' || step.finish === 'tool-calls' ? '' : step.finish),
    ...step.notices,
  ].filter(Boolean)
  const lines = [...ended, ...(tries.length > 1 || step.error ? tries : [])]
  return (
    <>
      <tr className={cn('align-top', lines.length === 0 && 'border-line border-b')}>
        <th scope="row" className={ROW_HEAD}>
          {name}
        </th>
        <td className={CELL}>{reported ? format.number(reported.inputTokens) : '–'}</td>
        <td className={CELL}>{format.number(step.estInputTokens)}</td>
        <td className={CELL}>
          {reported ? difference(reported.inputTokens, step.estInputTokens, format) : '–'}
        </td>
        <td className={CELL}>{reported ? format.number(reported.cachedTokens) : '–'}</td>
        <td className={CELL}>
          {reported ? format.number(reported.outputTokens) : `≈ ${format.number(step.estOutputTokens)}`}
        </td>
        <td className={CELL}>{reported ? format.number(reported.reasoningTokens) : '–'}</td>
        <td className={CELL}>{format.cost(step.costMicros)}</td>
        <td className={CELL}>{step.firstMs === null ? '–' : format.duration(step.firstMs)}</td>
        <td className={CELL}>{format.duration(step.totalMs)}</td>
        <td className={cn(TEXT_CELL, 'whitespace-nowrap')}>
          {step.model}
          <span className="block text-ink-faint">{step.provider}</span>
        </td>
      </tr>
      {lines.length > 0 && (
        <tr className="border-line border-b">
          <td colSpan={COLUMNS.length} className="pb-2 pl-4 text-left text-ink-soft">
            {lines.map((line, i) => (
              <span key={line} className={cn('block', i === 0 && step.error && 'text-error')}>
                {line}
              </span>
            ))}
          </td>
        </tr>
      )}
    </>
  )
}
