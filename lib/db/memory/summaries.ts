import { empty, join, type Sql, sqltag } from '@prisma/client/runtime/client'
import { z } from 'zod'
import { changeOps } from '@/lib/db/engine/changes'
import type { Batch, Db, Prisma } from '@/lib/db/engine/client'
import { chunks, columns, inChunks, ownedBy } from '@/lib/db/engine/rows'
import { derivedFrom, derivedOps } from '@/lib/db/forget/derived'
import { FORGOTTEN } from '@/lib/db/forget/forgotten'
import { trashedAmong } from '@/lib/db/forget/visible'
import type { BranchPath } from '@/lib/db/turns/path'
import { rememberedSql } from '@/lib/db/turns/turn-texts'

/** Summaries whose last turn, and so the whole range, is on the path. */
const endsOnPath = (path: BranchPath): Prisma.SummaryWhereInput =>
  // Prisma drops an empty OR inside an AND, which would match every summary.
  path.length
    ? { OR: path.map(([branchId, max]) => ({ branchId, toNumber: { lte: max } })) }
    : { id: { in: [] } }

const stored = ({ from, to, ...row }: SummaryRow) => ({
  ...row,
  fromNumber: from,
  toNumber: to,
  stale: false,
})

/** Writes for a transaction: the summary of one turn, and that it stems from that turn. */
export const turnSummaryOps = (
  db: Db,
  ownerId: string,
  conversationId: string,
  turnId: string,
  row: SummaryRow,
): Batch => {
  const { branchId, level, fromNumber, toNumber, ...data } = stored({ ...row, level: 0 })
  const place = { branchId, level, fromNumber, toNumber }
  return [
    db.summary.upsert({
      where: { branchId_level_fromNumber_toNumber: place, ownerId },
      create: { ...place, ...data, ownerId, conversationId },
      update: data,
      select: { id: true },
    }),
    ...derivedOps(db, ownerId, 'summary', row.id, [turnId]),
    ...changeOps(db, ownerId, [{ kind: 'summary', refId: row.id, op: 'put' }]),
  ]
}

/** Rows for a bulk insert: a summary or roll-up, and the turns it stems from. */
export const summaryRows = (
  ownerId: string,
  conversationId: string,
  row: SummaryRow,
  turnIds: readonly string[],
) => ({
  summary: { ...stored(row), ownerId, conversationId },
  provenance: turnIds.map((sourceTurnId) => ({ ownerId, kind: 'summary', refId: row.id, sourceTurnId })),
})

/** Writes: a roll-up that stems from its sources' turns. @throws P2002 if the range is rolled up already. */
export const rollUpRowOps = (
  db: Db,
  ownerId: string,
  conversationId: string,
  row: SummaryRow,
  sourceIds: string[],
): Batch => [
  db.summary.create({
    data: { ...stored(row), ownerId, conversationId, contextId: null },
    select: columns('id'),
  }),
  ...sourceOps(db, ownerId, row.id, sourceIds),
  ...changeOps(db, ownerId, [{ kind: 'summary', refId: row.id, op: 'put' }]),
]

/** The turns that these summaries are made from are those of a roll-up too. */
const sourceOps = (db: Db, ownerId: string, id: string, sourceIds: readonly string[]): Batch =>
  sourceIds.map(
    (sourceId) =>
      db.$executeRaw`INSERT INTO "Provenance" ("ownerId", "kind", "refId", "sourceTurnId") SELECT "ownerId", 'summary', ${id}, "sourceTurnId" FROM "Provenance" WHERE "ownerId" = ${ownerId} AND "kind" = 'summary' AND "refId" = ${sourceId} ON CONFLICT DO NOTHING`,
  )

/** Writes for a transaction: a new text for a stale roll-up. Its summaries may rest on further turns by now. */
export const refreshRollUpOps = (
  db: Db,
  ownerId: string,
  id: string,
  text: Pick<SummaryRow, 'text' | 'insights' | 'tokens' | 'status'>,
  sourceIds: readonly string[],
): Batch => [
  db.summary.update({ where: { id, ownerId }, data: { ...text, stale: false }, select: { id: true } }),
  ...sourceOps(db, ownerId, id, sourceIds),
  ...changeOps(db, ownerId, [{ kind: 'summary', refId: id, op: 'put' }]),
]

/** Roll-ups of `level` that rest on these turns become stale. Owner and kind are negated, as in `ownedBy`. */
export const staleOps = (db: Db, ownerId: string, level: number, turnIds: readonly string[]): Batch =>
  chunks(turnIds).map(
    (
      ids,
    ) => db.$executeRaw`UPDATE "Summary" SET "stale" = TRUE WHERE "level" = ${level} AND NOT ("ownerId" <> ${ownerId})
      AND "id" IN (SELECT p."refId" FROM "Provenance" p WHERE p."sourceTurnId" IN (${join(ids)}) AND NOT (p."kind" <> 'summary'))`,
  )

/** Every roll-up of a path that ends before turn `before`, without its text, oldest first. */
export async function rollUpsOnPath(db: Db, ownerId: string, path: BranchPath, before: number) {
  const rows = await db.summary.findMany({
    where: { AND: [{ ownerId, level: { gte: 1 }, toNumber: { lt: before } }, endsOnPath(path)] },
    select: columns('id branchId level fromNumber toNumber tokens stale'),
    orderBy: [{ level: 'asc' }, { fromNumber: 'asc' }],
  })
  return rows.map(({ fromNumber, toNumber, ...row }) => ({ ...row, from: fromNumber, to: toNumber }))
}

