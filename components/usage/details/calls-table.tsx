'use client'
import Link from 'next/link'
import { useState } from 'react'
import { NOT_MEASURED } from '@/components/ui/words/words'
import type { Failure, Result } from '@/lib/shared/errors'
import { PREPARED_MODEL } from '@/lib/shared/transfer/transfer'
import { UNTITLED } from '@/lib/shared/untitled'
import type { CallDto, CallPage } from '@/lib/shared/usage/usage'
import type { UsagePeriod } from '@/lib/shared/usage/usage-query'
import { stepKind } from '../../inspector/step-words'
import { NumberCells, ROW_HEAD, TablePart, TEXT_CELL } from '../../inspector/tables/table-parts'
import { useTitle } from '../../shell/use-title'
import { Button } from '../../ui/button'
import { cn } from '../../ui/cn'
import { ErrorNote } from '../../ui/error-note'
import { RelativeTime } from '../../ui/words/relative-time'
import { useFormat } from '../../ui/words/use-format'
import { server } from '../actions'

const TEXTS = ['Call', 'Model', 'When']
const NUMBERS = ['Prompt', 'estimate', 'Cached', 'Answer', 'Cost', 'First token', 'Model time']
const COLUMNS = ['Message', 'Call', 'Model', ...NUMBERS, 'When']
const ENDS: Record<string, string> = { stop: '', 'tool-calls': '', aborted: 'stopped', length: 'cut off' }

type Props = { conversationId: string | null; period: UsagePeriod | null; first: Result<CallPage> }

export function CallsTable({ conversationId, period, first }: Props) {
  const [{ calls, next }, setPage] = useState<CallPage>(first.ok ? first.value : { calls: [], next: null })
  const [error, setError] = useState<Failure | null>(first.ok ? null : first.error)
  const [busy, setBusy] = useState(false)
  const more = async () => {
    setBusy(true)
    const result = await server.loadCalls({ conversationId, period, before: next })
    setBusy(false)
    if (!result.ok) return setError(result.error)
    setError(null)
    setPage({ calls: [...calls, ...result.value.calls], next: result.value.next })
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <TablePart name="Calls" columns={COLUMNS} text={TEXTS}>
        <tbody>
          {calls.map((call, i) => (
            <CallRow
              key={call.id}
              named={!conversationId}
              call={call}
              sameTurn={call.turn !== null && calls[i - 1]?.turn?.id === call.turn.id}
            />
          ))}
        </tbody>
      </TablePart>
      {error && <ErrorNote error={error} onRetry={() => void more()} />}
      {!error && next && (
        <Button size="sm" className="self-start" disabled={busy} onClick={() => void more()}>
          {busy ? 'Loading…' : 'Earlier calls'}
        </Button>
      )}
    </div>
  )
}

type RowProps = { call: CallDto; sameTurn: boolean; named: boolean }
function CallRow({ call, sameTurn, named }: RowProps) {
  const format = useFormat()
  const number = (value: number | null) => (value === null ? '–' : format.number(value))
  const ended = call.error ?? ENDS[call.finish] ?? call.finish
  const tries = call.tries > 1 ? `${call.tries} tries` : ''
  const prepared = call.model === PREPARED_MODEL
  const outcome = [tries, ended].filter(Boolean).join(': ')
  const phase = [
    stepKind(call),
    call.round !== null && `round ${call.round}`,
    call.attempt > 1 && `attempt ${call.attempt}`,
  ]
  const numbers = [
    number(call.inputTokens),
    <span key="estimate" className="text-ink-faint">
      {format.number(call.estInputTokens)}
    </span>,
    number(call.cachedTokens),
    call.outputTokens === null ? `≈ ${format.number(call.estOutputTokens)}` : number(call.outputTokens),
    ...(prepared
      ? ['–', '–', '–']
      : [
          format.cost(call.costMicros),
          call.firstMs === null ? '–' : format.duration(call.firstMs),
          format.duration(call.totalMs),
        ]),
  ]
  return (
    <tr className="border-line border-b align-top">
      <th scope="row" className={ROW_HEAD}>
        {call.turn ? (
          <Link
            href={`/c/${call.turn.conversationId}/turns/${call.turn.id}`}
            prefetch={false}
            className={cn('inline-block hover:text-accent hover:underline', sameTurn && 'text-ink-faint')}
          >
            Message {format.number(call.turn.number)}
          </Link>
        ) : (
          'No message'
        )}
        {named && !sameTurn && call.turn && <ConversationName id={call.turn.conversationId} />}
      </th>
      <td className={TEXT_CELL}>
        <span className="whitespace-nowrap">{phase.filter(Boolean).join(', ')}</span>
        {outcome && (
          <span className={cn('block min-w-40', call.error ? 'text-error' : 'text-ink-soft')}>{outcome}</span>
        )}
      </td>
      <td className={cn(TEXT_CELL, 'whitespace-nowrap')} title={prepared ? NOT_MEASURED : undefined}>
        {call.model}
      </td>
      <NumberCells cells={numbers} />
      <td className={cn(TEXT_CELL, 'whitespace-nowrap text-ink-soft')}>
        <RelativeTime at={call.at} />
      </td>
    </tr>
  )
}

const ConversationName = ({ id }: { id: string }) => (
  <span className="block max-w-40 truncate font-normal text-ink-faint max-sm:max-w-24">
    {useTitle(id) ?? UNTITLED}
  </span>
)
