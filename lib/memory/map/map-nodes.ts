import type { Db } from '@/lib/db/engine/client'
import type { Ribbon, Warmth } from '@/lib/db/memory/map'
import { type SharedName, topicsOfTurns } from '@/lib/db/memory/topics'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { latest, turnsStating } from '@/lib/memory/facts/timeline'
import { entityId, entityLabel } from '@/lib/memory/graph/graph-facts'
import { getOrMake } from '@/lib/shared/group-by'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import { factNorm, USER } from '@/lib/shared/memory/facts'
import { type EdgeKind, edgeId, type GraphEdge, type GraphNode, nodeId } from '@/lib/shared/memory/graph'
import { conversationNode } from '@/lib/shared/memory/map'
import { UNTITLED } from '@/lib/shared/untitled'

type Colour = Pick<GraphNode, 'topicId' | 'hue'>

/** A conversation, or the part of it about a topic. */
export const conversationNodeOf = (
  { id, title, last, at }: { id: string; title: string; last: number; at: string },
  turns: number,
  warmth?: Warmth,
  colour: Colour = {},
): GraphNode => ({
  ...OF_MANY,
  ...{ id: conversationNode(id), kind: 'conversation', label: title || UNTITLED, conversationId: id },
  ...{ turnNumber: last, from: 1, to: last, at, count: turns, ...warmth, ...colour },
})

export function warmthOfRibbons(ribbons: readonly Ribbon[]): Map<string, Warmth> {
  const found = new Map<string, Warmth>()
  for (const { to, count, at } of ribbons) {
    const known = found.get(to)
    const recalledAt = known && known.recalledAt > at ? known.recalledAt : at
    found.set(to, { recalls: count + (known?.recalls ?? 0), recalledAt })
  }
  return found
}

/** What stands for a turn without a sentence that tells more: its first line. */
export const lineOf = ({ label, turnNumber }: Pick<GraphNode, 'label' | 'turnNumber'>) =>
  /\S[^\n]*/.exec(label)?.[0].trim() || `Message ${turnNumber}`

/** Turns that are not on the branch shown. */
export const attemptsOf = (conversations: readonly { turns: number; last: number }[]) =>
  sum(conversations.map(({ turns, last }) => Math.max(0, turns - last)))

/** The fields of a node that stands for many turns, or for none. */
export const OF_MANY = {
  ...{ conversationId: '', turnId: null, turnNumber: 0, from: 0, to: 0, level: 0, branchId: null },
  ...{ tokens: 0, status: '' },
}

export const edge = (kind: EdgeKind, from: string, to: string, count: number): GraphEdge => ({
  ...{ id: edgeId(kind, from, to), kind, from, to, score: null, count },
})

export const most = <T>(items: readonly T[], take: number, size: (item: T) => number): T[] =>
  [...items].sort((a, b) => size(b) - size(a)).slice(0, take)
const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)
export const turnSum = (of: readonly { turns: number }[]) => sum(of.map(({ turns }) => turns))

/** A person, place or thing, with how many turns of each topic mention it. */
type Tying = { id: string; label: string; topics: Map<string, number>; at: string; turns: string[] }

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
  const all = await factsFor(everywhere(db, ownerId))
  const facts = all.filter((fact) => factNorm(latest(fact).subject) !== USER)
  const topicOf = await topicsOfTurns(db, ownerId, facts.flatMap(turnsStating))
  const found = new Map<string, Tying>()
  for (const fact of facts) {
    const { at } = latest(fact)
    const id = entityId(fact)
    const known = getOrMake(found, id, (): Tying => {
      return { id, label: entityLabel(fact), topics: new Map(), at: '', turns: [] }
    })
    if (known.at < at.toISOString()) known.at = at.toISOString()
    for (const turn of new Set(turnsStating(fact))) {
      const topic = topicOf.get(turn)
      if (!topic || !shown.has(topic) || known.turns.includes(turn)) continue
      known.turns.push(turn)
      known.topics.set(topic, (known.topics.get(topic) ?? 0) + 1)
    }
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

/** Links for recalls between conversations. */
export const recallsBetween = (between: readonly Ribbon[], ids: ReadonlySet<string>): GraphEdge[] =>
  between.flatMap(({ from, to, count }) =>
    from !== to && ids.has(from) && ids.has(to)
      ? [edge('recalled', conversationNode(from), conversationNode(to), count)]
      : [],
  )
