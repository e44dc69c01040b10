import { DEPTHS } from '@/lib/shared/turn/depth'
import { isAnswering, isMemorySection } from '@/lib/shared/usage/baselines'
import type {
  CallSums,
  DepthUsage,
  MemorySums,
  PhaseUsage,
  UsagePoint,
  UsageReport,
} from '@/lib/shared/usage/usage'
import { CALL_SUMS } from '@/lib/shared/usage/usage'
import { addCalls, addSums, addTo, noCalls, noSums } from '@/lib/shared/usage/usage-maths'
import { OUTSIDE } from './usage-sql'

type Raw = number | bigint | string | Date | { toString(): string } | null
export type Row = Record<string, Raw>
/** Sums come as number, bigint or decimal, by database. */
export const num = (value: Raw | undefined) => Number(value ?? 0)

/** Calls that a memory of summaries alone would make too. */
const SUMMARISING = new Set(['summarise', 'roll-up'])

type UnpricedModel = Omit<UsageReport['models'][number], 'price'>
/** What one conversation used. */
export type ConversationSums = CallSums & MemorySums & { id: string }
/**
 * Grouped rows put together. Every row is added once to its point, once to its model and once to its
 * conversation, so that all sum up to the same. Calls without a turn have no conversation.
 */
export type Folded = Pick<UsageReport, 'points' | 'outside' | 'phases'> & {
  models: UnpricedModel[]
  conversations: ConversationSums[]
}

type Outside = keyof typeof OUTSIDE
const kindOf = (bucket: number): UsagePoint['kind'] =>
  (Object.keys(OUTSIDE) as Outside[]).find((kind) => OUTSIDE[kind] === bucket) ?? 'turns'

export function foldUsage(rows: { points: Row[]; calls: Row[]; sections: Row[] }, size: number): Folded {
  const points = new Map(rows.points.map((row) => [num(row.bucket), pointOf(row, size)]))
  const phases = new Map<string, PhaseUsage>()
  const models = new Map<string, UnpricedModel>()
  const conversations = new Map<string, ConversationSums>()
  const targets = (row: Row): (CallSums & MemorySums)[] => {
    const name = String(row.model)
    const model = models.get(name) ?? { ...noCalls(), ...noSums(), model: name, upkeepCostMicros: 0 }
    models.set(name, model)
    const point = points.get(num(row.bucket))
    return [model, point ?? [], conversationOf(row) ?? []].flat()
  }
  const conversationOf = ({ conversationId }: Row) => {
    if (!conversationId) return null
    const id = String(conversationId)
    const sums = conversations.get(id) ?? { ...noCalls(), ...noSums(), id }
    conversations.set(id, sums)
    return sums
  }

  for (const row of rows.calls) {
    const name = String(row.phase)
    const sums = callsIn(row)
    const phase = phases.get(name) ?? { ...noCalls(), phase: name }
    phases.set(name, phase)
    addCalls(phase, sums)
    for (const target of targets(row)) {
      addCalls(target, sums)
      addSums(target, sumsOf(name, sums, row))
    }
    const point = points.get(num(row.bucket))
    if (point) addTo(point.phases, name, sums.inputTokens + sums.outputTokens)
    const model = models.get(String(row.model))
    if (model && !isAnswering(name)) model.upkeepCostMicros += sums.costMicros
  }
  for (const row of rows.sections) {
    const section = String(row.section)
    const tokens = num(row.tokens)
    const point = points.get(num(row.bucket))
    if (point) addTo(point.sections, section, tokens)
    if (num(row.answering)) for (const target of targets(row)) addSums(target, replayed(section, tokens))
  }

  const ordered = [...points.entries()].sort(([a], [b]) => a - b).map(([, point]) => point)
  const most = <T extends CallSums>(all: Iterable<T>) => [...all].sort((a, b) => b.calls - a.calls)
  return {
    points: ordered.filter((point) => point.kind === 'turns'),
    outside: ordered.filter((point) => point.kind !== 'turns'),
    phases: most(phases.values()),
    models: most(models.values()),
    conversations: [...conversations.values()],
  }
}

function callsIn(row: Row): CallSums {
  const sums = noCalls()
  for (const key of CALL_SUMS) sums[key] = num(row[key])
  return sums
}

/** The calls of each depth, shallowest first. */
export const foldDepths = (rows: Row[], capped: Row[]): DepthUsage[] =>
  DEPTHS.flatMap((depth) => {
    const reached = num(capped.find((row) => row.depth === depth)?.capped)
    return rows
      .filter((row) => row.depth === depth)
      .map((row) => ({ ...callsIn(row), depth, turns: num(row.turns), capped: reached }))
  })

const pointOf = (row: Row, size: number): UsagePoint => {
  const kind = kindOf(num(row.bucket))
  const turn = { id: String(row.id), conversationId: String(row.conversationId), number: num(row.number) }
  return {
    ...noCalls(),
    ...noSums(),
    kind,
    from: num(row.from),
    to: num(row.to),
    turns: num(row.turns),
    turn: kind === 'turns' && size === 1 ? turn : null,
    at: new Date(row.at as string | Date).toISOString(),
    phases: {},
    sections: {},
  }
}

/** What a group of calls adds; every thinking or answering call includes the history once. */
function sumsOf(phase: string, calls: CallSums, row: Row): MemorySums {
  const written = calls.estOutputTokens
  const all = calls.estInputTokens + written
  if (!isAnswering(phase))
    return { ...noSums(), upkeep: all, summariesOnly: SUMMARISING.has(phase) ? all : 0 }
  return {
    prompts: calls.estInputTokens,
    answers: written,
    upkeep: 0,
    plainChat: written + num(row.plain),
    fullContexts: written + num(row.full),
    imported: num(row.imported),
    windowOnly: written,
    summariesOnly: written,
  }
}

/** A prompt section of those calls in each alternative: without memory's own sections. */
function replayed(section: string, tokens: number): MemorySums {
  const other = isMemorySection(section) ? 0 : tokens
  return {
    ...noSums(),
    plainChat: other,
    fullContexts: other,
    windowOnly: section === 'window' ? tokens : other,
    summariesOnly: section === 'summaries' ? tokens : other,
  }
}
