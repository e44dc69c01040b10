import { empty, join, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { ownedBy } from '@/lib/db/engine/owned'
import { inChunks } from '@/lib/db/engine/pages'
import { derivedFrom } from '@/lib/db/forget/derived'
import { FORGOTTEN } from '@/lib/db/forget/forgotten'
import { rememberedSql } from '@/lib/db/turns/turn-texts'
import { type StoredSummary, type SummaryRow, toRows } from './summaries'

/** A summary or roll-up with the last turn it covers: its position in time and on its branch. */
export type SummaryText = SummaryRow & { conversationId: string; turnId: string; createdAt: Date }

type Row = StoredSummary & { turnId: string; createdAt: Date }
/** The searchable ones by id, and the last id read. Raw SQL, since a cold start reads every one. */
async function read(db: Db, ownerId: string, which: Sql, take: Sql) {
  const rows = await db.$queryRaw<Row[]>`
    SELECT s."id", s."branchId", s."level", s."fromNumber", s."toNumber", s."contextId", s."text", s."insights", s."tokens", CAST(s."status" AS TEXT) AS "status",
      t."id" AS "turnId", t."conversationId", t."createdAt"
    FROM "Summary" s JOIN "Turn" t ON t."branchId" = s."branchId" AND t."number" = s."toNumber" JOIN "Conversation" c ON c."id" = t."conversationId"
    WHERE NOT (s."ownerId" <> ${ownerId}) AND NOT (t."ownerId" <> ${ownerId}) AND ${which}
      AND ${rememberedSql(sqltag`t.`)} AND c."trashId" IS NULL
    ORDER BY s."id" ${take}`
  const shown = await toRows(db, ownerId, rows)
  const texts = shown.flatMap((row, i): SummaryText[] => {
    const { turnId, conversationId, createdAt } = rows[i] as Row
    if (!row.text || row.text === FORGOTTEN) return []
    return [Object.assign(row, { turnId, conversationId, createdAt })]
  })
  return { texts, count: rows.length, last: rows.at(-1)?.id ?? '' }
}

/** By id and in that order, without those that memory may not use or that are to be made again. */
export const summaryTexts = async (db: Db, ownerId: string, ids: string[]): Promise<SummaryText[]> =>
  ids.length ? (await read(db, ownerId, sqltag`s."id" IN (${join(ids)})`, empty)).texts : []

/** One keyset page of all that can be found; `next` = where the next one begins, null after the last. */
export async function summaryPage(db: Db, ownerId: string, after: string, take: number) {
  const { texts, count, last } = await read(db, ownerId, sqltag`s."id" > ${after}`, sqltag`LIMIT ${take}`)
  return { texts, next: count < take ? null : last }
}

/** Where summaries end. */
export async function summaryPlaces(db: Db, ownerId: string, ids: string[]) {
  const where = { ...ownedBy(ownerId), id: { in: ids } }
  const rows = await db.summary.findMany({ where, select: columns('conversationId branchId toNumber') })
  return rows.map(({ toNumber, ...place }) => ({ ...place, to: toNumber }))
}

/** Ids of the summaries of these conversations, and of those that end with or rest on one of these turns. */
export async function summaryIdsOf(db: Db, ownerId: string, conversationIds: string[], turnIds: string[]) {
  const where = { ownerId, conversationId: { in: conversationIds } }
  const whole = conversationIds.length ? await db.summary.findMany({ where, select: { id: true } }) : []
  const ending = await inChunks(
    turnIds,
    (some) => db.$queryRaw<{ id: string }[]>`
      SELECT s."id" AS "id" FROM "Summary" s JOIN "Turn" t ON t."branchId" = s."branchId" AND t."number" = s."toNumber"
      WHERE s."ownerId" = ${ownerId} AND t."ownerId" = ${ownerId} AND t."id" IN (${join(some)})`,
    1_000,
  )
  const ids = [...whole, ...ending].map((row) => row.id)
  return [...new Set([...ids, ...(await derivedFrom(db, ownerId, turnIds)).summary])]
}
