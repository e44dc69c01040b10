'use client'
import { isPrepared, otherCalls, spent } from '@/components/chat/turn/turn-facts'
import { stepName } from '@/components/inspector/step-words'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { useFormat } from '@/components/ui/words/use-format'
import { costWords, NOT_MEASURED } from '@/components/ui/words/words'
import type { CallSums, TurnDto } from '@/lib/shared/dto'

const COLUMNS = ['In', 'Cached', 'Out', 'Cost', 'Time']
const CELL = 'py-1.5 pl-3 text-right'
const RULED = 'border-line border-b [&>th]:font-medium'

export function Ledger({ turn }: { turn: TurnDto | null }) {
  const format = useFormat()
  if (!turn || turn.steps.length === 0) return <EmptyState title="What an answer costs is shown here" />
  const sum = spent(turn)
  const others = otherCalls(turn)
  const later = turn.totals?.later
  const unmeasured = isPrepared(turn) ? '–' : null
  const tokensOf = (sums: Sums) =>
    [sums.inputTokens, sums.cachedTokens, sums.outputTokens].map((tokens) => format.tokens(tokens))
  const costOf = (sums: NonNullable<typeof sum>) => unmeasured ?? costWords(sums, format)
  return (
    <section aria-label="Calls" className="p-4">
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
      <p className="mt-2 text-ink-faint text-xs">{noteWords(turn)}</p>
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

export function noteWords(turn: TurnDto): string {
  const sum = spent(turn)
  const counted = sum && `Tokens are ${sum.estimated ? 'estimated by Mneme' : 'reported by the provider'}.`
  return [`${turn.steps.at(-1)?.model}.`, isPrepared(turn) ? NOT_MEASURED : counted].filter(Boolean).join(' ')
}
