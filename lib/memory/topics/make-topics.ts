import type { TopicWord } from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { hashOf } from '@/lib/memory/text/codes'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { type EarlierTopic, namesOf, type Sources, type Terms } from './names-of'
import { Nouns } from './nouns'
import { places } from './places'
import { type FoundTopics, findTopics, type TermCandidate, TermCounts } from './term-counts'
import { TopicAssigner, Vocabulary } from './topic-assigner'
import { readTurn } from './words'

type Making = Sources & {
  /** All turns in pages, those of each conversation in the order in which they were made. */
  pages(): AsyncIterable<readonly TurnText[]>
  /** About how many there are. */
  total: number
  /** With `words`, earlier topics keep their words and turns; only turns without a topic form new ones. */
  earlier: {
    topics: readonly EarlierTopic[]
    topicOf: ReadonlyMap<string, string | null>
    words: readonly TopicWord[]
  }
  /** Whether new topics may be added to the earlier ones. */
  hasGrown: boolean
  newId(): string
}
export type MadeTopics = Awaited<ReturnType<typeof settle>>

/** The topics of a memory: the same for the same turns and earlier topics. */
export async function makeTopics(making: Making): Promise<MadeTopics> {
  const { earlier, pace } = making
  const { counts, terms, names, nouns } = await termsOfMemory(making)
  const isAnew = earlier.words.length === 0
  const beside = () => (making.hasGrown ? topicsBeside(making) : [])
  const found = isAnew ? await findTopics(counts, terms, leastOf(counts.turns), pace) : await beside()
  const groups = isAnew && found.length < limits.leastTopics ? [] : found
  const words = [
    ...earlier.words,
    ...groups.flatMap((group, i) => group.map(({ term, weight }): TopicWord => [term, `new${i}`, weight])),
  ]
  const assigner = new TopicAssigner(words, writtenAs(earlier, [...terms, ...groups.flat()]), names)
  for await (const page of making.pages())
    for (const turn of page) {
      assigner.add(turn)
      await pace()
    }
  await assigner.assign(pace)
  const ids = isAnew ? [] : earlier.topics.map(({ id }) => id)
  return settle(making, { nouns, shareOf: (term) => counts.shareOf(term) }, assigner, words, [
    ...ids,
    ...groups.map((_, i) => `new${i}`),
  ])
}

const leastOf = (turns: number) => {
  const { least, most } = limits.topicTurns
  return Math.min(most, Math.max(least, Math.floor(Math.sqrt(turns) / 4)))
}

/** How people write terms; those of earlier topics stay as they are shown. */
function writtenAs({ topics }: Making['earlier'], said: readonly Pick<TermCandidate, 'term' | 'word'>[]) {
  const shown = topics.flatMap(({ terms }) => terms.filter(({ named }) => !named))
  return new Map([...said, ...shown].map(({ term, word }) => [term, word]))
}

/** Topics of the turns that belong to none, by words that are no earlier topic's. */
async function topicsBeside({ earlier, pages, ...making }: Making): Promise<FoundTopics> {
  const known = new Vocabulary(earlier.words)
  const isKnown = new Set(earlier.words.map(([term]) => term))
  const isFree = (turn: TurnText) => {
    const { topic, only } = known.assign(turn)
    return !earlier.topicOf.get(turn.id) && (topic === null || only !== null)
  }
  const free = async function* () {
    for await (const page of pages()) yield page.filter(isFree)
  }
  const { counts, terms } = await termsOfMemory({ ...making, earlier, pages: free, total: 0 })
  const fresh = terms.filter(({ term }) => !isKnown.has(term))
  const most = limits.mostTopics - earlier.topics.length
  const found = await findTopics(counts, fresh, limits.topicTurns.most, making.pace)
  return found.slice(0, Math.max(0, most))
}

/** The strongest nouns, and the names among all nouns. */
async function termsOfMemory({ pages, total, pace }: Making) {
  const counts = new TermCounts()
  const isSampled = sampler(total)
  const sampled = async function* () {
    for await (const page of pages())
      for (const turn of page) {
        if (isSampled(turn)) yield turn
        await pace()
      }
  }
  for await (const turn of sampled()) counts.add(turn)
  const { frequent, found } = await counts.candidates(pace)
  const { few, most } = limits.terms
  const enough = Math.min(most, Math.max(few, Math.ceil(counts.turns / 2)))
  const candidates = found.slice(0, enough * limits.candidates)
  const nouns = await Nouns.among([...frequent, ...candidates.map(({ term }) => term)])
  for await (const turn of sampled()) {
    const { language, texts } = readTurn(turn)
    for (const { text, words } of texts) for (const _ of nouns.read(text, words, language)) await pace()
    if (nouns.isDone) break
  }
  const said = candidates.filter(({ term }) => nouns.isNoun(term))
  const names = said.filter(({ term }) => nouns.isName(term)).map((one) => [one.term, one.word] as const)
  return { counts, terms: said.slice(0, enough), names: new Map(names), nouns }
}

/** Whether terms are found in a turn: in blocks of neighbours, the same ones as memory grows. */
function sampler(total: number): (turn: TurnText) => boolean {
  if (total <= limits.sampledTurns) return () => true
  const share = limits.sampledTurns / total
  return ({ conversationId, number }) =>
    hashOf(`${conversationId} ${Math.floor(number / limits.sampledBlock)}`) / 2 ** 32 < share
}

