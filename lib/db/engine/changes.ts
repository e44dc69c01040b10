import { join, sqltag } from '@prisma/client/runtime/client'
import type { Words } from '@/lib/shared/pick'
import type { Batch, Db } from './client'
import { chunks } from './rows'

/** `status` = queued or judged; `list` = archived, or its tags changed. Memory reads neither. */
export type ChangeKind =
  Words<'turn status summary file conversation step setting embedding fact strategy topic list'>
export type ChangeRow = { kind: ChangeKind; refId: string; op: 'put' | 'del' }

/**
 * Writes for a transaction: one new revision of the owner's memory with these changes. The row lock on
 * User orders revisions, so a reader that catches up by `rev > mine` skips none (an autoincrement watermark
 * would, on PostgreSQL).
 */
export function changeOps(db: Db, ownerId: string, changes: ChangeRow[]): Batch {
  const unique = [...new Map(changes.map((change) => [`${change.kind} ${change.refId}`, change])).values()]
  if (unique.length === 0) return []
  return [
    db.$executeRaw`UPDATE "User" SET "memoryRev" = "memoryRev" + 1 WHERE "id" = ${ownerId}`,
    ...chunks(unique).map(
      (some) => db.$executeRaw`
        WITH made("kind", "refId", "op") AS (VALUES ${join(some.map(({ kind, refId, op }) => sqltag`(${kind}, ${refId}, ${op})`))})
        INSERT INTO "Change" ("ownerId", "rev", "kind", "refId", "op")
        SELECT u."id", u."memoryRev", made."kind", made."refId", made."op" FROM "User" u, made WHERE u."id" = ${ownerId}`,
    ),
  ]
}

/** Raw SQL, since every recall and every key typed in a search runs it. */
export const memoryRev = async (db: Db, ownerId: string): Promise<number> => {
  const [row] = await db.$queryRaw<{ memoryRev: number | bigint }[]>`
    SELECT "memoryRev" FROM "User" WHERE "id" = ${ownerId}`
  return Number(row?.memoryRev ?? 0)
}

/** Changes after a revision, in order; only those of `kinds`, if given. */
export const changesSince = (db: Db, ownerId: string, rev: number, kinds?: readonly ChangeKind[]) =>
  db.change.findMany({
    where: { ownerId, rev: { gt: rev }, ...(kinds && { kind: { in: [...kinds] } }) },
    orderBy: { rev: 'asc' },
  })

/** Whether this was ever changed. Changes are never deleted. */
export const hasChanged = async (db: Db, ownerId: string, which: Pick<ChangeRow, 'kind' | 'refId'>) =>
  (await db.change.count({ where: { ownerId, ...which } })) > 0

/** The same change of each of these. */
export const changesTo = (kind: ChangeKind, op: ChangeRow['op'], ids: readonly string[]): ChangeRow[] =>
  ids.map((refId) => ({ kind, refId, op }))
