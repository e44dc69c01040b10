import type { Db } from '@/lib/db/engine/client'
import { type SharedName, topicsOfTurns } from '@/lib/db/memory/topics'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { latest, turnsStating } from '@/lib/memory/facts/timeline'
import { entityId, entityLabel } from '@/lib/memory/graph/graph-facts'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import { factNorm, USER } from '@/lib/shared/memory/facts'
import { type GraphNode, nodeId } from '@/lib/shared/memory/graph'
import { most, OF_MANY, sum } from './map-nodes'

/** A person, place or thing, with how many turns of each topic mention it. */
export type Tying = { id: string; label: string; topics: Map<string, number>; at: string; turns: string[] }

/** Marks an entity that no fact is about: a name that turns mention. */
export const NAME_MARK = '~'
export const namedId = (name: string) => nodeId('entity', NAME_MARK + name)

/** Subjects of facts and names in turns that at least two topics share, without the person. */
export async function tyingEntities(
  db: Db,
  ownerId: string,
  names: readonly SharedName[],
  shown: ReadonlySet<string>,
): Promise<Tying[]> {
  const facts = (await factsFor(everywhere(db, ownerId))).filter(
    (fact) => factNorm(latest(fact).subject) !== USER,
  )
  const topicOf = await topicsOfTurns(db, ownerId, facts.flatMap(turnsStating))
  const found = new Map<string, Tying>()
  for (const fact of facts) {
    const { at } = latest(fact)
    const id = entityId(fact)
    const fresh: Tying = { id, label: entityLabel(fact), topics: new Map(), at: '', turns: [] }
    const known = found.get(id) ?? fresh
    if (known.at < at.toISOString()) known.at = at.toISOString()
    for (const turn of new Set(turnsStating(fact))) {
      const topic = topicOf.get(turn)
      if (!topic || !shown.has(topic) || known.turns.includes(turn)) continue
      known.turns.push(turn)
      known.topics.set(topic, (known.topics.get(topic) ?? 0) + 1)
    }
    found.set(id, known)
  }
  const known = new Set(facts.map((fact) => factNorm(latest(fact).subject)))
  for (const { name, topics, turns } of names) {
    if (known.has(factNorm(name))) continue
    const counts = new Map(topics.filter(([id]) => shown.has(id)))
    found.set(namedId(name), { id: namedId(name), label: name, topics: counts, at: '', turns })
  }
  const tying = [...found.values()].filter(({ topics }) => topics.size > 1)
  return most(tying, limitsOfTopics.map.entities, ({ topics }) => sum(topics.values()))
}

export const entityNode = ({ id, label, topics, at }: Tying): GraphNode => ({
  ...{ ...OF_MANY, id, kind: 'entity', label, at, count: sum(topics.values()) },
})
