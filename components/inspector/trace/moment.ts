import type { Format } from '@/components/ui/words/use-format'
import { capitalised } from '@/lib/shared/capitalised'
import type { InspectedStep, InspectedTurn } from '@/lib/shared/turn/inspector'
import type { Trace, TraceRow } from './trace'

/** Before, during and after a row, as the playhead sees it. */
export type RowState = 'later' | 'now' | 'over'
export function stateOf({ start, end }: Pick<TraceRow, 'start' | 'end'>, at: number): RowState {
  if (at < start) return 'later'
  return at < end || start === end ? (at <= end ? 'now' : 'over') : 'over'
}

/** Where something begins or ends, in order. */
export const momentsOf = ({ rows, total }: Trace): number[] =>
  [...new Set([0, total, ...rows.flatMap((row) => [row.start, row.end])])].sort((a, b) => a - b)

/** The moment before or after `at`; `at` itself where there is none. */
export const nextMoment = (moments: readonly number[], at: number, by: 1 | -1): number =>
  (by > 0 ? moments.find((moment) => moment > at) : moments.findLast((moment) => moment < at)) ?? at

/** The latest attempt of the turn that had begun at `at`. */
const turnAt = (rows: readonly TraceRow[], at: number) =>
  rows.findLast((row) => row.kind === 'turn' && row.start <= at)

/** Where the answer ends on the time axis; null if no calls come after it. */
export function endOfAnswer({ rows, total }: Trace): number | null {
  const end = turnAt(rows, total)?.end ?? total
  return end < total ? end : null
}

/** "2.4 s of 7.1 s: round 2, search_memories" until the answer ends, then "After the answer: summary". */
export function momentWords({ rows, total, isMeasured }: Trace, at: number, format: Format): string {
  const running = rows.filter((row) => row.depth > 0 && stateOf(row, at) === 'now')
  const names = running.map((row) => row.name).join(', ')
  const words = at >= total ? 'the end' : names.toLowerCase() || 'between two steps'
  const { start, end } = turnAt(rows, at) ?? { start: 0, end: total }
  if (at > end) return `After the answer: ${words}`
  return !isMeasured
    ? capitalised(words)
    : `${format.duration(at - start)} of ${format.duration(end - start)}: ${words}`
}

export type Line = { label: 'Thought' | 'Reply' | 'Action' | 'Observation' | 'Search'; text: string }
/** What the step at the playhead had by then; `waiting` = what it still waits for. */
export type Shown = { name: string; lines: Line[]; waiting: string | null }

/**
 * The step that runs at a moment, or ran last, with its thought, actions and observations so far; at the end
 * the answer.
 */
export function shownAt(turn: InspectedTurn, { rows, total }: Trace, at: number): Shown | null {
  const last = at >= total ? rows.findLast((candidate) => candidate.kind === 'answer') : undefined
  const row = last ?? rows.findLast((candidate) => isCall(candidate) && candidate.start <= at)
  if (!row) {
    const before = rows.find((candidate) => candidate.kind === 'prepare' && candidate.start <= at)
    return before
      ? { name: before.name, lines: [], waiting: 'Reads settings, window, summaries and files.' }
      : null
  }
  const step = turn.steps.find((candidate) => candidate.id === row.stepId)
  if (row.kind === 'search' || !step) return searchShown(turn, row, at)
  return stepShown(step, row, rows, at)
}
const isCall = ({ kind, stepId, words }: TraceRow) => kind === 'search' || (stepId !== null && words !== null)

function searchShown(turn: InspectedTurn, row: TraceRow, at: number): Shown {
  const recall = turn.recalls.find((entry) => entry.recall.id === row.id)?.recall
  const lines: Line[] = [{ label: 'Search', text: (recall?.request.keywords ?? []).join(' ') }]
  if (stateOf(row, at) === 'over')
    lines.push({
      label: 'Observation',
      text: (recall?.hits ?? []).map((hit) => hit.excerpt).join('\n') || 'Nothing was found.',
    })
  return { name: row.name, lines, waiting: stateOf(row, at) === 'now' ? 'Searching.' : null }
}

function stepShown(step: InspectedStep, row: TraceRow, rows: readonly TraceRow[], at: number): Shown {
  const text = saidBy(row, step.text || step.reasoning, at)
  const lines: Line[] = text ? [{ label: step.phase === 'think' ? 'Thought' : 'Reply', text }] : []
  for (const tool of step.tools) {
    const toolRow = rows.find(({ id }) => id === `${step.id} ${tool.index}`)
    const state = toolRow ? stateOf(toolRow, at) : 'over'
    if (state === 'later') continue
    lines.push({ label: 'Action', text: callText(tool) })
    if (state === 'over') lines.push({ label: 'Observation', text: tool.result })
  }
  const isOver = row.words === null || at >= row.words.to
  if (isOver && step.decision)
    lines.push({ label: 'Action', text: `continue_thinking: ${step.decision.reason}` })
  if (isOver && step.error) lines.push({ label: 'Observation', text: step.error.message })
  return { name: row.name, lines, waiting: waitingFor(row, at) }
}

function waitingFor(row: TraceRow, at: number): string | null {
  if (!row.words || stateOf(row, at) === 'over') return null
  if (at < row.words.from) return 'Waiting for the first token.'
  return at < row.words.to ? 'Writing.' : 'Waiting for tools.'
}

/** How much of a text had come by then, if its words came evenly: their own times are not stored. */
function saidBy({ words }: TraceRow, text: string, at: number): string {
  if (!words || at >= words.to) return text
  if (at < words.from) return ''
  return text.slice(0, Math.ceil((text.length * (at - words.from)) / (words.to - words.from)))
}

/** `search_memories(query="ferry", limit=3)`. */
export const callText = ({ name, args }: Pick<InspectedStep['tools'][number], 'name' | 'args'>): string =>
  `${name}(${Object.entries((args ?? {}) as object)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join(', ')})`
