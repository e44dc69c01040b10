import {
  conversationNaming,
  isTitledByPerson,
  type TopicRow,
  type TopicTerm,
  type TopicWord,
  titleKeyOf,
  turnsNamedBy,
} from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { groupBy } from '@/lib/shared/group-by'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import type { Words } from '@/lib/shared/pick'
import { type Said, saidIn, type Terms, tellingClauses, type Weights, weightsOf, worthOf } from './naming'
import type { Pace } from './term-counts'
import type { TopicAssigner } from './topic-assigner'
import { type Word, wordsIn } from './words'

/** A topic; the id, number, place and name of an earlier one are kept. */
export type EarlierTopic = Pick<TopicRow, Words<'id hue x y terms titleKey'>>
/** What names are read from. */
export type Sources = {
  titlesOf(conversationIds: string[]): Promise<ReadonlyMap<string, string>>
  textsOf(turnIds: string[]): Promise<readonly TurnText[]>
  /** Awaited between small pieces of work. */
  pace: Pace
}

/** What gives each group its title, and the sentence that names it without one. */
type Names = { titles: Map<string, string>; sentences: Map<string, TopicTerm[]> }
type Assigned = Pick<TopicAssigner, 'topicOf' | 'conversationOf'>

/**
 * Names of groups. An earlier name stays. A new group is named by the conversation that says most about it, of
 * those that are mostly about it, else by a sentence of its turns.
 */
export async function namesOf(
  { titlesOf, textsOf, pace }: Sources,
  terms: Terms,
  assigned: Assigned,
  words: readonly TopicWord[],
  groups: ReadonlyMap<string, readonly TopicTerm[]>,
  earlierOf: (group: string) => EarlierTopic | undefined,
): Promise<Names> {
  const turnsOf = groupBy(assigned.topicOf.keys(), (turnId) => assigned.topicOf.get(turnId))
  const names: Names = { titles: new Map(), sentences: new Map() }
  const ofTerm = new Map(words.map(([term, group]) => [term, group]))
  const offers = offeredTitles(assigned)
  const titles = await titlesOf([...offers.values()].flatMap((some) => some.map(({ id }) => id)))
  const taken = new Set<string>()
  for (const group of groups.keys()) {
    const turns = turnsOf.get(group) ?? []
    const earlier = earlierOf(group)
    const offered = offers.get(group) ?? []
    const isTitled = earlier !== undefined && isKept(earlier, offered, assigned)
    if (isTitled) names.titles.set(group, earlier.titleKey)
    const kept = isTitled || earlier?.titleKey === '' ? keptSentence(earlier, new Set(turns)) : null
    if (kept) names.sentences.set(group, [kept])
    else {
      const step = Math.ceil(turns.length / limits.nameSample)
      const texts = await textsOf(turns.filter((_, i) => i % step === 0))
      const said: Said[] = []
      for (const text of texts) {
        said.push(saidIn(text))
        await pace()
      }
      const isOwn = (term: string) => (ofTerm.get(term) ?? group) === group
      const topic = { share: turns.length / assigned.topicOf.size, isOwn }
      const weights = weightsOf(said, topic, terms)
      const title = titleAmong(offered, titles, texts, weights, terms)
      if (title && !isTitled) names.titles.set(group, titleKeyOf({ conversationId: title.id }))
      if (title) taken.add(title.about)
      const clauses = await tellingClauses(said, weights, pace)
      const best = clauses.find(({ about, word }) => !taken.has(about || word))
      if (best) {
        const { about, word, turn } = best
        taken.add(about || word)
        names.sentences.set(group, [{ term: about, word, turns: [turn], named: true }])
      }
    }
    await pace()
  }
  return names
}

/** The sentence that named a topic before. */
function keptSentence({ terms }: EarlierTopic, turns: ReadonlySet<string>): TopicTerm | null {
  const named = terms.find((term) => term.named)
  return named?.turns.every((id) => turns.has(id)) ? named : null
}

function isKept(earlier: EarlierTopic, offered: readonly Offer[], { topicOf }: Assigned): boolean {
  const naming = conversationNaming(earlier)
  if (naming) return offered.some(({ id }) => id === naming)
  const read = turnsNamedBy(earlier)
  return isTitledByPerson(earlier) || (read.length > 0 && read.every((id) => topicOf.has(id)))
}

/** A conversation that is mostly about a group; `share` = how much of the group's turns it has. */
type Offer = { id: string; turns: number; share: number }
function offeredTitles({ topicOf, conversationOf }: Assigned): Map<string, Offer[]> {
  const byConversation = groupBy([...topicOf], ([turnId]) => conversationOf.get(turnId) ?? '')
  const sizes = new Map([...groupBy(topicOf.values(), (group) => group)].map(([of, all]) => [of, all.length]))
  const offers = [...byConversation].flatMap(([id, turns]) =>
    [...groupBy(turns, ([, group]) => group)].flatMap(([group, { length }]) =>
      group !== null && 2 * length > turns.length
        ? [{ group, id, turns: turns.length, share: length / (sizes.get(group) ?? 1) }]
        : [],
    ),
  )
  return groupBy(offers, ({ group }) => group)
}

/** A title that fits fewer turns names a topic only if it is that of a short conversation with most of them. */
const TELLING = 0.2
/** The title that fits a topic best, in conversations other than its own if there are any. */
function titleAmong(
  offered: readonly Offer[],
  titles: ReadonlyMap<string, string>,
  texts: readonly TurnText[],
  weights: Weights,
  { nouns }: Terms,
) {
  const said = texts.map(({ userText }) => userText.toLowerCase())
  const isSaid = ({ term }: Word) => said.some((text) => text.includes(term))
  const telling = offered.flatMap(({ id, turns, share }) => {
    const title = (titles.get(id) ?? '').trim()
    const words = wordsIn(title)
    const isName = words.some(({ term, word }) => word === title && nouns.isName(term))
    if (title.length > limits.nameChars || isName || !words.some(isSaid)) return []
    const { worth, about } = worthOf(title, weights)
    const isMain = share >= limits.dominant
    const elsewhere = worthOf(title, weights, null, (at) => texts[at]?.conversationId !== id).worth
    return worth >= TELLING * texts.length || (isMain && turns <= limits.whole)
      ? [{ id, about, isMain, elsewhere, worth }]
      : []
  })
  return telling.sort(
    (a, b) => Number(b.isMain) - Number(a.isMain) || b.elsewhere - a.elsewhere || b.worth - a.worth,
  )[0]
}
