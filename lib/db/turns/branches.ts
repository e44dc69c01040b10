import { sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'
import { limits } from '@/lib/shared/limits'
import { activePath } from './active-path'
import type { BranchPath } from './path'
import { rememberedSql } from './turn-texts'

/**
 * The branches of a conversation by their first turn that memory may use, newest first; `shown` = the active
 * path ends on it. Empty without forks.
 */
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
