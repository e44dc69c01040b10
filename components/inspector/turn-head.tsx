'use client'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { DEPTH_CHOICES, decidedWords, depthWords } from '@/components/chat/turn/thinking/depth-words'
import { fullWarning, MEMORY_OFF, windowSentence } from '@/components/chat/turn/thinking/window-words'
import { elapsed } from '@/components/chat/turn/turn-facts'
import { Select } from '@/components/ui/select'
import { toastFailure } from '@/components/ui/toast-failure'
import type { LearningDto, UsedStrategyDto } from '@/lib/shared/learning/learning'
import { plainLine } from '@/lib/shared/memory/readable'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import type { Depth } from '@/lib/shared/turn/depth'
import type { WindowPlan } from '@/lib/shared/turn/events'
import type { InspectedStep, InspectedTurn } from '@/lib/shared/turn/inspector'
import {
  factorsShown,
  learningWords,
  othersWords,
  scoreIn,
  verdictWords,
} from '../chat/turn/learning/learning-words'
import { strategyHref } from '../playbook/strategy/strategy-words'
import { ImportedWords } from '../transfer/imported-words'
import { Chip } from '../ui/chip'
import { Markdown } from '../ui/markdown/markdown'
import { PartsBar } from '../ui/why'
import { type Format, useFormat } from '../ui/words/use-format'
import { server } from './actions'
import { Region } from './inspector-frame'
import { isAnswerStep } from './step-words'
import { isWithin, sums } from './trace/trace'

/** "33,653 in, 1,102 out, then 5,049 in, 102 out for memory". */
export function tokensWords(turn: InspectedTurn, format: Format): string {
  const of = (steps: readonly InspectedStep[]) => {
    const { tokensIn, tokensOut } = sums(steps)
    return `${format.tokens(tokensIn)} in, ${format.tokens(tokensOut)} out`
  }
  const later = turn.steps.filter((step) => !isWithin(turn, step))
  const own = of(turn.steps.filter((step) => isWithin(turn, step)))
  return later.length === 0 ? own : `${own}, then ${of(later)} for memory`
}

/** The figure of the usage page, which counts all calls by our tokenizer; null where no other count is shown. */
export function usageWords({ steps }: Pick<InspectedTurn, 'steps'>, format: Format): string | null {
  if (!steps.some((step) => step.reported)) return null
  const counted = steps.filter(({ model }) => model !== OFFLINE_MODEL)
  const tokens = counted.reduce((sum, step) => sum + step.estInputTokens + step.estOutputTokens, 0)
  return `${format.number(tokens)} tokens in all, by Mneme’s own count`
}

/** The window with its tokens as sent: the plan of a window counts each of its turns by itself. */
export function sentWindow({ window, steps }: Pick<InspectedTurn, 'window' | 'steps'>): WindowPlan | null {
  const sections = steps.find(isAnswerStep)?.sections ?? []
  const sent = sections.find(({ section }) => section === 'window')
  return window && sent ? { ...window, tokens: sent.tokens } : window
}

/** Who counted the tokens of a turn. */
export function tokensLabel({ steps }: Pick<InspectedTurn, 'steps'>): string {
  const reported = steps.filter((step) => step.reported).length
  if (reported === 0) return 'Tokens estimated'
  return reported === steps.length ? 'Tokens reported' : 'Tokens, some estimated'
}

function DepthChoice({ turn: { id, thinking, correction } }: { turn: InspectedTurn }) {
  const decided = thinking?.classified?.depth ?? 'moderate'
  const [depth, setDepth] = useState<Depth>(correction ?? decided)
  const choose = async (next: Depth) => {
    setDepth(next)
    const result = await server.correctDepth({ turnId: id, depth: next === decided ? null : next })
    if (result.ok) return
    setDepth(depth)
    toastFailure(result.error)
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
      <span aria-hidden className="text-ink-faint">
        For messages like this one
      </span>
      <Select
        label="Thinking for messages like this one"
        value={depth}
        options={DEPTH_CHOICES}
        onChange={(next) => void choose(next)}
      />
    </p>
  )
}

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
    const reasons = classified.reasons.length ? ` ${classified.reasons.join('; ')}.` : ''
    return `${depthWords(thinking)}. ${decidedWords(steps, thinking, classified, format)}${reasons}`
  }
  if (!thinking.enabled) return `off (${thinking.by})`
  return `${thinking.preset}, up to ${format.plural(thinking.maxRounds, 'round')} (${thinking.by})`
}

function windowWords(turn: InspectedTurn, format: Format): string {
  const window = sentWindow(turn)
  if (!window) return 'not chosen yet'
  const memory = window.recall === 'off' && MEMORY_OFF
  return [windowSentence(window, format), fullWarning(window, format), memory].filter(Boolean).join('. ')
}

export function TurnHead({ turn }: { turn: InspectedTurn }) {
  const format = useFormat()
  const neverRan = turn.imported && turn.steps.length === 0
  const usage = usageWords(turn, format)
  const answer = turn.steps.findLast((step) => step.phase === 'act')?.text
  const facts: [name: string, value: ReactNode][] = []
  if (!neverRan)
    facts.push(
      ['Ended', endWords(turn, format)],
      ['Thinking', thinkingWords(turn, format)],
      ['Window', windowWords(turn, format)],
      [tokensLabel(turn), tokensWords(turn, format)],
    )
  if (usage) facts.push(['On the Usage page', usage])
  facts.push(['When', format.exact(new Date(turn.createdAt))])
  if (turn.imported) facts.push(['From', <ImportedWords key="from" imported={turn.imported} withFile />])
  if (turn.textDroppedAt) facts.push(['Full text', `dropped on ${format.day(new Date(turn.textDroppedAt))}`])
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
      {answer && (
        <p dir="auto" className="line-clamp-4 max-w-[72ch] break-words px-3">
          {plainLine(answer)}
        </p>
      )}
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

export function TurnLessons({ learning }: { learning: LearningDto }) {
  const { used, others, verdict } = learning
  return (
    <Region title="Lessons" className="text-xs">
      <p>{learningWords(learning)}</p>
      {used.length > 0 && (
        <ol aria-label="Lessons used" className="flex min-w-0 flex-col gap-3">
          {used.map((one) => (
            <Used key={one.slug} used={one} />
          ))}
        </ol>
      )}
      {others > 0 && <p className="text-ink-soft">{othersWords(others, used.length)}</p>}
      {verdict && <p className="break-words text-ink-soft">{verdictWords(verdict)}</p>}
    </Region>
  )
}

const Used = ({ used: { slug, title, content, place, parts, cited, trial } }: { used: UsedStrategyDto }) => (
  <li className="flex min-w-0 flex-col gap-1">
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        href={strategyHref(slug)}
        prefetch={false}
        className="min-w-0 break-words font-medium text-accent hover:underline"
      >
        {title}
      </Link>
      {cited && <Chip tone="accent">cited</Chip>}
      {trial && <Chip>on trial</Chip>}
      {place === 'playbook' && <span className="text-ink-faint">always in the prompt</span>}
    </span>
    <div className="line-clamp-3 text-ink-soft">
      <Markdown text={content} small />
    </div>
    {parts && <PartsBar score={scoreIn(parts)} parts={factorsShown(parts)} />}
  </li>
)
