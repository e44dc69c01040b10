import { empty, join, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns, ownedBy } from '@/lib/db/engine/rows'
import { limits } from '@/lib/shared/limits'
import { type BranchPath, pathTo } from './path'
import { rememberedSql } from './turn-texts'

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

/** Those of all or some conversations with more than one branch, even if nothing was said on one. */
export async function forkedConversations(db: Db, ownerId: string, among?: readonly string[]) {
  if (among?.length === 0) return []
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT "conversationId" AS "id" FROM "Branch" WHERE "ownerId" = ${ownerId}
    ${among ? sqltag`AND "conversationId" IN (${join([...among])})` : empty} GROUP BY "conversationId" HAVING COUNT(*) > 1`
  return rows.map((row) => row.id)
}

/** Branches by their first turn that memory may use, newest first; `shown` = active. Empty without forks. */
export async function branchesOf(db: Db, ownerId: string, conversationId: string, take: number) {
  const all = await db.branch.findMany({ where: { ownerId, conversationId }, select: { id: true } })
  if (all.length < 2) return []
  const rows = await db.$queryRaw<{ id: string; number: number | bigint; text: string }[]>`
    SELECT b."id" AS "id", t."number" AS "number", SUBSTR(t."userText", 1, ${limits.graph.labelChars}) AS "text"
    FROM "Branch" b JOIN "Turn" t ON t."branchId" = b."id" AND t."number" = (
      SELECT MIN(x."number") FROM "Turn" x WHERE x."branchId" = b."id" AND ${rememberedSql(sqltag`x.`)})
    WHERE b."conversationId" = ${conversationId} AND b."ownerId" = ${ownerId} ORDER BY t."createdAt" DESC, b."id" LIMIT ${take}`
  if (rows.length < 2) return []
  const active = (await activePath(db, ownerId, conversationId))?.leaf.branchId
  return rows.map(({ id, number, text }) => ({ id, number: Number(number), text, shown: id === active }))
}

/** The path through a branch to its end; null when the conversation has no such branch. */
export async function pathThrough(db: Db, ownerId: string, conversationId: string, branchId: string) {
  const where = { id: branchId, ownerId, conversationId }
  const branch = await db.branch.findFirst({ where, select: { path: true } })
  return branch && (branch.path as BranchPath)
}

/** The branches of some conversations, with their paths. */
export async function branchPaths(db: Db, ownerId: string, conversationIds: readonly string[]) {
  const where = { ownerId, conversationId: { in: [...conversationIds] } }
  const rows = await db.branch.findMany({ where, select: columns('id conversationId path') })
  return rows.map((row) => ({ ...row, path: row.path as BranchPath }))
}
