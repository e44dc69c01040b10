import { join } from '@prisma/client/runtime/client'
import type { Db } from './client'
import { heldSummaries } from './held'
import { ownedBy } from './owned'
import { type SummaryRow, summariesById } from './summaries'
import { rememberedOf } from './turn-texts'

/** A summary or roll-up with the last turn it covers: there it stands in time and on its branch. */
export type SummaryText = SummaryRow & { conversationId: string; turnId: string; createdAt: Date }

/** By id, in the order of ids; those whose last turn memory may not speak of, that rest on something forgotten, or that are still to be made again are absent. */
export async function summaryTexts(db: Db, ownerId: string, ids: string[]): Promise<SummaryText[]> {
  if (ids.length === 0) return []
  const ends = await db.$queryRaw<{ id: string; turnId: string }[]>`
    SELECT s."id" AS "id", t."id" AS "turnId" FROM "Summary" s JOIN "Turn" t ON t."branchId" = s."branchId" AND t."number" = s."toNumber"
    WHERE s."ownerId" = ${ownerId} AND s."id" IN (${join(ids)}) ORDER BY s."id"`
  const turns = await db.turn.findMany({
    where: rememberedOf(
      ownerId,
      ends.map((end) => end.turnId),
    ),
    select: { id: true, conversationId: true, createdAt: true },
  })
  const turnOf = new Map(turns.map((turn) => [turn.id, turn]))
  const [rows, held] = await Promise.all([summariesById(db, ownerId, ids), heldSummaries(db, ownerId)])
  for (const id of held) rows.delete(id)
  return ends.flatMap(({ id, turnId }) => {
    const [row, turn] = [rows.get(id), turnOf.get(turnId)]
    return row?.text && turn ? [{ ...row, turnId, conversationId: turn.conversationId, createdAt: turn.createdAt }] : []
  })
}

/** One keyset page of ids. */
export const summaryIdPage = async (db: Db, ownerId: string, after: string, take: number) =>
  (await db.summary.findMany({ where: { ownerId, id: { gt: after } }, select: { id: true }, orderBy: { id: 'asc' }, take })).map((row) => row.id)

/** Where summaries end. */
export const summaryPlaces = async (db: Db, ownerId: string, ids: string[]) =>
  (await db.summary.findMany({ where: { ...ownedBy(ownerId), id: { in: ids } }, select: { conversationId: true, branchId: true, toNumber: true } })).map(
    ({ toNumber, ...place }) => ({
      ...place,
      to: toNumber,
    }),
  )

const CHUNK = 1_000
/** Ids of all summaries of these conversations, of those that end with one of these turns, and of those that rest on one. */
export async function summaryIdsOf(db: Db, ownerId: string, conversationIds: string[], turnIds: string[]): Promise<string[]> {
  const found = conversationIds.length ? await db.summary.findMany({ where: { ownerId, conversationId: { in: conversationIds } }, select: { id: true } }) : []
  for (let i = 0; i < turnIds.length; i += CHUNK)
    found.push(
      ...(await db.$queryRaw<{ id: string }[]>`
        SELECT s."id" AS "id" FROM "Summary" s JOIN "Turn" t ON t."branchId" = s."branchId" AND t."number" = s."toNumber"
        WHERE s."ownerId" = ${ownerId} AND t."ownerId" = ${ownerId} AND t."id" IN (${join(turnIds.slice(i, i + CHUNK))})`),
    )
  return [...new Set([...found.map((row) => row.id), ...(await restingOn(db, ownerId, turnIds))])]
}

/** Summaries and roll-ups that rest on any of these turns. */
async function restingOn(db: Db, ownerId: string, turnIds: string[]): Promise<string[]> {
  const ids = new Set<string>()
  for (let i = 0; i < turnIds.length; i += CHUNK)
    for (const row of await db.provenance.findMany({
      where: { ownerId, kind: 'summary', sourceTurnId: { in: turnIds.slice(i, i + CHUNK) } },
      select: { refId: true },
      distinct: ['refId'],
    }))
      ids.add(row.refId)
  return [...ids]
}
