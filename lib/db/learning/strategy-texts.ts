import { join, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { ownedBy } from '@/lib/db/engine/owned'
import { inChunks } from '@/lib/db/engine/pages'
import { rememberedSql } from '@/lib/db/turns/turn-texts'
import { type StrategyStatus, strategyStatusSchema } from '@/lib/shared/learning/strategies'
import { shownOf } from './retrieval'

const FIELDS = columns('id slug title description content tags status conversationId createdAt')
/** What memory holds: neither what waits for approval nor what is part of another strategy. */
const HELD = { mergedIntoId: null, status: { not: 'proposed' } }

/** A turn that a strategy was learned from. */
export type SourceTurn = { turnId: string; number: number; conversationId: string; branchId: string }
/** A strategy as search finds it. `turn` = the latest one it was learned from; null = none is left. */
export type StrategyText = Omit<Awaited<ReturnType<typeof rowsOf>>[number], 'tags' | 'status'> & {
  tags: string[]
  status: StrategyStatus
  turn: SourceTurn | null
}

const heldIds = async (db: Db, ownerId: string) =>
  (await db.strategy.findMany({ where: { ownerId, ...HELD }, select: columns('id') })).map(({ id }) => id)
const rowsOf = (db: Db, ownerId: string, ids: readonly string[]) =>
  inChunks(ids, (some) =>
    db.strategy.findMany({ where: { ...ownedBy(ownerId), ...HELD, id: { in: some } }, select: FIELDS }),
  )

/** By id, or all; those that are forgotten, in the trash, waiting for approval or merged are absent. */
export async function strategyTexts(
  db: Db,
  ownerId: string,
  wanted?: readonly string[],
): Promise<StrategyText[]> {
  const ids = wanted ?? (await heldIds(db, ownerId))
  const [rows, shown, turns] = await Promise.all([
    rowsOf(db, ownerId, ids),
    shownOf(db, ownerId, ids),
    latestSources(db, ownerId, ids),
  ])
  return rows.flatMap((row) => {
    const status = strategyStatusSchema.safeParse(row.status).data
    if (!status || !shown.has(row.id)) return []
    return [{ ...row, tags: row.tags as string[], status, turn: turns.get(row.id) ?? null }]
  })
}

async function latestSources(
  db: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<Map<string, SourceTurn>> {
  const rows = await inChunks(
    ids,
    (some) => db.$queryRaw<(SourceTurn & { refId: string })[]>`
      SELECT p."refId", t."id" AS "turnId", t."number", t."conversationId", t."branchId"
      FROM "Provenance" p JOIN "Turn" t ON t."id" = p."sourceTurnId"
      JOIN "Conversation" c ON c."id" = t."conversationId"
      WHERE p."kind" = 'strategy' AND p."refId" IN (${join(some)}) AND NOT (p."ownerId" <> ${ownerId})
        AND ${rememberedSql(sqltag`t.`)} AND c."trashId" IS NULL
      ORDER BY t."createdAt", t."id"`,
  )
  return new Map(rows.map(({ refId, number, ...turn }) => [refId, { ...turn, number: Number(number) }]))
}
