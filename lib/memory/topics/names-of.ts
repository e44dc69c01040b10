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
import { praiseIn } from '@/lib/heuristics/feelings'
import { refersBack } from '@/lib/heuristics/text/prose'
import { isStopWord, wordsOf } from '@/lib/heuristics/text/words'
import { titleOf } from '@/lib/heuristics/titles/title'
import { countEach, getOrMake, groupBy } from '@/lib/shared/group-by'
import type { Language } from '@/lib/shared/languages'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import type { Words } from '@/lib/shared/pick'
import { captionIn } from '@/lib/shared/picture'
import { speakerNamed } from '@/lib/shared/speakers'
import { isUnspaced } from '@/lib/shared/words'
import { sentencesIn } from '../map/telling-sentence'
import type { Nouns } from './nouns'
import type { Pace } from './term-counts'
import type { TopicAssigner } from './topic-assigner'
import { readTurn, spoken, spokenMessages, type TermWord, wordsIn } from './words'

/** What is known of the terms of a memory: nouns, names, and the share of its turns that say a term. */
export type Terms = { nouns: Pick<Nouns, 'isNoun' | 'isName'>; shareOf(term: string): number }
/** How much of the memory a topic is, and whether a term is no other topic's. */
type Topic = { share: number; isOwn(term: string): boolean }

/** Weight of a turn for a term that only its answer contains. */
const ANSWERED = 0.5
/** And a term of another topic, and a name, which tells who or where and not what. */
const [OTHER, NAMED] = [0.5, 0.6]
const LEAST_TURNS = 2

/** Sentences of a message that are read. What it is about stands first, what it quotes later. */
const FIRST = 4
type Sentence = { text: string; terms: ReadonlySet<string> }
/** What persons say in a turn, without descriptions of pictures, and the terms that anyone says. */
type TurnSentences = { id: string; language: Language | null; sentences: Sentence[]; terms: Set<string> }
function saidIn(turn: TurnText): TurnSentences {
  const { texts, language } = readTurn(turn)
  const isDialog = turn.messages?.some((message) => speakerNamed(message) !== null)
  const own = isDialog ? spokenMessages(turn) : [spoken(turn.userText)]
  const sentences = own.flatMap((text) =>
    sentencesIn(text)
      .filter((sentence) => captionIn(sentence) === null)
      .slice(0, FIRST)
      .map((text) => ({ text, terms: termsIn(text, language) })),
  )
  const all = isDialog ? [] : texts.flatMap(({ words }) => words.flatMap(({ term }) => term ?? []))
  return {
    id: turn.id,
    language,
    sentences,
    terms: new Set([...all, ...sentences.flatMap(({ terms }) => [...terms])]),
  }
}
const termsIn = (text: string, language?: Language | null) =>
  new Set(wordsIn(text, language).map(({ term }) => term))

/** For each term, the turns of a topic that say it, by index, and how much it tells about each. */
type Weights = ReadonlyMap<string, ReadonlyMap<number, number>>
function weightsOf(turns: readonly TurnSentences[], { share, isOwn }: Topic, { nouns, shareOf }: Terms) {
  const weights = new Map<string, Map<number, number>>()
  for (const [at, { sentences, terms }] of turns.entries()) {
    const own = new Set(sentences.flatMap(({ terms }) => [...terms]))
    for (const term of terms) {
      const said = getOrMake(weights, term, () => new Map<number, number>())
      said.set(at, own.has(term) ? 1 : ANSWERED)
    }
  }
  for (const [term, said] of weights) {
    const everywhere = shareOf(term)
    const isTelling = said.size >= LEAST_TURNS && [...said.values()].includes(1) && nouns.isNoun(term)
    if (!isTelling || everywhere === 0) {
      weights.delete(term)
      continue
    }
    const here = Math.min(1, ((said.size / turns.length) * share) / everywhere)
    const kind = (isOwn(term) ? 1 : OTHER) * (nouns.isName(term) ? NAMED : 1)
    for (const [at, count] of said) said.set(at, count * here * kind)
  }
  return weights
}

