import { changeOps } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'
import type { Consolidation } from '@/lib/db/generated/sqlite/client'
import { strategyPut, trialOps } from './log/rows'

export type ConsolidationRun = Omit<Consolidation, 'ownerId' | 'trigger'> & { trigger: 'turns' | 'person' }

/** Writes for a transaction: what a consolidation did, and the one more chance it gives. */
export const consolidationOps = (db: Db, ownerId: string, run: ConsolidationRun, trials: string[]): Batch => [
  db.consolidation.create({ data: { ...run, ownerId }, select: columns('id') }),
  ...trialOps(db, ownerId, trials),
  ...changeOps(db, ownerId, trials.map(strategyPut)),
]

/** What a consolidation did; null while it has not ended, or if it failed. */
export const consolidationRun = (db: Db, ownerId: string, id: string) =>
  db.consolidation.findFirst({
    where: { ownerId, id },
    select: columns('duplicates contradictions pruned'),
  })

/** The consolidation that a person asked for and that has not ended. */
export const openConsolidation = (db: Db, ownerId: string, kind: string) =>
  db.job.findFirst({
    where: { ownerId, kind, status: { in: ['waiting', 'running'] }, payload: { equals: {} } },
    select: columns('id'),
  })

export const consolidationJob = (db: Db, ownerId: string, kind: string, id: string) =>
  db.job.findFirst({ where: { ownerId, kind, id }, select: columns('id status error') })

export async function turnsSinceConsolidation(db: Db, ownerId: string): Promise<number> {
  const last = await db.consolidation.findFirst({ where: { ownerId }, orderBy: { at: 'desc' } })
  const createdAt = { gt: last?.at ?? new Date(0) }
  return db.turn.count({ where: { ownerId, status: 'completed', importedAt: null, createdAt } })
}
