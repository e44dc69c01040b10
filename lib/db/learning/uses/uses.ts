import { join, sqltag } from '@prisma/client/runtime/client'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, inChunks, insertOps, ownedBy } from '@/lib/db/engine/rows'
import type { Patch } from '@/lib/db/learning/log/state'
import { type StrategyRow, shownStrategyIds, strategiesOf, strategyIds } from '@/lib/db/learning/strategies'
import { titlesOf } from '@/lib/db/turns/conversations'
import { REMEMBERED } from '@/lib/db/turns/turn-texts'
import type { DeltaAuthor } from '@/lib/shared/learning/strategies'
import { limitsOfExamples } from '@/lib/shared/limits/examples'
import { type Depth, depthSchema } from '@/lib/shared/turn/depth'
import { taughtBy } from './turn-uses'

/**
 * A strategy that a turn's prompts showed. `parts` = its score if it was retrieved; `trial` = it was
 * quarantined then.
 */
export type StrategyUsed = {
  strategyId: string
  place: 'playbook' | 'retrieved'
  rank: number
  parts: Record<string, number>
  cited: boolean
  trial: boolean
}

/**
 * Writes what a turn's prompts used, replacing an earlier attempt's; counts stay the sums of the uses. With `|| ''`
 * SQLite does not use the index by owner, with which it would read all strategies.
 */
export function usedOps(db: Db, ownerId: string, turnId: string, used: readonly StrategyUsed[], at: Date) {
  const cleared: Batch = [
    db.$executeRaw`UPDATE "Strategy" SET "uses" = "uses" - 1 WHERE "ownerId" || '' = ${ownerId} AND "id" IN
      (SELECT "strategyId" FROM "StrategyUse" WHERE "turnId" = ${turnId} AND "tag" IS NULL)`,
    db.$executeRaw`DELETE FROM "StrategyUse" WHERE "ownerId" = ${ownerId} AND "turnId" = ${turnId} AND "tag" IS NULL`,
  ]
  if (used.length === 0) return cleared
  const ids = join(used.map(({ strategyId }) => strategyId))
  const rows = used.map((one) => ({ turnId, ownerId, ...one, tag: null }))
  return [
    ...cleared,
    ...insertOps(db, 'StrategyUse', rows, sqltag` ON CONFLICT DO NOTHING`),
    db.$executeRaw`UPDATE "Strategy" SET
      "uses" = "uses" + (SELECT COUNT(*) FROM "StrategyUse" u
        WHERE u."turnId" = ${turnId} AND u."strategyId" = "Strategy"."id" AND u."tag" IS NULL),
      "trial" = "trial" AND NOT EXISTS (SELECT 1 FROM "StrategyUse" u
        WHERE u."strategyId" = "Strategy"."id" AND u."turnId" = ${turnId} AND u."trial"),
      "lastUsedAt" = ${at}
      WHERE "ownerId" || '' = ${ownerId} AND "id" IN (${ids})`,
  ]
}

export type UsedStrategy = StrategyRow & { cited: boolean; tag: string | null; place: string }

/** The strategies in a turn's prompts that may be shown, as they are now. */
export async function usedStrategies(db: Db, ownerId: string, turnId: string): Promise<UsedStrategy[]> {
  const uses = await db.strategyUse.findMany({
    where: { ownerId, turnId },
    select: columns('strategyId cited tag place'),
    orderBy: [{ place: 'asc' }, { rank: 'asc' }],
  })
  const ids = uses.map(({ strategyId }) => strategyId)
  const rows = await shownRows(db, ownerId, ids)
  return uses.flatMap(({ strategyId, ...use }) => {
    const row = rows.get(strategyId)
    return row ? [{ ...row, ...use }] : []
  })
}

async function shownRows(db: Db, ownerId: string, ids: readonly string[]): Promise<Map<string, StrategyRow>> {
  const [rows, shown] = await Promise.all([
    strategiesOf(db, ownerId, ids),
    shownStrategyIds(db, ownerId, ids),
  ])
  return new Map([...rows].filter(([id]) => shown.has(id)))
}

/** Strategies that a turn has taught, unless they are retired. */
export async function strategiesTaught(db: Db, ownerId: string, turnId: string): Promise<StrategyRow[]> {
  const taught = await taughtBy(db, ownerId, [turnId])
  const ids = taught.map(({ refId }) => refId)
  return [...(await shownRows(db, ownerId, ids)).values()].filter(({ status }) => status !== 'retired')
}

export type KnownStrategy = Awaited<ReturnType<typeof knownStrategies>>[number]
const FIELDS = columns('id content contentHash domain status mergedIntoId pinned untrusted')

