'use client'
import { isPrepared, otherCalls, spent } from '@/components/chat/turn/turn-facts'
import { stepName } from '@/components/inspector/step-words'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { sectionColor, sectionName } from '@/components/ui/series'
import { costWords } from '@/components/ui/words/cost-words'
import { countedWords, NOT_MEASURED, WHY_COUNTS_DIFFER } from '@/components/ui/words/estimate-words'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import type { CallSums, StepDto, TurnDto } from '@/lib/shared/dto'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'

/** Tokens, cost and time of every call of a turn, and what the last prompt was made of. */
export function Ledger({ turn }: { turn: TurnDto | null }) {
  const format = useFormat()
  if (!turn || turn.steps.length === 0)
    return (
      <EmptyState title="No calls yet">
        Send a message, and each model call is listed here with its tokens, cost and time.
      </EmptyState>
    )
  const last = turn.steps.findLast((step) => step.sections.length > 0)
  return (
    <div className="flex flex-col gap-6 p-4">
      <StepTable turn={turn} format={format} />
      {last && <Sections step={last} format={format} />}
    </div>
  )
}

const COLUMNS = ['In', 'Cached', 'Out', 'Cost', 'Model time']
const CELL = 'py-1.5 pl-3 text-right'
const RULED = 'border-line border-b [&>th]:font-medium'

function StepTable({ turn, format }: { turn: TurnDto; format: Format }) {
  const sum = spent(turn)
  const others = otherCalls(turn)
  const later = turn.totals?.later
  const unmeasured = isPrepared(turn) ? '–' : null
  const tokensOf = (sums: Sums) =>
    [sums.inputTokens, sums.cachedTokens, sums.outputTokens].map((tokens) => format.tokens(tokens))
  const costOf = (sums: NonNullable<typeof sum>) => unmeasured ?? costWords(sums, format)
  return (
    <section aria-label="Calls">
      <h2 className="mb-2 font-medium">Message {format.number(turn.number)}</h2>
      <div className="overflow-x-auto">
        <table className="w-full text-xs">
          <thead className="text-ink-faint">
            <tr className="border-line border-b">
              {['Call', ...COLUMNS].map((name) => (
                <th key={name} scope="col" className={cn(CELL, 'font-normal first:pl-0 first:text-left')}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {turn.steps.map((step) => (
              <Row
                key={step.index}
                name={stepName(step, turn.steps)}
                title={step.model}
                className={RULED}
                cells={[
                  ...(step.usage ? tokensOf(step.usage) : ['…', '…', '…']),
                  unmeasured ?? (step.usage ? format.cost(step.usage.costMicros) : '…'),
                  unmeasured ?? (step.totalMs === null ? '…' : format.duration(step.totalMs)),
                ]}
              />
            ))}
            {others && (
              <Row
                name={format.plural(others.calls, 'other call')}
                className={RULED}
                cells={tokensOf(others)}
              />
            )}
          </tbody>
          {sum && (
            <tfoot>
              <Row name="This answer" className="font-semibold" cells={[...tokensOf(sum), costOf(sum)]} />
              {later && <Row name="Memory’s own calls" cells={[...tokensOf(later), costOf(later)]} />}
            </tfoot>
          )}
        </table>
      </div>
      <p className="mt-2 text-ink-faint text-xs">{noteWords(turn, format)}</p>
    </section>
  )
}

type Sums = Pick<CallSums, 'inputTokens' | 'cachedTokens' | 'outputTokens'>
type RowProps = { name: string; title?: string; className?: string; cells: string[] }
const Row = ({ name, title, className, cells }: RowProps) => (
  <tr className={className}>
    <th scope="row" title={title} className="py-1.5 text-left font-[inherit]">
      {name}
    </th>
    {COLUMNS.map((column, i) => (
      <td key={column} className={cn(CELL, 'tabular')}>
        {cells[i]}
      </td>
    ))}
  </tr>
)

const countWords = (estimated = false) =>
  estimated
    ? 'Tokens are estimated by Mneme where no provider reported them.'
    : 'Tokens are those the provider reported.'

/** What the rows are, in sentences. */
export function noteWords(turn: TurnDto, format: Format): string {
  const sum = spent(turn)
  const others = otherCalls(turn)
  return [
    `${turn.steps.at(-1)?.model}.`,
    isPrepared(turn) ? NOT_MEASURED : countWords(sum?.estimated),
    turn.steps.some(({ model }) => model === OFFLINE_MODEL)
      ? 'Those of the built-in engine cost nothing, so Usage does not count them.'
      : '',
    others
      ? `${format.plural(others.calls, 'other call')} decided how much to think or belong${others.calls === 1 ? 's' : ''} to an earlier attempt.`
      : '',
    turn.totals?.later ? 'After the answer, memory writes summaries, facts and the title.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function Sections({ step, format }: { step: StepDto; format: Format }) {
  const total = step.sections.reduce((sum, section) => sum + section.tokens, 0)
  const most = Math.max(1, ...step.sections.map((section) => section.tokens))
  return (
    <section aria-label="Sections of the last prompt">
      <h2 className="mb-2 flex items-baseline justify-between font-medium">
        The last prompt{' '}
        <span className="font-normal text-ink-faint text-xs tabular">
          {countedWords(total, 'estimated', format)}
        </span>
      </h2>
      <ul className="flex flex-col gap-2">
        {step.sections.map((section) => (
          <li key={section.section} className="text-xs">
            <div className="mb-1 flex justify-between gap-2">
              <span className="text-ink-soft">
                {sectionName(section.section)}
                {section.droppedItems ? `, ${section.droppedItems} left out` : ''}
              </span>
              <span className="tabular">{format.tokens(section.tokens)}</span>
            </div>
            <div className="h-1.5 rounded-full bg-sunken">
              <div
                className="h-full rounded-full transition-[width] duration-150"
                style={{
                  width: `${(section.tokens / most) * 100}%`,
                  background: sectionColor(section.section),
                }}
              />
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ink-faint text-xs">{WHY_COUNTS_DIFFER}</p>
    </section>
  )
}