/** Gives groups the ids, numbers, names and places of the earlier topics that they are. */
async function settle(
  making: Making,
  memory: Terms,
  assigner: TopicAssigner,
  words: readonly TopicWord[],
  found: readonly string[],
) {
  const { earlier, newId, pace } = making
  const known = new Map(earlier.topics.map((topic) => [topic.id, topic]))
  const { overlaps, sizes } = sharedTurns(earlier.topicOf, assigner, known)
  const same = earlier.words.length
    ? new Map(earlier.topics.map(({ id }) => [id, id]))
    : matchTopics(overlaps, { groups: assigner.sizes, topics: sizes })
  const idOf = new Map(found.map((group) => [group, same.get(group) ?? newId()]))
  const id = (group: string) => idOf.get(group) ?? ''
  const terms = new Map(found.map((group) => [group, assigner.termsOfTopic(group)]))
  assigner.dropStrays((group) => terms.get(group) ?? [])
  for (const group of found) if (!assigner.sizes.get(group)) terms.delete(group)
  const groups = [...terms.keys()]
  const numbers = hues(groups.map((group) => ({ id: id(group), hue: known.get(id(group))?.hue })))
  const isThere = new Set(groups)
  const ties = assigner
    .tied()
    .flatMap(({ from, to, ties }) =>
      isThere.has(from) && isThere.has(to) ? [{ from: id(from), to: id(to), ties }] : [],
    )
  const islands = groups.map((group) => {
    const at = known.get(id(group))
    return { id: id(group), turns: assigner.sizes.get(group) ?? 0, at: at && { x: at.x, y: at.y } }
  })
  const at = await places(islands, ties, pace)
  const names = await namesOf(making, memory, assigner, words, terms, (group) => known.get(id(group)))
  return {
    topics: groups.map((group) => ({
      ...{ id: id(group), hue: numbers.get(id(group)) ?? 0 },
      terms: [...(names.sentences.get(group) ?? []), ...(terms.get(group) ?? [])],
      titleKey: names.titles.get(group) ?? '',
      ...(at.get(id(group)) ?? { x: 0, y: 0 }),
    })),
    words: words.flatMap(([term, group, idf]): TopicWord[] =>
      isThere.has(group) && assigner.isSaid(group, term) ? [[term, id(group), idf]] : [],
    ),
    ties,
    names: assigner.sharedNames().map((one) => ({
      ...one,
      topics: one.topics.flatMap(([group, turns]): [string, number][] =>
        isThere.has(group) ? [[id(group), turns]] : [],
      ),
    })),
    topicOf: new Map([...assigner.topicOf].map(([turn, group]) => [turn, group === null ? null : id(group)])),
    conversationOf: assigner.conversationOf,
  }
}

/** How many turns each group shares with each earlier topic, and how many turns of these there still are. */
function sharedTurns(
  before: ReadonlyMap<string, string | null>,
  { topicOf: now }: TopicAssigner,
  known: ReadonlyMap<string, EarlierTopic>,
) {
  const overlaps = new Map<string, Map<string, number>>()
  const sizes = new Map<string, number>()
  for (const [turn, topic] of before) {
    const group = now.get(turn)
    if (topic === null || !group || !known.has(topic)) continue
    sizes.set(topic, (sizes.get(topic) ?? 0) + 1)
    const shared = overlaps.get(group) ?? new Map<string, number>()
    overlaps.set(group, shared.set(topic, (shared.get(topic) ?? 0) + 1))
  }
  return { overlaps, sizes }
}

/** How many turns a new group shares with each earlier topic. */
type Overlaps = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Which earlier topic each group is: one that has half of its turns, of several the one most alike. */
export function matchTopics(
  overlaps: Overlaps,
  sizes: { groups: ReadonlyMap<string, number>; topics: ReadonlyMap<string, number> },
): Map<string, string> {
  const pairs = [...overlaps].flatMap(([group, shared]) =>
    [...shared].map(([topic, both]) => {
      const either = (sizes.groups.get(group) ?? 0) + (sizes.topics.get(topic) ?? 0) - both
      return { group, topic, both, alike: both / Math.max(1, either) }
    }),
  )
  pairs.sort((a, b) => b.alike - a.alike || (a.topic < b.topic ? -1 : 1) || (a.group < b.group ? -1 : 1))
  const found = new Map<string, string>()
  const taken = new Set<string>()
  for (const { group, topic, both } of pairs) {
    if (2 * both < (sizes.topics.get(topic) ?? 0) || found.has(group) || taken.has(topic)) continue
    found.set(group, topic)
    taken.add(topic)
  }
  return found
}

/** Numbers for topics: the earlier ones stay, new ones get the lowest that are free. */
export function hues(topics: readonly { id: string; hue: number | undefined }[]): Map<string, number> {
  const taken = new Set(topics.flatMap(({ hue }) => hue ?? []))
  let next = 0
  const free = () => {
    while (taken.has(next)) next++
    taken.add(next)
    return next
  }
  return new Map(topics.map(({ id, hue }) => [id, hue ?? free()]))
}
