import type { Db } from '@/lib/db/engine/client'
import type { StrategyChange } from '@/lib/db/learning/log/changes'
import { strategiesOf } from '@/lib/db/learning/strategies'
import type { KnownStrategy } from '@/lib/db/learning/uses/used'
import type { Turn } from '@/lib/db/turns/turns'
import type { StrategyText } from '@/lib/shared/learning/strategies'
import type { Verdict } from '@/lib/shared/learning/verdict'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { FLAGGED } from './consolidate/changes'
import type { KnownStrategies } from './known-strategies'
import { strategyFrom } from './lessons'

type From = { turn: Turn; verdict: Pick<Verdict, 'label' | 'confidence'> }

/**
 * A turn's lesson becomes another source of a known strategy, corrects the one it names, or is added. A
 * string = why nothing changes.
 */
export async function changesOf(
  db: Db,
  lesson: StrategyText,
  stored: KnownStrategies,
  { turn, verdict }: From,
  updates: KnownStrategy | null = null,
): Promise<StrategyChange[] | string> {
  const { ownerId, tainted } = turn
  const { title, description, content } = lesson
  // Nothing that read text from outside may change what is trusted.
  if (updates && !tainted) {
    if (updates.pinned) return 'the person pinned it'
    const change: StrategyChange = { op: 'UPDATE', id: updates.id, set: { title, description, content } }
    return [...(await sourceChanges(db, ownerId, updates.id, turn.id)), change]
  }
  const { same: known, opposites } = stored.compare(content)
  if (known) {
    if (tainted) return []
    const seen = await sourceChanges(db, ownerId, known.id, turn.id)
    return known.status === 'retired' ? [...seen, revived(known, lesson)] : seen
  }
  const [status, most] = tainted
    ? (['proposed', limits.mostProposed] as const)
    : (['active', limits.mostKept] as const)
  if (stored.all.filter((one) => one.status === status).length >= most) return 'there are too many strategies'
  const links = opposites.map(({ id: to }) => ({ to, relation: 'contradicts' as const, weight: FLAGGED }))
  return [{ op: 'ADD', strategy: { ...strategyFrom(lesson, turn, verdict), links } }]
}

/** It gets one trial, with the words of the new lesson if nobody has approved its own. */
const revived = (
  { id, untrusted }: KnownStrategy,
  { title, description, content }: StrategyText,
): StrategyChange => ({
  ...{ op: 'UPDATE', id, trial: true },
  set: { status: 'quarantined', ...(untrusted ? { title, description, content, untrusted: false } : {}) },
})

/** The turn becomes a source of a strategy, up to the most that one names. */
async function sourceChanges(db: Db, ownerId: string, id: string, turnId: string): Promise<StrategyChange[]> {
  const rows = await strategiesOf(db, ownerId, [id])
  return [...rows.values()].flatMap(({ id, sources }) =>
    sources.includes(turnId) || sources.length >= limits.mostSources
      ? []
      : [{ op: 'UPDATE' as const, id, set: { sources: [...sources, turnId] } }],
  )
}