/** Summaries of single turns of a path in these ranges, oldest first; at most `take`, from either end. */
export async function turnSummaries(
  db: Db,
  ownerId: string,
  path: BranchPath,
  ranges: TurnRange[],
  take?: { first: number } | { last: number },
): Promise<SummaryRow[]> {
  if (ranges.length === 0) return []
  const within = { OR: ranges.map(({ from, to }) => ({ fromNumber: { gte: from, lte: to } })) }
  const rows = await db.summary.findMany({
    where: { AND: [{ ownerId, level: 0 }, endsOnPath(path), within] },
    select: FIELDS,
    orderBy: { fromNumber: take && 'last' in take ? 'desc' : 'asc' },
    ...(take ? { take: 'last' in take ? take.last : take.first } : {}),
  })
  return (await toRows(db, ownerId, rows)).sort((a, b) => a.from - b.from)
}

/** By id; unknown ids and those of other users are absent. */
export async function summariesById(db: Db, ownerId: string, ids: string[]) {
  const rows = await db.summary.findMany({ where: { ...ownedBy(ownerId), id: { in: ids } }, select: FIELDS })
  return new Map((await toRows(db, ownerId, rows)).map((row) => [row.id, row]))
}

export async function summariesOfTurns(db: Db, ownerId: string, turnIds: string[]) {
  const turns = turnIds.length
    ? await db.turn.findMany({
        where: { ...ownedBy(ownerId), id: { in: turnIds } },
        select: columns('id branchId number'),
      })
    : []
  const branches = [...new Set(turns.map((turn) => turn.branchId))]
  const places = branches.map((branchId) => ({
    branchId,
    level: 0,
    fromNumber: { in: turns.flatMap((turn) => (turn.branchId === branchId ? turn.number : [])) },
  }))
  const rows = places.length
    ? await db.summary.findMany({ where: { ...ownedBy(ownerId), OR: places }, select: FIELDS })
    : []
  const turnAt = new Map(turns.map((turn) => [`${turn.branchId} ${turn.number}`, turn.id]))
  return new Map(
    (await toRows(db, ownerId, rows)).map((row) => [
      turnAt.get(`${row.branchId} ${row.from}`) ?? '',
      { text: row.text, insights: row.insights, status: row.status },
    ]),
  )
}

export type SummaryStatus = 'extractive' | 'fallback' | 'model'
/** Numbers of a path, both included. */
type TurnRange = { from: number; to: number }
export type SummaryRow = TurnRange & {
  id: string
  branchId: string
  level: number
  contextId: string | null
  text: string
  insights: string[]
  tokens: number
  status: SummaryStatus
}
/** `tokens` 0 = emptied because a turn in it was forgotten; it is written again from what remains. */
export type RollUpRow = Omit<SummaryRow, 'contextId' | 'text' | 'insights' | 'status'> & { stale: boolean }

const insightsSchema = z.array(z.string()).catch([])
const statusSchema = z.enum(['extractive', 'fallback', 'model']).catch('fallback')
type StoredSummary = Prisma.SummaryGetPayload<{ select: typeof FIELDS }>
const FIELDS = columns(
  'id conversationId branchId level fromNumber toNumber contextId text insights tokens status',
)

/** Rows as they may be shown now: without the texts that are derived from something in the trash. */
async function toRows(db: Db, ownerId: string, stored: StoredSummary[]): Promise<SummaryRow[]> {
  const ids = stored.map(({ id }) => id)
  const trashed = await trashedAmong(db, ownerId, 'summary', ids)
  return stored.map(({ conversationId: _, fromNumber, toNumber, text, insights, status, ...row }) => ({
    ...row,
    from: fromNumber,
    to: toNumber,
    text: trashed.has(row.id) ? FORGOTTEN : text,
    insights: trashed.has(row.id) ? [] : insightsSchema.parse(insights),
    status: statusSchema.parse(status),
  }))
}

/** A summary or roll-up with the last turn it covers: its position in time and on its branch. */
export type StoredSummaryText = SummaryRow & { conversationId: string; turnId: string; createdAt: Date }

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
  const texts = shown.flatMap((row, i): StoredSummaryText[] => {
    const { turnId, conversationId, createdAt } = rows[i] as Row
    if (!row.text || row.text === FORGOTTEN) return []
    return [Object.assign(row, { turnId, conversationId, createdAt })]
  })
  return { texts, count: rows.length, last: rows.at(-1)?.id ?? '' }
}

/** By id and in that order, without those that memory may not use or that are to be made again. */
export const summaryTexts = async (db: Db, ownerId: string, ids: string[]): Promise<StoredSummaryText[]> =>
  ids.length ? (await read(db, ownerId, sqltag`s."id" IN (${join(ids)})`, empty)).texts : []

/** One keyset page of all that can be found; `next` = where the next one begins, null after the last. */
export async function summaryPage(db: Db, ownerId: string, after: string, take: number) {
  const { texts, count, last } = await read(db, ownerId, sqltag`s."id" > ${after}`, sqltag`LIMIT ${take}`)
  return { texts, next: count < take ? null : last }
}

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
