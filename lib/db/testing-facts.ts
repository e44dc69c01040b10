import type { Triple } from '@/lib/shared/memory/facts'
import type { Db } from './engine/client'
import { type NewStatement, statementOps } from './facts/save'
import { seedChange } from './testing-seed'

let made = 0

/**
 * A statement of turn `turn` of a seeded conversation, about that day of May 2026; turn 0 = the person adds it.
 */
export async function seedFact(
  at: { db: Db; ownerId: string },
  { turnIds }: { turnIds: string[] },
  turn: number,
  [subject, predicate, object]: [Triple['subject'], Triple['predicate'], Triple['object']],
  day = turn + 1,
): Promise<string> {
  const id = `fact_${++made}`
  const turnId = turnIds[turn - 1] ?? null
  const fact: NewStatement = {
    ...{ id, subject, predicate, object, confidence: 0.9, status: 'active', turnId },
    from: new Date(Date.UTC(2026, 4, day)),
    ...(turnId
      ? { quote: `The ${subject}: ${object}.`, origin: 'patterns' }
      : { quote: null, origin: 'person' }),
  }
  await seedChange(at, await statementOps(at.db, at.ownerId, [fact]), 'fact', id)
  return id
}
