import type { Db } from '@/lib/db/engine/client'
import { countTurns } from '@/lib/db/memory/map'
import {
  type SharedName,
  type TopicLink,
  type TopicRow,
  type TopicShare,
  type TopicState,
  type TopicTerm,
  topicRows,
  topicShares,
  topicState,
  turnsNamedBy,
  turnsTrashedSince,
} from '@/lib/db/memory/topics'
import { samplesOf } from '@/lib/db/turns/conversations'
import { rememberedAmong } from '@/lib/db/turns/turn-texts'
import { groupBy } from '@/lib/shared/group-by'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import type { GraphNode, MapDto } from '@/lib/shared/memory/graph'
import { islandRadius, OTHER_TOPIC, topicNode } from '@/lib/shared/memory/map'
import { most, OF_MANY, turnSum } from './map-nodes'

/** A topic as it may be shown; `id` null = the turns of none. */
export type ShownTopic = {
  id: string | null
  name: string
  words: string[]
  turns: number
} & Pick<Partial<TopicRow>, 'hue' | 'x' | 'y' | 'recalls' | 'recalledAt'>

/**
 * `apart` = conversations that are islands of their own: the sample or, while topics are made of the sample,
 * the person's conversations; in a small memory also those with no topic.
 */
export type ShownTopics = {
  info: MapDto['topics']
  topics: ShownTopic[]
  apart: { conversationId: string; turns: number; isSample: boolean }[]
  links: TopicLink[]
  names: SharedName[]
  shares: TopicShare[]
}

/** The topics that have turns; after something was forgotten, with words of other turns only. */
export async function shownTopics(db: Db, ownerId: string): Promise<ShownTopics> {
  const [state, rows, all, samples] = await Promise.all([
    topicState(db, ownerId),
    topicRows(db, ownerId),
    topicShares(db, ownerId),
    samplesOf(db, ownerId),
  ])
  const { shares, apart } = besideTopics(besideSample(all, samples))
  const isThere = await turnsNow(db, ownerId, state, rows)
  const isSaid = (turns: readonly string[]) => turns.some(isThere)
  const sums = new Map<string | null, number>()
  for (const { topicId, turns } of shares) sums.set(topicId, (sums.get(topicId) ?? 0) + turns)
  const found = rows.flatMap((row): ShownTopic[] => {
    const turns = sums.get(row.id)
    const terms = row.terms.filter((term) => isSaid(term.turns))
    if (!turns || terms.length === 0) return []
    const words = terms.flatMap(({ word, named }) => (named ? [] : word))
    const { id, hue, x, y, recalls, recalledAt } = row
    const title = turnsNamedBy(row).every(isThere) ? row.title : ''
    const name = topicName({ title, terms })
    return [{ id, hue, x, y, recalls, recalledAt, words, turns, name }]
  })
  const names = toldApart(found, ({ name }) => name, wordApart)
  const topics = found.map((topic) => ({ ...topic, name: names.get(topic) ?? topic.name }))
  const untold = sums.get(null) ?? 0
  const others = untold && topics.length ? [otherTopic(untold, topics)] : []
  const kept = new Set(topics.map((topic) => topic.id))
  return {
    info: await infoOf(db, ownerId, state, topics.length),
    apart: topics.length ? apart : [],
    topics: [...topics.sort((a, b) => b.turns - a.turns || (a.hue ?? 0) - (b.hue ?? 0)), ...others],
    links: (state?.links ?? []).filter(({ from, to }) => kept.has(from) && kept.has(to)),
    names: (state?.names ?? []).filter(({ turns }) => isSaid(turns)),
    shares: shares.filter(({ topicId }) => topicId === null || kept.has(topicId)),
  }
}

/** The first word of a topic that its name and its twins lack. */
const wordApart = ({ name, words }: ShownTopic, twins: readonly ShownTopic[]) =>
  words.find(
    (word) =>
      !name.toLowerCase().includes(word.toLowerCase()) &&
      twins.filter((twin) => twin.words.includes(word)).length === 1,
  )

type Beside = Pick<ShownTopics, 'shares' | 'apart'>
/** Separates conversations that have topics from those `apart`, see `ShownTopics`. */
function besideSample(all: TopicShare[], samples: readonly string[]): Beside {
  const isOfSample = ({ conversationId }: TopicShare) => samples.includes(conversationId)
  const topicsOfSample = all.some((one) => isOfSample(one) && one.topicId !== null)
  const isApart = (one: TopicShare) => isOfSample(one) !== topicsOfSample
  if (samples.length === 0) return { shares: all, apart: [] }
  const byConversation = groupBy(all.filter(isApart), ({ conversationId }) => conversationId)
  return {
    shares: all.filter((one) => !isApart(one)),
    apart: [...byConversation].map(([conversationId, some]) => ({
      ...{ conversationId, turns: turnSum(some), isSample: !topicsOfSample },
    })),
  }
}

