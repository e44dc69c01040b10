import { sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { chunks, columns, inChunks, ownedBy, PAGE, pages } from '@/lib/db/engine/rows'
import { sweepBlobs } from '@/lib/db/engine/sweep-blobs'
import { namedTurns } from '@/lib/db/turns/conversations'
import { rememberedSql } from '@/lib/db/turns/turn-texts'
import type { OtherTurn } from '@/lib/shared/memory/forget'
import { type DroppedTexts, limitsOfRetention as limits, type OldTexts } from '@/lib/shared/memory/retention'
import { pick } from '@/lib/shared/pick'
import { EMPTIED_CONTEXT, storedContext } from './context-parts'

type Old = OtherTurn & { id: string; at: Date | string }
/** Contexts older than `cutoff`, imports by their import, that no recall has found since, in pages. */
const oldContexts = (db: Db, ownerId: string, cutoff: Date) =>
  pages<Old>(
    (last) => db.$queryRaw<Old[]>`
      SELECT c."id" AS "id", t."createdAt" AS "at", t."id" AS "turnId", t."number" AS "number",
          t."conversationId" AS "conversationId" FROM "Context" c JOIN "Turn" t ON t."id" = c."turnId"
        JOIN "Conversation" v ON v."id" = t."conversationId"
      WHERE c."ownerId" = ${ownerId} AND c."id" > ${last} AND c."textHash" <> '' AND c."droppedAt" IS NULL
        AND t."createdAt" < ${cutoff} AND (t."importedAt" IS NULL OR t."importedAt" < ${cutoff})
        AND ${rememberedSql(sqltag`t.`)} AND v."trashId" IS NULL
        AND NOT EXISTS (SELECT 1 FROM "RecallHit" h JOIN "Recall" r ON r."id" = h."recallId"
          JOIN "Turn" a ON a."id" = r."turnId" WHERE h."sourceTurnId" = t."id" AND a."createdAt" >= ${cutoff})
      ORDER BY c."id" LIMIT ${PAGE}`,
    ({ id }) => id,
  )

/** What would be dropped; `bytes` = at most, since a text that something else names stays. */
export async function oldTexts(db: Db, ownerId: string, cutoff: Date): Promise<OldTexts> {
  const hashes = new Set<string>()
  const found = { turns: 0, oldest: null as Date | null, newest: null as Date | null }
  const first: OtherTurn[] = []
  for await (const rows of oldContexts(db, ownerId, cutoff)) {
    found.turns += rows.length
    for (const row of rows.slice(0, limits.named - first.length))
      first.push(pick(row, 'turnId number conversationId'))
    for (const row of rows) {
      const at = new Date(row.at)
      if (!found.oldest || at < found.oldest) found.oldest = at
      if (!found.newest || at > found.newest) found.newest = at
    }
    const contexts = await inChunks(rows, (some) => {
      const where = { ...ownedBy(ownerId), id: { in: some.map(({ id }) => id) } }
      return db.context.findMany({ where, select: columns('toolCalls') })
    })
    for (const { toolCalls } of contexts)
      for (const { hash } of storedContext.parse(toolCalls).parts) hashes.add(hash)
  }
  const sums = await inChunks([...hashes], async (some) => [
    await db.blob.aggregate({ where: { ownerId, hash: { in: some } }, _sum: { bytes: true } }),
  ])
  return {
    turns: found.turns,
    bytes: sums.reduce((total, { _sum }) => total + (_sum.bytes ?? 0), 0),
    oldest: found.oldest?.toISOString() ?? null,
    newest: found.newest?.toISOString() ?? null,
    which: await namedTurns(db, ownerId, first),
  }
}

/** Drops them; `now` names all that were dropped together. @returns how many. */
export async function dropOldTexts(db: Db, ownerId: string, cutoff: Date, now: Date): Promise<number> {
  let dropped = 0
  for await (const rows of oldContexts(db, ownerId, cutoff))
    for (const some of chunks(rows)) {
      const where = { ...ownedBy(ownerId), id: { in: some.map(({ id }) => id) }, droppedAt: null }
      dropped += (await db.context.updateMany({ where, data: { droppedAt: now } })).count
    }
  return dropped
}

const UNDOABLE = { textHash: { not: '' } }

/** Those that can be brought back, by when they were dropped, newest first. */
export async function droppedTexts(db: Db, ownerId: string): Promise<DroppedTexts[]> {
  const where = { ownerId, droppedAt: { not: null }, ...UNDOABLE }
  const orderBy = { droppedAt: 'desc' as const }
  const groups = await db.context.groupBy({ by: ['droppedAt'], where, _count: { _all: true }, orderBy })
  return groups.flatMap(({ droppedAt, _count }) =>
    droppedAt ? [{ at: droppedAt.toISOString(), turns: _count._all }] : [],
  )
}

/** Brings back what was dropped at a moment. @returns how many. */
export const restoreTexts = async (db: Db, ownerId: string, at: Date): Promise<number> =>
  (await db.context.updateMany({ where: { ownerId, droppedAt: at, ...UNDOABLE }, data: { droppedAt: null } }))
    .count

/** Of these turns, those whose full text was dropped, with the time. */
export async function droppedOf(db: Db, ownerId: string, turnIds: string[]): Promise<Map<string, Date>> {
  const where = { ...ownedBy(ownerId), droppedAt: { not: null } }
  const rows = await inChunks(turnIds, (some) =>
    db.context.findMany({ where: { ...where, turnId: { in: some } }, select: columns('turnId droppedAt') }),
  )
  return new Map(rows.flatMap(({ turnId, droppedAt }) => (droppedAt ? [[turnId, droppedAt] as const] : [])))
}

/** Removes for good what was dropped before a moment, of every owner. Summaries and workspaces stay. */
export async function removeDropped(db: Db, before: Date, now: Date): Promise<number> {
  const where = { droppedAt: { lt: before }, ...UNDOABLE }
  const owners = await db.context.findMany({ where, distinct: ['ownerId'], select: columns('ownerId') })
  let removed = 0
  for (const { ownerId } of owners) {
    for (;;) {
      const rows = await db.context.findMany({
        where: { ownerId, ...where },
        take: PAGE,
        select: columns('id'),
      })
      if (rows.length === 0) break
      const those = { ...ownedBy(ownerId), id: { in: rows.map(({ id }) => id) }, ...where }
      removed += (await db.context.updateMany({ where: those, data: EMPTIED_CONTEXT })).count
    }
    await sweepBlobs(db, ownerId, now)
  }
  return removed
}
