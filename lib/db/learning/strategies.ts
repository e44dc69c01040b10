import type { Sql } from '@prisma/client/runtime/client'
import { join, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { inChunks } from '@/lib/db/engine/pages'
import { isTrashedSql } from '@/lib/db/forget/derived'
import { hasTrash } from '@/lib/db/forget/has-trash'
import { readersOfTrash } from '@/lib/db/forget/visible'
import type { Strategy } from '@/lib/db/generated/sqlite/client'
import type { LINK_RELATIONS, StrategyState } from '@/lib/shared/learning/strategies'

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

/** A condition for `strategyIds`. */
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
export async function strategiesOf(
  db: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<Map<string, StrategyRow>> {
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
