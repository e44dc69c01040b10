import type { Db } from '@/lib/db/engine/client'
import { columns, numbers } from '@/lib/db/engine/columns'

const SUMS = 'inputTokens cachedTokens outputTokens costMicros'
/**
 * What an owner's calls since a moment used, by model, of deleted conversations too: tokens as the provider
 * counted them, `costMicros` and `unpriced` calls as recorded. A model's calls without a turn are listed apart.
 * Calls without a price that failed before the first word, such as those to a mistyped model, are left out.
 */
export async function spendSince(db: Db, ownerId: string, since: Date) {
  const made = {
    where: {
      ownerId,
      startedAt: { gte: since },
      NOT: { finish: 'error', costMicros: null, inputTokens: null, estOutputTokens: 0 },
    },
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
