import { roundName } from '@/components/chat/turn/thinking/rounds'
import type { Recall } from '@/lib/shared/turn/events'
import type { InspectedStep, InspectedTurn } from '@/lib/shared/turn/inspector'
import type { Format } from '../ui/words/use-format'
import { phaseName } from '../usage/charts/series'

export const isAnswering = (step: Pick<InspectedStep, 'phase'>) =>
  step.phase === 'think' || step.phase === 'act'

/** "Round 2", "Round 2, again", "Answer", "Answer 2", "Summary"; with the attempt if there were several. */
export function stepName(step: InspectedStep, steps: readonly InspectedStep[]): string {
  const alike = steps.filter((other) => other.attempt === step.attempt && other.phase === step.phase)
  const number = alike.length > 1 ? ` ${alike.indexOf(step) + 1}` : ''
  const name = step.phase === 'think' ? roundName(step, alike) : `${phaseName(step.phase)}${number}`
  const retried = steps.some((other) => other.attempt !== steps[0]?.attempt)
  return retried ? `${name}, attempt ${step.attempt}` : name
}

/** What a recall searched for, and within which days. */
export function requestWords({ request }: Recall, day: (at: Date) => string): string {
  const { turnNumbers, contextIds, keywords, from, to } = request
  const parts = [
    ...(turnNumbers?.length ? [`turn ${turnNumbers.join(', ')}`] : []),
    ...(contextIds?.length ? [`context ${contextIds.join(', ')}`] : []),
    ...(keywords?.length ? [keywords.map((word) => `“${word}”`).join(' ')] : []),
  ]
  const within = from && to ? `, ${day(new Date(from))} to ${day(new Date(Date.parse(to) - 1))}` : ''
  return `${parts.join(', and ') || 'anything related'}${within}`
}

/** Where a recall's material was used. */
export function shownIn(turn: InspectedTurn, recall: InspectedTurn['recalls'][number]): string {
  const step = turn.steps.find((candidate) => candidate.id === recall.injectedStepId)
  const asking = turn.steps.find((candidate) => candidate.id === recall.stepId)
  if (step) return `first shown in ${stepName(step, turn.steps)}`
  if (asking?.phase === 'act') return 'returned as the tool’s result'
  return 'not shown in any prompt'
}

/** The provider's count relative to ours: "+3%". */
export function difference(reported: number, estimated: number, format: Format): string {
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
  const runs: { kind: LineKind; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const kind = lineKind(line)
    const last = runs.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else runs.push({ kind, lines: [line] })
  }
  return runs.map(({ kind, lines }, index) => ({
    kind,
    text: lines.join('\n') + (index < runs.length - 1 ? '\n' : ''),
  }))
}