/** All strategies of a person's own scope that a new one is compared with, in the order they were made. */
export async function knownStrategies(db: Db, ownerId: string) {
  const rows = await db.strategy.findMany({
    where: { ownerId, conversationId: null },
    select: FIELDS,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const ids = rows.map(({ id }) => id)
  const shown = await shownStrategyIds(db, ownerId, ids)
  return rows.filter(({ id }) => shown.has(id))
}

/** Ids of strategies that were learned from this turn alone. */
export const learnedFrom = (db: Db, ownerId: string, turnId: string): Promise<string[]> =>
  strategyIds(
    db,
    ownerId,
    sqltag`EXISTS (SELECT 1 FROM "Provenance" p WHERE p."kind" = 'strategy' AND p."refId" = s."id" AND p."sourceTurnId" = ${turnId})
      AND NOT EXISTS (SELECT 1 FROM "Provenance" p WHERE p."kind" = 'strategy' AND p."refId" = s."id" AND p."sourceTurnId" <> ${turnId})`,
  )

/**
 * Strategies that this turn's verdict retired, if nothing changed their status since, with the status before.
 */
export async function retiredBy(db: Db, ownerId: string, turnId: string, ids: string[]) {
  const where = { ownerId, strategyId: { in: ids } }
  const deltas = await db.delta.findMany({ where, orderBy: { seq: 'asc' } })
  const lasts = new Map(
    deltas.flatMap((delta) => {
      const after = (delta.after as Patch | null)?.status
      return after ? [[delta.strategyId, { ...delta, after }] as const] : []
    }),
  )
  return new Map(
    [...lasts].flatMap(([id, { by, after, before, turnId: at }]) =>
      by === 'heuristic' && at === turnId && after === 'retired'
        ? [[id, (before as Patch).status] as const]
        : [],
    ),
  )
}

/** Turns with the titles of their conversations, without those that memory may not use. */
export async function titledTurns(db: Db, ownerId: string, turnIds: readonly string[]) {
  const rows = await inChunks([...new Set(turnIds)], (ids) =>
    db.turn.findMany({
      where: { ...ownedBy(ownerId), id: { in: ids }, ...REMEMBERED },
      select: columns('id number conversationId'),
    }),
  )
  const titles = await titlesOf(db, ownerId, [...new Set(rows.map((row) => row.conversationId))])
  return new Map(
    rows.map(({ id, number, conversationId }) => [
      id,
      { turnId: id, number, conversationId, title: titles.get(conversationId) ?? '' },
    ]),
  )
}

export async function authorsOf(db: Db, ownerId: string, ids: readonly string[]) {
  const rows = await inChunks(ids, (some) =>
    db.delta.findMany({
      where: { ...ownedBy(ownerId), op: 'ADD', strategyId: { in: some } },
      orderBy: { seq: 'desc' },
      select: columns('strategyId by'),
    }),
  )
  // The first one of each comes last: later ones bring it back.
  return new Map(rows.map(({ strategyId, by }) => [strategyId, by as DeltaAuthor]))
}

export async function citedCounts(db: Db, ownerId: string): Promise<Map<string, number>> {
  const where = { ownerId, cited: true }
  const rows = await db.strategyUse.groupBy({ by: ['strategyId'], where, _count: { _all: true } })
  return new Map(rows.map(({ strategyId, _count }) => [strategyId, _count._all]))
}

/** A turn that succeeded: calls for its answer, tool calls, failed ones, and the thumb (-1, 0, 1). */
export type PastTurn = {
  id: string
  attempt: number
  /** It read text from outside. */
  tainted: boolean
  depth: Depth | null
  steps: number
  tools: number
  failed: number
  feedback: number
}

/** Which of these turns succeeded (a thumb up, or a confident verdict) and may be used by memory. */
export async function goodTurns(db: Db, ownerId: string, ids: string[]): Promise<Map<string, PastTurn>> {
  if (ids.length === 0) return new Map()
  const of = { ...ownedBy(ownerId), turnId: { in: ids } }
  const [turns, verdicts, thumbs, steps] = await Promise.all([
    db.turn.findMany({
      where: { ...ownedBy(ownerId), id: { in: ids }, ...REMEMBERED },
      select: columns('id attempt depth tainted'),
    }),
    db.verdict.findMany({ where: { ...of, label: 'success' }, select: columns('turnId confidence') }),
    db.feedback.findMany({ where: of, select: columns('turnId value') }),
    db.step.findMany({
      where: { ...of, phase: 'act' },
      select: { turnId: true, attempt: true, tools: { select: { ok: true } } },
    }),
  ])
  const sure = new Map(verdicts.map(({ turnId, confidence }) => [turnId, confidence]))
  const thumb = new Map(thumbs.map(({ turnId, value }) => [turnId, Math.sign(value)]))
  return new Map(
    turns.flatMap(({ id, attempt, depth, tainted }) => {
      const feedback = thumb.get(id) ?? 0
      const isSure = (sure.get(id) ?? 0) >= limitsOfExamples.leastConfidence
      if (feedback < 0 || (feedback === 0 && !isSure)) return []
      const own = steps.filter((step) => step.turnId === id && step.attempt === attempt)
      const tools = own.flatMap((step) => step.tools)
      const failed = tools.filter(({ ok }) => !ok).length
      const measured = { steps: own.length, tools: tools.length, failed }
      const past = { id, attempt, tainted, depth: depthSchema.safeParse(depth).data ?? null }
      return [[id, { ...past, ...measured, feedback }] as const]
    }),
  )
}
