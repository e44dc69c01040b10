'use client'
import type { ReactNode } from 'react'
import { decidedWords, depthWords } from '@/components/chat/turn/thinking/depth-words'
import { fullWarning, MEMORY_OFF, windowSentence } from '@/components/chat/turn/thinking/window-words'
import { elapsed } from '@/components/chat/turn/turn-facts'
import type { InspectedTurn } from '@/lib/shared/turn/inspector'
import { ImportedWords } from '../transfer/imported-words'
import { type Format, useFormat } from '../ui/words/use-format'
import { DepthChoice } from './depth-choice'
import { tokensLabel, tokensWords } from './tokens-words'

const STATUS: Record<string, string> = {
  queued: 'waiting',
  running: 'running',
  completed: 'completed',
  stopped: 'stopped by you',
  failed: 'failed',
  interrupted: 'interrupted when Mneme stopped',
  forgotten: 'forgotten',
}

function endWords(turn: InspectedTurn, format: Format): string {
  const { status, attempt } = turn
  const inAttempt = attempt > 1 ? ` in attempt ${attempt}` : ''
  const ms = elapsed(turn)
  const time = ms === null ? '' : ` ${status === 'completed' ? 'in' : 'after'} ${format.duration(ms)}`
  return `${STATUS[status] ?? status}${inAttempt}${time}`
}

function thinkingWords({ thinking, steps }: InspectedTurn, format: Format): string {
  if (!thinking) return 'not started'
  const { classified, depth } = thinking
  if (classified && depth) {
    const rounds = thinking.enabled ? `, up to ${format.plural(thinking.maxRounds, 'round')}` : ''
    const reasons = classified.reasons.length ? ` ${classified.reasons.join('; ')}.` : ''
    return `${depthWords(thinking)}${rounds}. ${decidedWords(steps, thinking, classified, format)}${reasons}`
  }
  if (!thinking.enabled) return `off (${thinking.by})`
  return `${thinking.preset}, up to ${format.plural(thinking.maxRounds, 'round')} (${thinking.by})`
}

function windowWords({ window }: InspectedTurn, format: Format): string {
  if (!window) return 'not chosen yet'
  const warning = fullWarning(window, format)
  return [
    windowSentence(window, format),
    ...(warning ? [warning] : []),
    ...(window.recall === 'off' ? [MEMORY_OFF] : []),
  ].join('. ')
}

/** The turn's question, thinking settings and window in a few lines. */
export function TurnHead({ turn }: { turn: InspectedTurn }) {
  const format = useFormat()
  const neverRan = turn.imported && turn.steps.length === 0
  const facts: [name: string, value: ReactNode][] = [['When', format.exact(new Date(turn.createdAt))]]
  if (turn.imported) facts.push(['From', <ImportedWords key="from" imported={turn.imported} withFile />])
  if (turn.textDroppedAt) facts.push(['Full text', `dropped on ${format.day(new Date(turn.textDroppedAt))}`])
  if (!neverRan)
    facts.unshift(
      ['Ended', endWords(turn, format)],
      ['Thinking', thinkingWords(turn, format)],
      ['Window', windowWords(turn, format)],
      [tokensLabel(turn), tokensWords(turn, format)],
    )
  return (
    <header className="flex min-w-0 flex-col gap-3">
      <div className="max-w-[72ch] rounded-md border border-line bg-surface px-3 py-2">
        <p className="line-clamp-4 whitespace-pre-wrap break-words">
          {turn.userText ||
            (turn.imported && turn.status !== 'forgotten'
              ? 'No question came before this answer.'
              : 'The message was forgotten.')}
        </p>
      </div>
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
      {turn.thinking?.classified && turn.thinking.classified.by !== 'person' && <DepthChoice turn={turn} />}
    </header>
  )
}
