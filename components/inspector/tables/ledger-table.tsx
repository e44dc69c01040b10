'use client'
import { differenceWords, stepName } from '@/components/inspector/step-words'
import { isWithin, sums } from '@/components/inspector/trace/trace'
import { cn } from '@/components/ui/cn'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { costWords } from '@/components/ui/words/words'
import type { InspectedStep, InspectedTurn } from '@/lib/shared/turn/inspector'
import { Row, TablePart } from './table-parts'

const COLUMNS = [
  'Call',
  'Prompt, reported',
  'Prompt, estimated',
  'Difference',
  'Cached',
  'Answer',
  'incl. reasoning',
  'Cost',
  'First token',
  'Model time',
]
const ABOUT =
  'Every call to a model. Model time is the call alone; in the trace, a call also includes the tools it ' +
  'started. “First token” is the wait before the model began to write.'

export function LedgerTable({ turn }: { turn: InspectedTurn }) {
  const format = useFormat()
  const { steps } = turn
  const own = steps.filter((step) => isWithin(turn, step))
  return (
    <TablePart name="Ledger" about={ABOUT} columns={COLUMNS}>
      <tbody>
        {steps.map((step) => (
          <StepRow key={step.id} step={step} name={stepName(step, steps)} format={format} />
        ))}
      </tbody>
      <tfoot>
        {own.length < steps.length && <Row head="This answer" cells={sumCells(own, format)} />}
        <Row head="All calls" cells={sumCells(steps, format)} className="font-semibold" />
      </tfoot>
    </TablePart>
  )
}

function sumCells(steps: readonly InspectedStep[], format: Format): string[] {
  const sum = (of: (step: InspectedStep) => number) => steps.reduce((total, step) => total + of(step), 0)
  const hasReports = steps.some((step) => step.reported)
  const reported = (of: (step: InspectedStep) => number) => (hasReports ? format.number(sum(of)) : '–')
  const { tokensOut, costs } = sums(steps)
  return [
    reported((step) => step.reported?.inputTokens ?? 0),
    format.number(sum((step) => step.estInputTokens)),
    '',
    reported((step) => step.reported?.cachedTokens ?? 0),
    `${hasReports ? '' : '≈ '}${format.number(tokensOut)}`,
    reported((step) => step.reported?.reasoningTokens ?? 0),
    costWords(costs, format),
    '',
    format.duration(sum((step) => step.totalMs)),
  ]
}

/** How a call ended, and its tries if there were several or it failed. */
function endWords(step: InspectedStep, format: Format): string[] {
  const finish = step.finish === 'stop' || step.finish === 'tool-calls' ? '' : step.finish
  const tries = step.tries.map(
    ({ ok, reason, ms }, i) => `Try ${i + 1}: ${ok ? 'worked' : reason || 'failed'}, ${format.duration(ms)}`,
  )
  return [
    step.error?.message ?? finish,
    ...step.notices,
    ...(tries.length > 1 || step.error ? tries : []),
  ].filter(Boolean)
}

function StepRow({ step, name, format }: { step: InspectedStep; name: string; format: Format }) {
  const { reported } = step
  const lines = endWords(step, format)
  const cells = [
    reported ? format.number(reported.inputTokens) : '–',
    format.number(step.estInputTokens),
    reported ? differenceWords(reported.inputTokens, step.estInputTokens, format) : '–',
    reported ? format.number(reported.cachedTokens) : '–',
    reported ? format.number(reported.outputTokens) : `≈ ${format.number(step.estOutputTokens)}`,
    reported ? format.number(reported.reasoningTokens) : '–',
    format.cost(step.costMicros),
    step.firstMs === null ? '–' : format.duration(step.firstMs),
    format.duration(step.totalMs),
  ]
  return (
    <>
      <Row
        head={
          <>
            {name}
            <span
              title={`${step.model}, ${step.provider}`}
              className="block max-w-32 truncate font-normal text-ink-faint"
            >
              {step.model}
            </span>
          </>
        }
        cells={cells}
        className={cn('align-top', lines.length === 0 && 'border-line border-b')}
      />
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
