import type { Db } from '@/lib/db/engine/client'
import { columns, numbers } from '@/lib/db/engine/columns'

const SUMS = 'inputTokens cachedTokens outputTokens costMicros'
/**
 * What an owner's calls since a moment used, by model, of deleted conversations too: tokens as the provider
 * counted them, `costMicros` and `unpriced` calls as recorded. A model's calls without a turn are listed apart.
 */
export async function spendSince(db: Db, ownerId: string, since: Date) {
  const made = {
    where: { ownerId, startedAt: { gte: since } },
    _sum: columns(SUMS),
    _count: { _all: true, costMicros: true },
  } as const
  const [ofTurns, ofNone] = await Promise.all([
    db.step.groupBy({ by: ['model'], ...made }),
    db.upkeepCall.groupBy({ by: ['model'], ...made }),
  ])
  return [...ofTurns, ...ofNone].map(({ model, _sum, _count }) => ({
    model,
    ...numbers(_sum, SUMS),
    unpriced: _count._all - _count.costMicros,
  }))
}
