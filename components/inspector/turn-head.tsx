'use client'
import type { InspectedTurn } from '@/lib/shared/inspector'
import { ImportedWords } from '../transfer/imported-words'
import { useFormat } from '../ui/use-format'

const STATUS: Record<string, string> = {
  queued: 'waiting',
  running: 'running',
  completed: 'completed',
  stopped: 'stopped by you',
  failed: 'failed',
  interrupted: 'cut off when Mneme stopped',
  forgotten: 'forgotten',
}

/** The turn's question, thinking settings and window in a few lines. */
export function TurnHead({ turn }: { turn: InspectedTurn }) {
  const format = useFormat()
  const { thinking, window } = turn
  const ms = turn.startedAt && turn.endedAt ? Date.parse(turn.endedAt) - Date.parse(turn.startedAt) : null
  const first = window?.turns[0]
  const last = window?.turns.at(-1)
  /** How it ran here; an imported turn without steps has no such history. */
  const history = [
    [
      'Ended',
      `${STATUS[turn.status] ?? turn.status}${turn.attempt > 1 ? ` in attempt ${turn.attempt}` : ''}${ms === null ? '' : `, ${format.duration(ms)}`}`,
    ],
    [
      'Thinking',
      !thinking
        ? 'not started'
        : thinking.enabled
          ? `${thinking.preset}, up to ${format.plural(thinking.maxRounds, 'round')} (${thinking.by})`
          : `off (${thinking.by})`,
    ],
    [
      'Window',
      !window
        ? 'not chosen yet'
        : first === undefined
          ? `no earlier turns (${window.reason})`
          : `turns ${first}${last === first ? '' : `–${last}`}, ${format.tokens(window.tokens)} tokens (${window.reason})`,
    ],
  ] as const
  const facts = [
    ...(turn.imported && turn.steps.length === 0 ? [] : history),
    ['When', format.exact(new Date(turn.createdAt))],
    ...(turn.imported
      ? [['From', <ImportedWords key="imported" imported={turn.imported} withFile />] as const]
      : []),
  ] as const
  return (
    <header className="flex min-w-0 flex-col gap-3">
      <p className="line-clamp-4 max-w-[72ch] whitespace-pre-wrap break-words rounded-md border border-line bg-surface px-3 py-2">
        {turn.userText ||
          (turn.imported && turn.status !== 'forgotten'
            ? 'Nothing was asked before this answer.'
            : 'The message was forgotten.')}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-faint">{name}</dt>
            <dd className="tabular" suppressHydrationWarning>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </header>
  )
}