type Worth = { worth: number; about: string; others: number }
/** How well a text fits those turns of a topic that count, by which terms, and how many others it says. */
function worthOf(
  text: string,
  weights: Weights,
  language?: Language | null,
  counts?: (at: number) => boolean,
): Worth {
  const all = [...termsIn(text, language)]
  const terms = all.filter((term) => weights.has(term))
  const worth = fitting(terms, weights, counts)
  return { worth, about: terms.sort().join(' '), others: all.length - terms.length }
}
/** Half by the term that tells most about each turn, half by all terms that it says. */
function fitting(terms: Iterable<string>, weights: Weights, counts = (_at: number) => true): number {
  const best = new Map<number, number>()
  let all = 0
  for (const term of terms)
    for (const [at, weight] of weights.get(term) ?? []) {
      if (!counts(at)) continue
      all += weight
      best.set(at, Math.max(weight, best.get(at) ?? 0))
    }
  return (all + sum(best.values())) / 2
}
const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0)

/** Between two clauses, one of which may be a name. */
const CLAUSES = /[,;:–—-](?=\s)|[，、；：]|\s(?=(?:but|so|because|and (?:I|we|he|she|they|my|our))\s)/u
const LEAST_WORDS = 3
/** Each clause of this many of a topic's best sentences is tried as a name. */
const CLOSELY = 16
/** A clause loses if it stands inside its sentence, or refers back to something said before. */
const [INNER, BACK] = [0.8, 0.7]
/** A sentence that begins so refers to an earlier one. */
const POINTS = /^\W*(?:that|this|these|those)(?!\p{L})/iu
/** Factor for each word of praise: a compliment says little about its subject. */
const PRAISED = 0.75
/** Bonus for the first sentence of the topic's most typical turn. */
const TYPICAL = 0.05
/** Bonus for each further term in a clause. */
const OTHERS = 0.02
type Telling = Pick<Worth, 'worth' | 'about'> & { word: string; turn: string }
/**
 * What persons wrote that says most about a topic, short enough for a name, with its turn: the best first.
 */
async function tellingClauses(turns: readonly TurnSentences[], weights: Weights, pace: Pace) {
  const typical = new Map(
    turns.map(({ id, terms }) => [id, sum([...terms].map((term) => fitting([term], weights)))]),
  )
  const most = Math.max(...typical.values()) || 1
  const sentences = turns.flatMap(({ id, language, sentences }) =>
    sentences.map(({ text, terms }, at) => {
      const begins = at > 0 ? 0 : (TYPICAL * turns.length * (typical.get(id) ?? 0)) / most
      return { turn: id, language, text, begins, worth: fitting(terms, weights) + begins }
    }),
  )
  const found: Telling[] = []
  for (const one of sentences.sort((a, b) => b.worth - a.worth).slice(0, CLOSELY)) {
    for (const [i, clause] of one.text.split(CLAUSES).entries()) {
      const word = titleOf(clause)
      const words = wordsOf(word)
      const isOpen = words.length < LEAST_WORDS || isStopWord(words.at(-1)?.lower ?? '', one.language)
      if ((isOpen && !isUnspaced(word)) || word.length > limits.nameChars) continue
      const reads =
        (i > 0 ? INNER : 1) *
        (refersBack(clause) || POINTS.test(clause) ? BACK : 1) *
        PRAISED ** praiseIn(word)
      const { worth, about, others } = worthOf(word, weights, one.language)
      const told = worth + OTHERS * turns.length * others + (i > 0 ? 0 : one.begins)
      found.push({ word, turn: one.turn, about, worth: told * reads })
    }
    await pace()
  }
  return found.sort((a, b) => b.worth - a.worth)
}

/** A topic; the id, number, place and name of an earlier one are kept. */
export type EarlierTopic = Pick<TopicRow, Words<'id hue x y terms titleKey'>>
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
      const said: TurnSentences[] = []
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
  const sizes = countEach(topicOf.values())
  const offers = [...byConversation].flatMap(([id, turns]) =>
    [...groupBy(turns, ([, group]) => group)].flatMap(([group, { length }]) =>
      group !== null && 2 * length > turns.length
        ? [{ group, id, turns: turns.length, share: length / (sizes.get(group) ?? 1) }]
        : [],
    ),
  )
  return groupBy(offers, ({ group }) => group)
}

/**
 * A title that fits fewer turns names a topic only if it is that of a short conversation with most of them.
 */
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
  const isSaid = ({ term }: TermWord) => said.some((text) => text.includes(term))
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
