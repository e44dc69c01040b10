import { empty, join, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { ownedBy } from '@/lib/db/engine/owned'
import { type BranchPath, pathTo } from './path'

export type ActivePath = { path: BranchPath; leaf: { id: string; number: number; branchId: string } }

/** The path to the active leaf of each conversation that is not in the trash and has a turn. */
export async function activePaths(
  db: Db,
  ownerId: string,
  conversationIds: string[],
): Promise<Map<string, ActivePath>> {
  const rows = await db.conversation.findMany({
    where: { ownerId, id: { in: conversationIds }, trashId: null },
    select: { id: true, activeLeafId: true },
  })
  const leafIds = rows.map((row) => row.activeLeafId).filter((id): id is string => id !== null)
  const leaves = await db.turn.findMany({
    where: { ...ownedBy(ownerId), id: { in: leafIds } },
    select: {
      id: true,
      conversationId: true,
      number: true,
      branchId: true,
      branch: { select: { path: true } },
    },
  })
  return new Map(
    leaves.map(({ id, conversationId, number, branchId, branch }) => [
      conversationId,
      { path: pathTo(branch.path as BranchPath, number), leaf: { id, number, branchId } },
    ]),
  )
}

/** Null for a conversation without turns, and for one that does not exist. */
export const activePath = async (
  db: Db,
  ownerId: string,
  conversationId: string,
): Promise<ActivePath | null> =>
  (await activePaths(db, ownerId, [conversationId])).get(conversationId) ?? null

/**
 * Conversations with more than one branch, whether or not anything on each was said yet; of all, or of some.
 */
export const forkedConversations = async (
  db: Db,
  ownerId: string,
  among?: readonly string[],
): Promise<string[]> =>
  among?.length === 0
    ? []
    : (
        await db.$queryRaw<
          { id: string }[]
        >`SELECT "conversationId" AS "id" FROM "Branch" WHERE "ownerId" = ${ownerId}
          ${among ? sqltag`AND "conversationId" IN (${join([...among])})` : empty} GROUP BY "conversationId" HAVING COUNT(*) > 1`
      ).map((row) => row.id)
