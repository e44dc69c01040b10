import type { Db } from '@/lib/db/engine/client'
import { type BranchPath, onPath } from '@/lib/db/turns/path'
import type { Turn } from '@/lib/db/turns/turns'
import { type History, historyOf } from '@/lib/shared/baselines'

const TOKENS = {
  userTokens: true,
  answerTokens: true,
  toolTokens: true,
  recalledTokens: true,
  contextTokens: true,
} as const

/** For each turn (all of one conversation): tokens of every earlier turn of its path, for both baselines. */
export async function historyBefore(
  db: Db,
  ownerId: string,
  turns: Pick<Turn, 'id' | 'branchId' | 'number' | 'conversationId'>[],
): Promise<Map<string, History>> {
  const result = new Map<string, History>()
  for (const branchId of new Set(turns.map((turn) => turn.branchId))) {
    const group = turns.filter((turn) => turn.branchId === branchId)
    const branch = await db.branch.findFirst({ where: { id: branchId, ownerId }, select: { path: true } })
    if (!branch) continue
    const first = Math.min(...group.map((turn) => turn.number))
    const last = Math.max(...group.map((turn) => turn.number))
    const path = branch.path as BranchPath
    const { _sum: before } = await db.turn.aggregate({
      where: { AND: [{ ownerId }, onPath(path, 1, first - 1)] },
      _sum: TOKENS,
    })
    const between =
      last > first
        ? await db.turn.findMany({
            where: { AND: [{ ownerId }, onPath(path, first, last - 1)] },
            select: { number: true, ...TOKENS },
          })
        : []
    const base = historyOf({
      userTokens: before.userTokens ?? 0,
      answerTokens: before.answerTokens ?? 0,
      toolTokens: before.toolTokens ?? 0,
      recalledTokens: before.recalledTokens ?? 0,
      contextTokens: before.contextTokens ?? 0,
    })
    for (const turn of group) {
      const earlier = between.filter((row) => row.number < turn.number).map(historyOf)
      result.set(turn.id, {
        plain: earlier.reduce((sum, { plain }) => sum + plain, base.plain),
        full: earlier.reduce((sum, { full }) => sum + full, base.full),
      })
    }
  }
  return result
}
