import { empty, join, raw, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns, inChunks, ownedBy, PAGE, pages } from '@/lib/db/engine/rows'
import { isTrashedSql } from '@/lib/db/forget/derived'
import { hasTrash } from '@/lib/db/forget/trashed'
import { readersOfTrash } from '@/lib/db/forget/visible'
import type { Strategy } from '@/lib/db/generated/sqlite/client'
import { rememberedSql } from '@/lib/db/turns/turn-texts'
import {
  type LINK_RELATIONS,
  type StrategyState,
  type StrategyStatus,
  strategyStatusSchema,
} from '@/lib/shared/learning/strategies'
import type { Words } from '@/lib/shared/pick'

/** A strategy as it is stored, with the turns it was learned from and its links to others. */
export type StrategyRow = Strategy & { sources: string[]; links: StrategyState['links'] }

/** Ids of strategies that may be shown, not in the trash. `which` = on `s`; `order` = what follows. */
export async function strategyIds(
  db: Db,
  ownerId: string,
  which: Sql = sqltag`1 = 1`,
  order: Sql = sqltag`ORDER BY s."slug"`,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT s."id" FROM "Strategy" s
    WHERE s."ownerId" = ${ownerId} AND (${which}) AND (${await isShown(db, ownerId)}) ${order}`
  return rows.map(({ id }) => id)
}

export const idIn = (ids: readonly string[]): Sql =>
  ids.length ? sqltag`s."id" IN (${join([...ids])})` : sqltag`1 = 0`

/** A condition on a strategy `s`. */
async function isShown(db: Db, ownerId: string): Promise<Sql> {
  if (!(await hasTrash(db, ownerId))) return sqltag`1 = 1`
  return sqltag`
    NOT EXISTS (SELECT 1 FROM "Conversation" c WHERE c."id" = s."conversationId" AND c."trashId" IS NOT NULL)
    AND NOT ${isTrashedSql('wording', sqltag`s."id"`, await readersOfTrash(db, ownerId))}`
}

/** The existing ones of these strategies, in this order. Raw SQL: Prisma takes about eight times as long. */
export async function strategiesOf(db: Db, ownerId: string, ids: readonly string[]) {
  const [rows, sources, links] = await Promise.all([
    inChunks(
      ids,
      (some) => db.$queryRaw<Strategy[]>`
        SELECT s.* FROM "Strategy" s WHERE s."id" IN (${join(some)}) AND NOT (s."ownerId" <> ${ownerId})`,
    ),
    inChunks(
      ids,
      (some) => db.$queryRaw<{ refId: string; sourceTurnId: string }[]>`
        SELECT p."refId", p."sourceTurnId" FROM "Provenance" p
        WHERE p."kind" = 'strategy' AND p."refId" IN (${join(some)}) ORDER BY p."sourceTurnId"`,
    ),
    inChunks(
      ids,
      (some) => db.$queryRaw<{ fromId: string; toId: string; relation: string; weight: number }[]>`
        SELECT l."fromId", l."toId", l."relation", l."weight" FROM "StrategyLink" l
        WHERE l."ownerId" = ${ownerId} AND l."fromId" IN (${join(some)})`,
    ),
  ])
  const found = new Map<string, StrategyRow>()
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) {
    const row = byId.get(id)
    if (row) found.set(id, { ...row, sources: [], links: [] })
  }
  for (const { refId, sourceTurnId } of sources) found.get(refId)?.sources.push(sourceTurnId)
  for (const { fromId, toId: to, relation, weight } of links)
    found.get(fromId)?.links.push({ to, relation: relation as (typeof LINK_RELATIONS)[number], weight })
  return found
}

/** Every strategy that may be shown, by slug. */
export const allStrategies = async (db: Db, ownerId: string): Promise<StrategyRow[]> => [
  ...(await strategiesOf(db, ownerId, await strategyIds(db, ownerId))).values(),
]

export type RetrievalRow = Pick<Strategy, Words<typeof RETRIEVED>>
const RETRIEVED =
  'id status pinned domain conversationId prior helpful harmful createdAt updatedAt title description content query'
const retrieved = raw(RETRIEVED.replace(/\w+/g, 's."$&"').replaceAll(' ', ', '))
/** Those that a prompt may show. Raw SQL: Prisma's own query takes twice as long. */
const retrievalRows = (db: Db, which: Sql, order: Sql) => db.$queryRaw<RetrievalRow[]>`
  SELECT ${retrieved} FROM "Strategy" s WHERE ${which} AND CAST(s."status" AS TEXT) IN ('active', 'quarantined')
    AND s."mergedIntoId" IS NULL ${order}`

/** An owner's strategies with what retrieval needs of each, page by page. */
export const retrievalPages = (db: Db, ownerId: string) =>
  pages(
    (last) => retrievalRows(db, sqltag`s."ownerId" = ${ownerId} AND s."id" > ${last}`, BY_ID),
    ({ id }) => id,
  )
const BY_ID = sqltag`ORDER BY s."id" LIMIT ${PAGE}`

/** The strategies that changed after a revision, as they are now; one that no prompt may show is missing. */
export async function changedStrategies(db: Db, ownerId: string, rev: number) {
  const changes = await db.$queryRaw<{ refId: string }[]>`
    SELECT DISTINCT "refId" FROM "Change" WHERE "ownerId" = ${ownerId} AND "rev" > ${rev} AND "kind" = 'strategy'`
  const ids = changes.map(({ refId }) => refId)
  const rows = await inChunks(ids, (some) =>
    retrievalRows(db, sqltag`s."id" IN (${join(some)}) AND NOT (s."ownerId" <> ${ownerId})`, empty),
  )
  return { ids, rows }
}

export async function shownStrategyIds(
  db: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  if (!(await hasTrash(db, ownerId))) return new Set(ids)
  return new Set(await strategyIds(db, ownerId, idIn(ids), sqltag`ORDER BY s."id"`))
}

/** The quarantined strategies that one more prompt may show. */
export const onTrial = async (db: Db, ownerId: string): Promise<Set<string>> =>
  new Set(await strategyIds(db, ownerId, sqltag`s."status" = 'quarantined' AND s."trial"`))

const FIELDS = columns('id slug title description content tags status conversationId createdAt')
/** What memory holds: neither what waits for approval nor what is part of another strategy. */
const HELD = { mergedIntoId: null, status: { not: 'proposed' } }

type SourceTurn = { turnId: string; number: number; conversationId: string; branchId: string }
/** A strategy as search finds it. `turn` = the latest one it was learned from; null = none is left. */
export type SearchableStrategy = Omit<Awaited<ReturnType<typeof rowsOf>>[number], 'tags' | 'status'> & {
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
export async function strategyTexts(db: Db, ownerId: string, wanted?: readonly string[]) {
  const ids = wanted ?? (await heldIds(db, ownerId))
  const [rows, shown, turns] = await Promise.all([
    rowsOf(db, ownerId, ids),
    shownStrategyIds(db, ownerId, ids),
    latestSources(db, ownerId, ids),
  ])
  return rows.flatMap((row) => {
    const status = strategyStatusSchema.safeParse(row.status).data
    if (!status || !shown.has(row.id)) return []
    return [{ ...row, tags: row.tags as string[], status, turn: turns.get(row.id) ?? null }]
  })
}

async function latestSources(db: Db, ownerId: string, ids: readonly string[]) {
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
