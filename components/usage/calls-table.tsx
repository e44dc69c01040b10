'use client'
import Link from 'next/link'
import { useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'
import type { CallDto, CallPage } from '@/lib/shared/usage'
import { Button } from '../ui/button'
import { cn } from '../ui/cn'
import { ErrorNote } from '../ui/error-note'
import { RelativeTime } from '../ui/relative-time'
import { type Format, useFormat } from '../ui/use-format'
import { loadCalls } from './actions'
import { phaseName } from './charts/series'

const COLUMNS = [
  'Turn',
  'Call',
  'Model',
  'Prompt',
  'estimate',
  'Cached',
  'Answer',
  'Cost',
  'First text',
  'Time',
  'When',
  'How it ended',
]

/** Single calls, newest turns first. */
export function CallsTable({
  conversationId,
  first,
}: {
  conversationId: string | null
  first: Result<CallPage>
}) {
  const format = useFormat()
  const [calls, setCalls] = useState(first.ok ? first.value.calls : [])
  const [next, setNext] = useState(first.ok ? first.value.next : null)
  const [error, setError] = useState<Failure | null>(first.ok ? null : first.error)
  const [busy, setBusy] = useState(false)
  const more = async () => {
    setBusy(true)
    const result = await loadCalls(conversationId, next)
    setBusy(false)
    if (!result.ok) return setError(result.error)
    setError(null)
    setCalls((known) => [...known, ...result.value.calls])
    setNext(result.value.next)
  }
  return (
    <section aria-labelledby="calls" className="flex min-w-0 flex-col gap-3">
      <h2 id="calls" className="font-medium text-base">
        Calls
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="overflow-x-auto">
        <table aria-labelledby="calls" className="w-full text-xs tabular">
          <thead className="text-ink-faint">
            <tr className="border-line border-b">
              {COLUMNS.map((name, i) => (
                <th
                  key={name}
                  scope="col"
                  className={cn(
                    'whitespace-nowrap px-2 py-1.5 font-normal first:pl-0',
                    i < 3 || i > 9 ? 'text-left' : 'text-right',
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {calls.map((call, i) => (
              <CallRow
                key={call.id}
                call={call}
                sameTurn={calls[i - 1]?.turnId === call.turnId}
                format={format}
              />
            ))}
          </tbody>
        </table>
      </div>
      {error && (
        <ErrorNote error={error}>
          <Button size="sm" onClick={() => void more()}>
            Try again
          </Button>
        </ErrorNote>
      )}
      {!error && next && (
        <Button size="sm" className="self-start" disabled={busy} onClick={() => void more()}>
          {busy ? 'Loading…' : 'Earlier calls'}
        </Button>
      )}
    </section>
  )
}

const RIGHT = 'whitespace-nowrap px-2 py-1.5 text-right'
const LEFT = 'whitespace-nowrap px-2 py-1.5 text-left'

function CallRow({ call, sameTurn, format }: { call: CallDto; sameTurn: boolean; format: Format }) {
  const ended = call.error ?? (call.finish === 'stop' || call.finish === 'tool-calls' ? '' : call.finish)
  const tries = call.tries > 1 ? `${call.tries} tries` : ''
  return (
    <tr className="border-line border-b">
      <th scope="row" className="whitespace-nowrap py-1.5 pr-2 text-left font-medium">
        <Link
          href={`/c/${call.conversationId}/turns/${call.turnId}`}
          prefetch={false}
          className={cn('hover:text-accent hover:underline', sameTurn && 'text-ink-faint')}
        >
          Turn {format.number(call.turnNumber)}
        </Link>
      </th>
      <td className={LEFT}>
        {phaseName(call.phase)}
        {call.round !== null && `, round ${call.round}`}
        {call.attempt > 1 && `, attempt ${call.attempt}`}
      </td>
      <td className={LEFT}>{call.model}</td>
      <td className={RIGHT}>{call.inputTokens === null ? '–' : format.number(call.inputTokens)}</td>
      <td className={cn(RIGHT, 'text-ink-faint')}>{format.number(call.estInputTokens)}</td>
      <td className={RIGHT}>{call.cachedTokens === null ? '–' : format.number(call.cachedTokens)}</td>
      <td className={RIGHT}>
        {call.outputTokens === null
          ? `≈ ${format.number(call.estOutputTokens)}`
          : format.number(call.outputTokens)}
      </td>
      <td className={RIGHT}>{format.cost(call.costMicros)}</td>
      <td className={RIGHT}>{call.firstMs === null ? '–' : format.duration(call.firstMs)}</td>
      <td className={RIGHT}>{format.duration(call.totalMs)}</td>
      <td className={cn(LEFT, 'text-ink-soft')}>
        <RelativeTime at={call.at} />
      </td>
      <td className={cn('min-w-40 px-2 py-1.5 text-left', call.error && 'text-error')}>
        {[tries, ended].filter(Boolean).join(', ')}
      </td>
    </tr>
  )
}
