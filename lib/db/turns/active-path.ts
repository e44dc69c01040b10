import { empty, join, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns, ownedBy } from '@/lib/db/engine/rows'
import { type BranchPath, pathTo } from './path'

type ActivePath = { path: BranchPath; leaf: { id: string; number: number; branchId: string } }
/** The path to the active leaf of each conversation that is not in the trash and has a turn. */
export async function activePaths(db: Db, ownerId: string, conversationIds: string[]) {
  if (conversationIds.length === 0) return new Map<string, ActivePath>()
  const where = { ownerId, id: { in: conversationIds }, trashId: null }
  const rows = await db.conversation.findMany({ where, select: { activeLeafId: true } })
  const leafIds = rows.flatMap((row) => row.activeLeafId ?? [])
  const leaves = await db.turn.findMany({
    where: { ...ownedBy(ownerId), id: { in: leafIds } },
    select: { ...columns('id conversationId number branchId'), branch: { select: { path: true } } },
  })
  return new Map(
    leaves.map(({ id, conversationId, number, branchId, branch }) => [
      conversationId,
      { path: pathTo(branch.path as BranchPath, number), leaf: { id, number, branchId } },
    ]),
  )
}

/** Null for a conversation without turns, and for one that does not exist. */
export const activePath = async (db: Db, ownerId: string, conversationId: string) =>
  (await activePaths(db, ownerId, [conversationId])).get(conversationId) ?? null

/**
 * Conversations with more than one branch, whether or not anything on each was said yet; of all, or of some.
 */
export async function forkedConversations(db: Db, ownerId: string, among?: readonly string[]) {
  if (among?.length === 0) return []
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT "conversationId" AS "id" FROM "Branch" WHERE "ownerId" = ${ownerId}
    ${among ? sqltag`AND "conversationId" IN (${join([...among])})` : empty} GROUP BY "conversationId" HAVING COUNT(*) > 1`
  return rows.map((row) => row.id)
}