/** In a small memory a conversation with no topic is an island too, because its title says more than "Other". */
function besideTopics({ shares, apart }: Beside): Beside {
  const { memory, turns: least, islands } = limits.untold
  if (turnSum(shares) >= memory) return { shares, apart }
  const hasTopic = new Set(shares.flatMap((one) => (one.topicId === null ? [] : one.conversationId)))
  const unassigned = shares.filter(
    ({ conversationId, turns }) => !hasTopic.has(conversationId) && turns >= least,
  )
  const own = most(unassigned, Math.max(0, islands - apart.length), ({ turns }) => turns)
  return {
    shares: shares.filter((one) => !own.includes(one)),
    apart: [
      ...apart,
      ...own.map(({ conversationId, turns }) => ({ conversationId, turns, isSample: false })),
    ],
  }
}

/** Whether a turn that said something of the topics is still remembered. */
async function turnsNow(db: Db, ownerId: string, state: TopicState | null, rows: TopicRow[]) {
  if (!state || !(await turnsTrashedSince(db, ownerId, state.madeRev))) return () => true
  const said = [...rows.flatMap(({ terms }) => terms), ...state.names].flatMap((one) => one.turns)
  const live = await rememberedAmong(db, ownerId, [...said, ...rows.flatMap(turnsNamedBy)])
  return (turnId: string) => live.has(turnId)
}

/** Below all islands, since their places stay. */
function otherTopic(turns: number, topics: ShownTopic[]): ShownTopic {
  const low = Math.max(...topics.map((topic) => (topic.y ?? 0) + islandRadius(topic.turns)))
  const middle = topics.reduce((total, { x = 0 }) => total + x, 0) / topics.length
  const y = low + limits.islandGap + islandRadius(turns)
  return { id: null, name: 'Other', words: [], turns, x: middle, y }
}

async function infoOf(db: Db, ownerId: string, state: TopicState | null, topics: number) {
  if (topics) return { state: 'ready' as const }
  const some = state?.madeAt ? 0 : await countTurns(db, ownerId, limits.leastTurns)
  return { state: some < limits.leastTurns ? ('few' as const) : ('making' as const) }
}

export const topicIdOf = (ref: string) => (ref === OTHER_TOPIC ? null : ref)

export const topicNodeOf = (topic: ShownTopic): GraphNode => ({
  ...{ ...OF_MANY, id: topicNode(topic.id), kind: 'topic', label: topic.name },
  ...{ at: '', count: topic.turns, ...colourOf(topic) },
  ...(topic.x === undefined || topic.y === undefined ? {} : { x: topic.x, y: topic.y }),
  ...(topic.recalls ? { recalls: topic.recalls } : {}),
  ...(topic.recalledAt ? { recalledAt: topic.recalledAt.toISOString() } : {}),
})

export const colourOf = ({ id, hue }: Pick<ShownTopic, 'id' | 'hue'>) => ({
  topicId: id ?? OTHER_TOPIC,
  ...(hue === undefined ? {} : { hue }),
})

const keyOf = (name: string) => name.trim().toLowerCase()

/** Names of which no two are the same: those that would be also say what `tellingOf` finds, else have a number. */
export function toldApart<T extends object>(
  all: readonly T[],
  nameOf: (one: T) => string,
  tellingOf: (one: T, twins: readonly T[]) => string | undefined,
): Map<T, string> {
  const alike = groupBy(all, (one) => keyOf(nameOf(one)))
  const times = new Map<string, number>()
  return new Map(
    all.map((one) => {
      const twins = alike.get(keyOf(nameOf(one))) ?? []
      const telling = twins.length > 1 ? tellingOf(one, twins) : undefined
      const name = telling ? `${nameOf(one)} (${telling})` : nameOf(one)
      const count = (times.get(keyOf(name)) ?? 0) + 1
      times.set(keyOf(name), count)
      return [one, count > 1 ? `${name} ${count}` : name]
    }),
  )
}

/** Words that name a topic without anything better. */
const WORDS = 2
/** The name that a person, a model or a conversation gave, else the sentence that names the topic or its words. */
export function topicName({ title = '', terms }: { title?: string; terms: readonly TopicTerm[] }): string {
  const sentence = terms.find(({ named }) => named)?.word
  const words = terms.slice(0, WORDS).map(({ word }) => word)
  return title || sentence || words.join(': ')
}
