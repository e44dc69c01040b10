import type { Db } from '@/lib/db/engine/client'
import type { NewStrategy, StrategyChange } from '@/lib/db/learning/log/changes'
import { strategiesOf } from '@/lib/db/learning/strategies'
import type { Turn } from '@/lib/db/turns/turns'
import type { StrategyText } from '@/lib/shared/learning/strategies'
import type { Verdict } from '@/lib/shared/learning/verdict'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import type { Curated } from './curate'
import { isSameLesson, type KnownStrategies } from './known-strategies'
import { strategyFrom } from './lessons'

type From = { turn: Turn; verdict: Pick<Verdict, 'label' | 'confidence'> }
/** What the curator decided, and of which lessons. */
export type Decided = Curated & { decided: ReadonlySet<StrategyText> }
export type Changes = { changes: StrategyChange[]; left: string[] }

/** Of the lessons those that are near a known strategy, without being one. */
export const nearLessons = (lessons: readonly StrategyText[], stored: KnownStrategies) =>
  lessons.flatMap((lesson) => {
    const place = stored.placeOf(lesson.content)
    return place.at === 'near' ? [{ lesson, known: place.known }] : []
  })

/**
 * What a turn's lessons change. One that is known becomes another source of the known strategy; the curator
 * decides on a similar one, which is added if there is no decision. `left` = why others were left out.
 */
export async function changesOf(
  db: Db,
  lessons: readonly StrategyText[],
  curated: Decided | null,
  stored: KnownStrategies,
  { turn, verdict }: From,
): Promise<Changes> {
  const { ownerId } = turn
  const left: string[] = []
  const added: NewStrategy[] = []
  const known = new Set<string>()
  const removed = new Set((curated?.changes ?? []).flatMap((one) => (one.op === 'REMOVE' ? [one.id] : [])))
  const isDecided = (lesson: StrategyText) =>
    curated?.decided.has(lesson) && stored.placeOf(lesson.content).at === 'near'
  const toPlace = [
    ...lessons.filter((lesson) => !isDecided(lesson)),
    ...(curated?.lessons ?? []).slice(0, limits.perTurn),
  ]
  for (const lesson of toPlace.slice(0, limits.perTurn)) {
    const place = stored.placeOf(lesson.content)
    if (place.at === 'known') known.add(place.known.id)
    else if (added.some(({ content }) => isSameLesson(content, lesson.content))) left.push('said twice')
    else if (isFull(stored, turn.tainted, added.length)) left.push('there are too many strategies')
    else
      added.push({
        ...strategyFrom(lesson, turn, verdict),
        // Stored, so that the pair is not compared again.
        ...(place.at === 'near' && curated?.lessons.includes(lesson) && !removed.has(place.known.id)
          ? { links: [{ to: place.known.id, relation: 'refines', weight: place.similarity }] }
          : {}),
      })
  }
  const decided = turn.tainted ? [] : (curated?.changes ?? [])
  for (const change of decided) if (change.op === 'UPDATE') known.add(change.id)
  return {
    changes: [
      // Before a merge, which adds up sources.
      ...(turn.tainted ? [] : await sourceChanges(db, ownerId, [...known], turn.id)),
      ...decided,
      ...added.map((strategy): StrategyChange => ({ op: 'ADD', strategy })),
    ],
    left,
  }
}

function isFull({ all }: KnownStrategies, tainted: boolean, added: number): boolean {
  const count = all.filter(({ status }) => (tainted ? status === 'proposed' : status === 'active')).length
  return count + added >= (tainted ? limits.mostProposed : limits.mostKept)
}

/** The turn becomes a source of these strategies, up to the most that one names. */
async function sourceChanges(
  db: Db,
  ownerId: string,
  ids: string[],
  turnId: string,
): Promise<StrategyChange[]> {
  const rows = await strategiesOf(db, ownerId, ids)
  return [...rows.values()].flatMap(({ id, sources }) =>
    sources.includes(turnId) || sources.length >= limits.mostSources
      ? []
      : [{ op: 'UPDATE' as const, id, set: { sources: [...sources, turnId] } }],
  )
}
