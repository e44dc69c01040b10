import { isPrepared } from '@/components/chat/turn/turn-facts'
import { isAnswerStep, stepName } from '@/components/inspector/step-words'
import type { CostSums } from '@/components/ui/words/words'
import type { InspectedStep, InspectedTurn } from '@/lib/shared/turn/inspector'

export type RowKind =
  | 'turn'
  | 'prepare'
  | 'search'
  | 'round'
  | 'answer'
  | 'tool'
  | 'memory-tool'
  | 'background'
export type RowStatus = 'completed' | 'failed' | 'stopped' | 'running'
/** One row of the trace. Times are milliseconds on the axis. */
export type TraceRow = {
  id: string
  depth: number
  kind: RowKind
  name: string
  status: RowStatus
  /** The call that the row is, or belongs to. */
  stepId: string | null
  start: number
  end: number
  /** For a model call: when its first and last words arrived. */
  words: { from: number; to: number } | null
  tokensIn: number | null
  tokensOut: number | null
  /** The provider reported no tokens for some of it. */
  estimated: boolean
  /** null = nothing that costs. */
  costs: CostSums | null
}
/** `cuts` = idle times that the axis leaves out; `isMeasured` = times and costs are real. */
export type Trace = {
  rows: TraceRow[]
  total: number
  cuts: { at: number; ms: number }[]
  isMeasured: boolean
}

/** A longer idle time, before a retry or a background call, is cut out of the axis. */
const LONGEST_IDLE_MS = 1_000
const MEMORY_TOOLS = /^(recall_|search_mem|search_summ|lookup_|analyze_)/

/** The rows of a turn in tree order on one time axis; null if no times are known. */
export function traceOf(turn: InspectedTurn): Trace | null {
  const attempts = [...new Set(turn.steps.map((step) => step.attempt))]
  const rows = attempts.flatMap((attempt) => attemptRows(turn, attempt, attempts.length > 1))
  rows.push(...laterRows(turn))
  return rows.length ? { ...onAxis(rows), isMeasured: !isPrepared(turn) } : null
}

/** Where the answer ends on the time axis; null if no calls come after it. */
export function endOfAnswer({ rows, total }: Trace): number | null {
  const end = rows.findLast((row) => row.kind === 'turn')?.end ?? total
  return end < total ? end : null
}

const timeOf = (at: string) => Date.parse(at)
const lastWord = (step: InspectedStep) => timeOf(step.at) + step.totalMs
const startOfTool = (step: InspectedStep, tool: InspectedStep['tools'][number]) =>
  tool.at === undefined ? lastWord(step) : timeOf(tool.at)
const endOf = (step: InspectedStep) =>
  Math.max(lastWord(step), ...step.tools.map((tool) => startOfTool(step, tool) + tool.ms))

const endOfTurn = (turn: InspectedTurn) => (turn.endedAt ? timeOf(turn.endedAt) : Number.POSITIVE_INFINITY)
/** A call that belongs to the turn itself, rather than to a job after it. */
export const isWithin = (turn: InspectedTurn, step: InspectedStep) =>
  isAnswerStep(step) || step.phase === 'classify' || timeOf(step.at) < endOfTurn(turn)

const EMPTY = {
  stepId: null,
  words: null,
  tokensIn: null,
  tokensOut: null,
  estimated: false,
  costs: null,
}

function attemptRows(turn: InspectedTurn, attempt: number, several: boolean): TraceRow[] {
  const steps = turn.steps.filter((step) => step.attempt === attempt && isWithin(turn, step))
  const [firstStep] = steps
  if (!firstStep) return []
  const isLast = attempt === turn.attempt
  const start = isLast && turn.startedAt ? timeOf(turn.startedAt) : timeOf(firstStep.at)
  const ended = isLast && turn.endedAt ? timeOf(turn.endedAt) : start
  const root: TraceRow = {
    ...EMPTY,
    id: `attempt ${attempt}`,
    depth: 0,
    kind: 'turn',
    name: several ? `Message ${turn.number}, attempt ${attempt}` : `Message ${turn.number}`,
    status: isLast ? statusOf(turn.status) : steps.some((step) => step.error) ? 'failed' : 'stopped',
    start,
    end: Math.max(ended, ...steps.map(endOf)),
    ...sums(steps),
  }
  const firstCall = steps.find(isAnswerStep)
  const before = steps.filter((step) => !firstCall || step.index < firstCall.index)
  const rest = steps.filter((step) => !before.includes(step))
  rest.sort((a, b) => timeOf(a.at) - timeOf(b.at) || a.index - b.index)
  return [
    root,
    ...prepareRows(turn, root, before, firstCall),
    ...rest.flatMap((step) => stepRows(turn, step, 1)),
  ]
}

