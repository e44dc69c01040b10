import { empty, join, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { inChunks } from '@/lib/db/engine/pages'
import { hasTrash } from '@/lib/db/forget/has-trash'
import type { Strategy } from '@/lib/db/generated/sqlite/client'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { idIn, strategyIds } from './strategies'

/** A strategy with what retrieval needs of it. */
export type RetrievalRow = Pick<
  Strategy,
  | 'id'
  | 'status'
  | 'pinned'
  | 'domain'
  | 'conversationId'
  | 'prior'
  | 'helpful'
  | 'harmful'
  | 'createdAt'
  | 'updatedAt'
  | 'title'
  | 'description'
  | 'content'
  | 'query'
>
/** Those that a prompt may show. Raw SQL: Prisma's own query takes twice as long. */
const retrievalRows = (db: Db, which: Sql, order: Sql) => db.$queryRaw<RetrievalRow[]>`
  SELECT s."id", s."status", s."pinned", s."domain", s."conversationId", s."prior", s."helpful",
    s."harmful", s."createdAt", s."updatedAt", s."title", s."description", s."content", s."query"
  FROM "Strategy" s WHERE ${which} AND CAST(s."status" AS TEXT) IN ('active', 'quarantined')
    AND s."mergedIntoId" IS NULL ${order}`

/** An owner's strategies with what retrieval needs of each, page by page. */
export async function* retrievalPages(db: Db, ownerId: string): AsyncGenerator<RetrievalRow[]> {
  for (let last = ''; ; ) {
    const rows = await retrievalRows(
      db,
      sqltag`s."ownerId" = ${ownerId} AND s."id" > ${last}`,
      sqltag`ORDER BY s."id" LIMIT ${limitsOfRetrieval.pageRows}`,
    )
    if (rows.length) yield rows
    const end = rows.at(-1)
    if (!end || rows.length < limitsOfRetrieval.pageRows) return
    last = end.id
  }
}

/** The strategies that changed after a revision, as they are now; one that no prompt may show is missing. */
export async function changedStrategies(
  db: Db,
  ownerId: string,
  rev: number,
): Promise<{ ids: string[]; rows: RetrievalRow[] }> {
  const changes = await db.$queryRaw<{ refId: string }[]>`
    SELECT DISTINCT "refId" FROM "Change" WHERE "ownerId" = ${ownerId} AND "rev" > ${rev} AND "kind" = 'strategy'`
  const ids = changes.map(({ refId }) => refId)
  const rows = await inChunks(ids, (some) =>
    retrievalRows(db, sqltag`s."id" IN (${join(some)}) AND NOT (s."ownerId" <> ${ownerId})`, empty),
  )
  return { ids, rows }
}

/** Which of these strategies are not in the trash. */
export async function shownOf(db: Db, ownerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  if (!(await hasTrash(db, ownerId))) return new Set(ids)
  return new Set(await strategyIds(db, ownerId, idIn(ids), sqltag`ORDER BY s."id"`))
}

/** The quarantined strategies that one more prompt may show. */
export const onTrial = async (db: Db, ownerId: string): Promise<Set<string>> =>
  new Set(await strategyIds(db, ownerId, sqltag`s."status" = 'quarantined' AND s."trial"`))
