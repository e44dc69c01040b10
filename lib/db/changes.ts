import type { Batch, Db } from './client'

export type ChangeKind = 'turn' | 'summary' | 'file' | 'fact' | 'strategy' | 'conversation' | 'step' | 'setting' | 'embedding'
export type ChangeRow = { kind: ChangeKind; refId: string; op: 'put' | 'del' }

/**
 * Writes for a transaction: one new revision of the owner's memory that holds these changes.
 * The row lock on User orders revisions, so a reader that catches up by `rev > mine` skips none (an autoincrement watermark would, on PostgreSQL).
 */
export function changeOps(db: Db, ownerId: string, changes: ChangeRow[]): Batch {
  const unique = [...new Map(changes.map((change) => [`${change.kind} ${change.refId}`, change])).values()]
  if (unique.length === 0) return []
  return [
    db.$executeRaw`UPDATE "User" SET "memoryRev" = "memoryRev" + 1 WHERE "id" = ${ownerId}`,
    ...unique.map(
      ({ kind, refId, op }) =>
        db.$executeRaw`INSERT INTO "Change" ("ownerId", "rev", "kind", "refId", "op") SELECT "id", "memoryRev", ${kind}, ${refId}, ${op} FROM "User" WHERE "id" = ${ownerId}`,
    ),
  ]
}

/** Written out, since every recall and every letter of a search asks. */
export const memoryRev = async (db: Db, ownerId: string): Promise<number> => {
  const [row] = await db.$queryRaw<{ memoryRev: number | bigint }[]>`SELECT "memoryRev" FROM "User" WHERE "id" = ${ownerId}`
  return Number(row?.memoryRev ?? 0)
}

/** Changes after a revision, in order. */
export const changesSince = (db: Db, ownerId: string, rev: number) => db.change.findMany({ where: { ownerId, rev: { gt: rev } }, orderBy: { rev: 'asc' } })
