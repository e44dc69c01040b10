import type { StepDto } from '@/lib/shared/dto'
import type { Recall } from '@/lib/shared/turn/events'
import { FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import type { InspectedStep, InspectedTurn } from '@/lib/shared/turn/inspector'
import type { CallDto } from '@/lib/shared/usage/usage'
import { roundName } from '../chat/turn/turn-facts'
import type { Format } from '../ui/words/use-format'
import { phaseName } from '../usage/usage-words'

export const isAnswerStep = (step: Pick<InspectedStep, 'phase'>) =>
  step.phase === 'think' || step.phase === 'act'

type Named = Pick<StepDto, 'phase' | 'round' | 'index' | 'tools'> & { attempt?: number }
export const stepKind = ({ phase, tools = [] }: Pick<CallDto, 'phase' | 'tools'>) =>
  phase === 'act' && tools.some(({ name }) => name !== FINISHING_TOOL) ? 'Tool step' : phaseName(phase)

/** A call's name everywhere: "Round 2, again", "Tool step 1", "Answer, try 2", "Summary". */
export function stepName<T extends Named>(step: T, steps: readonly T[]): string {
  const kind = stepKind(step)
  const alike = steps.filter((other) => other.attempt === step.attempt && stepKind(other) === kind)
  const place = alike.indexOf(step) + 1
  const number = alike.length < 2 ? '' : kind === 'Answer' ? `, try ${place}` : ` ${place}`
  const name = step.phase === 'think' ? roundName(step, alike) : `${kind}${number}`
  const retried = steps.some((other) => other.attempt !== steps[0]?.attempt)
  return retried ? `${name}, attempt ${step.attempt}` : name
}

/** The texts in the prompt of the call before this one that thinks or answers; null = this is the first. */
export function textsBefore(step: InspectedStep, steps: readonly InspectedStep[]): Set<number> | null {
  const calls = steps.filter((other) => other.attempt === step.attempt && isAnswerStep(other))
  const before = calls[calls.indexOf(step) - 1]?.prompt
  if (!before) return null
  const { system, user, tools, exchanges } = before
  return new Set([...system, ...user, tools, exchanges].flatMap((block) => block?.text ?? []))
}

export function requestWords({ request }: Recall, day: (at: Date) => string): string {
  const { turnNumbers, contextIds, keywords, from, to } = request
  const parts = [
    turnNumbers?.length && `message ${turnNumbers.join(', ')}`,
    contextIds?.length && `context ${contextIds.join(', ')}`,
    keywords?.map((word) => `“${word}”`).join(' '),
  ].filter(Boolean)
  const within = from && to ? `, ${day(new Date(from))} to ${day(new Date(Date.parse(to) - 1))}` : ''
  return `${parts.join(', and ') || 'anything related'}${within}`
}

export function shownIn(turn: InspectedTurn, recall: InspectedTurn['recalls'][number]): string {
  const step = turn.steps.find((candidate) => candidate.id === recall.injectedStepId)
  const asking = turn.steps.find((candidate) => candidate.id === recall.stepId)
  if (step) return `first shown in ${stepName(step, turn.steps)}`
  if (asking?.phase === 'act') return 'returned as the tool’s result'
  return 'not quoted: already in the prompt, or no room left'
}

/** The provider's count relative to ours: "+3%". */
export function differenceWords(reported: number, estimated: number, format: Format): string {
  if (estimated === 0) return '–'
  const share = (reported - estimated) / estimated
  const sign = share === 0 ? '±' : share > 0 ? '+' : '−'
  return `${sign}${format.percent(Math.abs(share))}`
}

export type LineKind = 'heading' | 'note' | 'item' | 'quote' | 'plain'
const PATTERNS: [LineKind, RegExp][] = [
  ['quote', /^\|(?: |$)/],
  ['heading', /^=== [a-z-]+ ===$/],
  ['item', /^---(?: |$)/],
  ['note', /^# /],
]
/** Whether a line of a fenced prompt is Mneme's own or quoted material. */
export const lineKind = (line: string): LineKind =>
  PATTERNS.find(([, pattern]) => pattern.test(line))?.[0] ?? 'plain'

/** Consecutive lines of one kind as runs. Joined, the runs are the text. */
export function lineRuns(text: string): { kind: LineKind; text: string }[] {
  const runs: { kind: LineKind; text: string }[] = []
  for (const line of text.split(/(?<=\n)/)) {
    const kind = lineKind(line.replace('\n', ''))
    const last = runs.at(-1)
    if (last?.kind === kind) last.text += line
    else runs.push({ kind, text: line })
  }
  return runs
}
