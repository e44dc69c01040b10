import type { Sql } from '@prisma/client/runtime/client'
import { limits } from '@/lib/shared/limits'
import type { CallSums, UsagePoint, UsageReport } from '@/lib/shared/usage'
import { addCalls, addPrompts, addTo, noCalls, noPrompts, pointSize } from '@/lib/shared/usage-maths'
import { activePath } from './active-path'
import type { Db } from './client'
import { getConversation } from './conversations'
import { callsQuery, extentQuery, OUTSIDE, placed, pointsQuery, sectionsQuery, type UsageScope } from './usage-sql'

type Raw = number | bigint | string | Date | { toString(): string } | null
type Row = Record<string, Raw>
/** Sums come as bigint, decimal or number, by database. */
const num = (value: Raw | undefined) => Number(value ?? 0)
const CALL_KEYS = Object.keys(noCalls()) as (keyof CallSums)[]

/** The calls that are played again without memory, and those that only memory needs. */
const ANSWERING = new Set(['think', 'act'])
const UPKEEP = new Set(['summarise', 'roll-up', 'embed'])
const MEMORY_SECTIONS = new Set(['summaries', 'window', 'recalled'])

export type UsageQuery = { conversationId: string | null; range: { from: number; to: number } | null }
/** Everything recorded, added up by the database; prices are the caller's to add. */
export type Recorded = Omit<UsageReport, 'models'> & { models: Omit<UsageReport['models'][number], 'price'>[] }

/** @throws MnemeError not_found. */
export async function recordedUsage(db: Db, ownerId: string, query: UsageQuery): Promise<Recorded> {
  const conversation = query.conversationId ? await getConversation(db, ownerId, query.conversationId) : null
  const active = conversation ? await activePath(db, ownerId, conversation.id) : null
  const scope: UsageScope = { ownerId, conversation: conversation ? { id: conversation.id, path: active?.path ?? [['', 0]] } : null }
  const rows = (sql: Sql) => db.$queryRaw<Row[]>(sql)
  const [extent] = await rows(extentQuery(scope))
  const turns = conversation ? (active?.leaf.number ?? 0) : num(extent?.turns)
  const from = Math.max(1, query.range?.from ?? 1)
  const to = Math.max(from, Math.min(turns, query.range?.to ?? turns))
  const size = pointSize(to - from + 1, limits.usage.maxPoints)
  const place = placed(scope, { from, to, size })

  const folded = new Fold(await rows(pointsQuery(place)), size)
  const last = conversation ? num(extent?.number) : turns
  for (let low = 1; low <= last; low += limits.usage.slabTurns) {
    const high = low + limits.usage.slabTurns - 1
    for (const row of await rows(callsQuery(place, low, high))) folded.call(row)
    for (const row of await rows(sectionsQuery(place, low, high))) folded.section(row)
  }
  return { conversationId: conversation?.id ?? null, title: conversation?.title ?? '', turns, size, range: query.range && { from, to }, ...folded.report() }
}

type Model = Recorded['models'][number]
/** Puts the grouped rows together. Every row is added once to its point, its phase and its model, so that all three sum up to the same. */
class Fold {
  private readonly points = new Map<number, UsagePoint>()
  private readonly phases = new Map<string, UsageReport['phases'][number]>()
  private readonly models = new Map<string, Model>()

  constructor(rows: Row[], size: number) {
    for (const row of rows) {
      const bucket = num(row.bucket)
      const turns = num(row.turns)
      this.points.set(bucket, {
        ...noCalls(),
        ...noPrompts(),
        kind: bucket === OUTSIDE.branches ? 'branches' : bucket === OUTSIDE.before ? 'before' : bucket === OUTSIDE.after ? 'after' : 'turns',
        from: num(row.from),
        to: num(row.to),
        turns,
        turn: bucket >= 0 && size === 1 ? { id: String(row.id), conversationId: String(row.conversationId), number: num(row.number) } : null,
        at: new Date(row.at as string | Date).toISOString(),
        phases: {},
        sections: {},
      })
    }
  }

  private targets(row: Row) {
    const phase = String(row.phase)
    const model = String(row.model)
    const point = this.points.get(num(row.bucket))
    const ofPhase = this.phases.get(phase) ?? { ...noCalls(), phase }
    const ofModel = this.models.get(model) ?? { ...noCalls(), ...noPrompts(), model, upkeepCostMicros: 0 }
    this.phases.set(phase, ofPhase)
    this.models.set(model, ofModel)
    return { phase, point, ofPhase, ofModel }
  }

  call(row: Row) {
    const { phase, point, ofPhase, ofModel } = this.targets(row)
    const sums = noCalls()
    for (const key of CALL_KEYS) sums[key] = num(row[key])
    const prompts = noPrompts()
    if (UPKEEP.has(phase)) {
      prompts.upkeep = sums.estInputTokens
      ofModel.upkeepCostMicros += sums.costMicros
    }
    if (ANSWERING.has(phase)) {
      prompts.actual = sums.estInputTokens
      prompts.withoutMemory = num(row.context)
      prompts.withoutMessages = num(row.said)
    }
    addCalls(ofPhase, sums)
    for (const target of [point, ofModel]) {
      if (!target) continue
      addCalls(target, sums)
      addPrompts(target, prompts)
    }
    if (point) addTo(point.phases, phase, sums.inputTokens + sums.outputTokens)
  }

  section(row: Row) {
    const { phase, point, ofModel } = this.targets(row)
    const section = String(row.section)
    const tokens = num(row.tokens)
    if (point) addTo(point.sections, section, tokens)
    if (!ANSWERING.has(phase)) return
    const other = MEMORY_SECTIONS.has(section) ? 0 : tokens
    const prompts = {
      ...noPrompts(),
      withoutMemory: other,
      withoutMessages: other,
      windowOnly: other + (section === 'window' ? tokens : 0),
      summariesOnly: other + (section === 'summaries' ? tokens : 0),
    }
    for (const target of [point, ofModel]) if (target) addPrompts(target, prompts)
  }

  report(): Pick<Recorded, 'points' | 'outside' | 'phases' | 'models'> {
    const points = [...this.points.entries()].sort(([a], [b]) => a - b).map(([, point]) => point)
    const byCalls = <T extends CallSums>(all: Iterable<T>) => [...all].sort((a, b) => b.calls - a.calls)
    return {
      points: points.filter((point) => point.kind === 'turns'),
      outside: points.filter((point) => point.kind !== 'turns'),
      phases: byCalls(this.phases.values()),
      models: byCalls(this.models.values()),
    }
  }
}
