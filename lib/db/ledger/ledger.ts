import type { Db } from '@/lib/db/engine/client'
import { columns, numbers } from '@/lib/db/engine/rows'
import { type BranchPath, onPath } from '@/lib/db/turns/path'
import type { Turn } from '@/lib/db/turns/turns'
import { type History, historyOf } from '@/lib/shared/usage/baselines'

const TOKENS = 'userTokens answerTokens toolTokens recalledTokens contextTokens'

/** Tokens of the earlier messages of a path and their tool results, as plain chat would send them. */
export async function earlierTokens(db: Db, ownerId: string, path: BranchPath, before: number) {
  const where = { AND: [{ ownerId }, onPath(path, 1, before - 1)] }
  const { _sum } = await db.turn.aggregate({ where, _sum: columns(TOKENS) })
  return historyOf(numbers(_sum, TOKENS)).plain
}

/** For each turn (all of one conversation): tokens of every earlier turn of its path, for both baselines. */
export async function historyBefore(
  db: Db,
  ownerId: string,
  turns: Pick<Turn, 'id' | 'branchId' | 'number'>[],
): Promise<Map<string, History>> {
  const result = new Map<string, History>()
  for (const branchId of new Set(turns.map((turn) => turn.branchId))) {
    const group = turns.filter((turn) => turn.branchId === branchId)
    const branch = await db.branch.findFirst({ where: { id: branchId, ownerId }, select: { path: true } })
    if (!branch) continue
    const first = Math.min(...group.map((turn) => turn.number))
    const last = Math.max(...group.map((turn) => turn.number))
    const path = branch.path as BranchPath
    const where = (from: number, to: number) => ({ AND: [{ ownerId }, onPath(path, from, to)] })
    const { _sum: before } = await db.turn.aggregate({ where: where(1, first - 1), _sum: columns(TOKENS) })
    const select = { number: true, ...columns(TOKENS) }
    const between = last > first ? await db.turn.findMany({ where: where(first, last - 1), select }) : []
    const base = historyOf(numbers(before, TOKENS))
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