/** What happens before the first answering call: reading, classifying, searching memory. */
function prepareRows(
  turn: InspectedTurn,
  root: TraceRow,
  steps: InspectedStep[],
  firstCall: InspectedStep | undefined,
): TraceRow[] {
  const end = firstCall ? timeOf(firstCall.at) : Math.max(root.start, ...steps.map(endOf))
  const searches = turn.recalls.filter(
    ({ recall, stepId }) => recall.source === 'prompt' && stepId === firstCall?.id,
  )
  if (end <= root.start && steps.length + searches.length === 0) return []
  const prepare: TraceRow = {
    ...EMPTY,
    id: `${root.id} prepare`,
    depth: 1,
    kind: 'prepare',
    name: 'Prepare',
    status: 'completed',
    start: root.start,
    end,
  }
  const searchRows = searches.map(
    ({ recall }): TraceRow => ({
      ...EMPTY,
      id: recall.id,
      depth: 2,
      kind: 'search',
      name: 'Search memory',
      status: 'completed',
      stepId: firstCall?.id ?? null,
      // Only its length is stored; it is the last thing before the call.
      start: Math.max(root.start, end - recall.ms),
      end,
    }),
  )
  return [prepare, ...steps.flatMap((step) => stepRows(turn, step, 2)), ...searchRows]
}

/** A call with its tools. Tools that ran side by side overlap in rows of their own. */
function stepRows(turn: InspectedTurn, step: InspectedStep, depth: number): TraceRow[] {
  const start = timeOf(step.at)
  const call: TraceRow = {
    id: step.id,
    depth,
    kind: step.phase === 'think' ? 'round' : step.phase === 'act' ? 'answer' : 'background',
    name: stepName(step, turn.steps),
    status: step.error ? 'failed' : /^(aborted|interrupted)$/.test(step.finish) ? 'stopped' : 'completed',
    stepId: step.id,
    start,
    end: endOf(step),
    words: { from: start + (step.firstMs ?? step.totalMs), to: lastWord(step) },
    ...sums([step]),
  }
  const tools = step.tools.map((tool): TraceRow => {
    const from = startOfTool(step, tool)
    return {
      ...EMPTY,
      id: `${step.id} ${tool.index}`,
      depth: depth + 1,
      kind: MEMORY_TOOLS.test(tool.name) ? 'memory-tool' : 'tool',
      name: tool.name,
      status: tool.ok ? 'completed' : 'failed',
      stepId: step.id,
      start: from,
      end: from + tool.ms,
    }
  })
  return [call, ...tools]
}

function laterRows(turn: InspectedTurn): TraceRow[] {
  const steps = turn.steps.filter((step) => !isWithin(turn, step))
  if (steps.length === 0) return []
  steps.sort((a, b) => timeOf(a.at) - timeOf(b.at) || a.index - b.index)
  const root: TraceRow = {
    ...EMPTY,
    id: 'later',
    depth: 0,
    kind: 'background',
    name: 'After the answer',
    status: 'completed',
    start: Math.min(...steps.map((step) => timeOf(step.at))),
    end: Math.max(...steps.map(endOf)),
    ...sums(steps),
  }
  return [root, ...steps.flatMap((step) => stepRows(turn, step, 1))]
}

export function sums(steps: readonly InspectedStep[]) {
  const sum = (of: (step: InspectedStep) => number) => steps.reduce((total, step) => total + of(step), 0)
  return {
    tokensIn: sum((step) => step.reported?.inputTokens ?? step.estInputTokens),
    tokensOut: sum((step) => step.reported?.outputTokens ?? step.estOutputTokens),
    estimated: steps.some((step) => !step.reported),
    costs: {
      calls: steps.length,
      costMicros: sum((step) => step.costMicros ?? 0),
      unpricedCalls: steps.filter((step) => step.costMicros === null).length,
    },
  }
}

const statusOf = (status: InspectedTurn['status']): RowStatus => {
  if (status === 'completed' || status === 'failed') return status
  return status === 'running' || status === 'queued' ? 'running' : 'stopped'
}

/** Moves absolute times to an axis from 0 that leaves out long idle times. */
function onAxis(rows: TraceRow[]): Omit<Trace, 'isMeasured'> {
  const busy = rows.filter(({ kind, depth }) => kind === 'turn' || (kind === 'background' && depth === 1))
  busy.sort((a, b) => a.start - b.start)
  const zero = busy[0]?.start ?? 0
  const gaps: { from: number; ms: number }[] = []
  let until = zero
  for (const { start, end } of busy) {
    if (start - until > LONGEST_IDLE_MS) gaps.push({ from: until, ms: start - until })
    until = Math.max(until, end)
  }
  const axis = (at: number) =>
    gaps.reduce((left, gap) => left - Math.min(Math.max(0, at - gap.from), gap.ms), Math.max(zero, at) - zero)
  return {
    rows: rows.map((row) => ({
      ...row,
      start: axis(row.start),
      end: Math.max(axis(row.start), axis(row.end)),
      words: row.words && { from: axis(row.words.from), to: axis(row.words.to) },
    })),
    total: axis(until),
    cuts: gaps.map(({ from, ms }) => ({ at: axis(from), ms })),
  }
}
