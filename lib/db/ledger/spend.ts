import type { Db } from '@/lib/db/engine/client'

/** One model's calls: tokens as the provider counted them, `costMicros` and `unpriced` calls as recorded. */
export type ModelSpend = {
  model: string
  inputTokens: number
  cachedTokens: number
  outputTokens: number
  costMicros: number
  unpriced: number
}

/** What an owner's calls since a moment used, by model, of deleted conversations too. */
export async function spendSince(db: Db, ownerId: string, since: Date): Promise<ModelSpend[]> {
  const groups = await db.step.groupBy({
    by: ['model'],
    where: { ownerId, startedAt: { gte: since } },
    _sum: { inputTokens: true, cachedTokens: true, outputTokens: true, costMicros: true },
    _count: { _all: true, costMicros: true },
  })
  return groups.map(({ model, _sum, _count }) => ({
    model,
    inputTokens: _sum.inputTokens ?? 0,
    cachedTokens: _sum.cachedTokens ?? 0,
    outputTokens: _sum.outputTokens ?? 0,
    costMicros: _sum.costMicros ?? 0,
    unpriced: _count._all - _count.costMicros,
  }))
}
