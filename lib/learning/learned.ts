import type { Db } from '@/lib/db/engine/client'
import type { StrategyChange } from '@/lib/db/learning/log/changes'
import { strategiesOf } from '@/lib/db/learning/strategies'
import type { KnownStrategy } from '@/lib/db/learning/uses/used'
import type { Turn } from '@/lib/db/turns/turns'
import type { StrategyText } from '@/lib/shared/learning/strategies'
import type { Verdict } from '@/lib/shared/learning/verdict'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import type { KnownStrategies } from './known-strategies'
import { strategyFrom } from './lessons'

type From = { turn: Turn; verdict: Pick<Verdict, 'label' | 'confidence'> }

/**
 * What a turn's lesson changes: it is known, so that the turn becomes another source; or it corrects the
 * strategy that it names; or it is added. A string = why nothing is.
 */
export async function changesOf(
  db: Db,
  lesson: StrategyText,
  stored: KnownStrategies,
  { turn, verdict }: From,
  updates: KnownStrategy | null = null,
): Promise<StrategyChange[] | string> {
  const { ownerId, tainted } = turn
  const { title, content } = lesson
  // Nothing that read text from outside may change what is trusted.
  if (updates && !tainted) {
    if (updates.pinned) return 'the person pinned it'
    const change: StrategyChange = { op: 'UPDATE', id: updates.id, set: { title, content } }
    return [...(await sourceChanges(db, ownerId, updates.id, turn.id)), change]
  }
  const known = stored.same(content)
  if (known) return tainted ? [] : sourceChanges(db, ownerId, known.id, turn.id)
  const [status, most] = tainted
    ? (['proposed', limits.mostProposed] as const)
    : (['active', limits.mostKept] as const)
  if (stored.all.filter((one) => one.status === status).length >= most) return 'there are too many strategies'
  return [{ op: 'ADD', strategy: strategyFrom(lesson, turn, verdict) }]
}

/** The turn becomes a source of a strategy, up to the most that one names. */
async function sourceChanges(db: Db, ownerId: string, id: string, turnId: string): Promise<StrategyChange[]> {
  const rows = await strategiesOf(db, ownerId, [id])
  return [...rows.values()].flatMap(({ id, sources }) =>
    sources.includes(turnId) || sources.length >= limits.mostSources
      ? []
      : [{ op: 'UPDATE' as const, id, set: { sources: [...sources, turnId] } }],
  )
}
