import type { Db } from './client'
import { type BranchPath, onPath } from './path'
import type { Turn } from './turns'

/**
 * For each turn (all of one conversation): tokens of every earlier turn of its path with its whole context, which full history would have sent.
 * A context holds the messages too, so nothing is counted twice. Imported turns without a context count as their messages.
 */
export async function fullHistoryBefore(
  db: Db,
  ownerId: string,
  turns: Pick<Turn, 'id' | 'branchId' | 'number' | 'conversationId'>[],
): Promise<Map<string, number>> {
  const result = new Map<string, number>()
  for (const branchId of new Set(turns.map((turn) => turn.branchId))) {
    const group = turns.filter((turn) => turn.branchId === branchId)
    const branch = await db.branch.findFirst({ where: { id: branchId, ownerId }, select: { path: true } })
    if (!branch) continue
    const first = Math.min(...group.map((turn) => turn.number))
    const last = Math.max(...group.map((turn) => turn.number))
    const path = branch.path as BranchPath
    const before = await db.turn.aggregate({
      where: { AND: [{ ownerId }, onPath(path, 1, first - 1)] },
      _sum: { contextTokens: true },
    })
    const between =
      last > first
        ? await db.turn.findMany({
            where: { AND: [{ ownerId }, onPath(path, first, last - 1)] },
            select: { number: true, contextTokens: true },
          })
        : []
    for (const turn of group)
      result.set(
        turn.id,
        (before._sum.contextTokens ?? 0) +
          between.reduce((sum, row) => sum + (row.number < turn.number ? row.contextTokens : 0), 0),
      )
  }
  return result
}
