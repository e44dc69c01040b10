import type { TopicTerm } from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { refersBack } from '@/lib/heuristics/text/prose'
import { isStopWord } from '@/lib/heuristics/text/stop-words'
import { wordsOf } from '@/lib/heuristics/text/words'
import { titleOf } from '@/lib/heuristics/titles/title'
import type { Language } from '@/lib/shared/languages'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { captionIn } from '@/lib/shared/picture'
import { speakerNamed } from '@/lib/shared/speakers'
import { isUnspaced } from '@/lib/shared/words'
import { sentencesIn } from '../map/telling-sentence'
import type { Nouns } from './nouns'
import type { Pace } from './pace'
import { messagesOf, readTurn, spoken, wordsIn } from './words'

/** What is known of the terms of a memory: nouns, names, and the share of its turns that say a term. */
export type Terms = { nouns: Pick<Nouns, 'isNoun' | 'isName'>; shareOf(term: string): number }
/** How much of the memory a topic is, its strongest terms, and whether a term is no other topic's. */
type Topic = { share: number; strongest: readonly TopicTerm[]; isOwn(term: string): boolean }
/** How much each term tells about a topic, compared with the one that tells most. */
export type Weights = ReadonlyMap<string, number>

/** What an answer says of a term counts so much, compared with what the person says. */
const ANSWERED = 0.2
/** And a term of another topic, and a name, which tells who or where and not what. */
const [OTHER, NAMED] = [0.5, 0.6]
/** What being a topic's strongest term adds to the weight of a term. */
const LINKED = 0.35
const LEAST_TURNS = 2

/** Sentences of a message that are read. What it is about stands first, what it quotes later. */
const FIRST = 4
type Sentence = { text: string; terms: ReadonlySet<string> }
/** What persons say in a turn, without descriptions of pictures, and the terms that anyone says. */
export type Said = { id: string; language: Language | null; sentences: Sentence[]; terms: Set<string> }
export function saidIn(turn: TurnText): Said {
  const { texts, language } = readTurn(turn)
  const isDialog = turn.messages?.some((message) => speakerNamed(message) !== null)
  const own = isDialog ? messagesOf(turn) : [spoken(turn.userText)]
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

export function weightsOf(
  turns: readonly Said[],
  { share, strongest, isOwn }: Topic,
  { nouns, shareOf }: Terms,
): Weights {
  const said = new Map<string, { own: number; all: number }>()
  for (const { sentences, terms } of turns)
    for (const term of terms) {
      const known = said.get(term) ?? { own: 0, all: 0 }
      const isOfPerson = sentences.some((sentence) => sentence.terms.has(term))
      said.set(term, { own: known.own + (isOfPerson ? 1 : 0), all: known.all + 1 })
    }
  const weights = new Map<string, number>()
  for (const [term, { own, all }] of said) {
    const everywhere = shareOf(term)
    if (all < LEAST_TURNS || own === 0 || everywhere === 0 || !nouns.isNoun(term)) continue
    const here = Math.min(1, ((all / turns.length) * share) / everywhere)
    const kind = (isOwn(term) ? 1 : OTHER) * (nouns.isName(term) ? NAMED : 1)
    weights.set(term, (own + ANSWERED * all) * here * kind)
  }
  const [most, mostWorth] = [Math.max(...weights.values()), strongest[0]?.worth ?? 1]
  const linked = new Map(
    strongest.map(({ term, worth = 0 }) => [term, LINKED * Math.sqrt(worth / mostWorth)]),
  )
  const told = (term: string) => (weights.get(term) ?? 0) / most + (linked.get(term) ?? 0)
  return new Map([...weights.keys(), ...linked.keys()].map((term) => [term, told(term)]))
}

type Worth = { worth: number; about: string; others: number }
/** How much a text says about a topic, by which terms, and how many others it says. */
export function worthOf(text: string, weights: Weights, language?: Language | null): Worth {
  const all = [...termsIn(text, language)]
  const terms = all.filter((term) => weights.has(term))
  return { worth: sumOf(terms, weights), about: terms.sort().join(' '), others: all.length - terms.length }
}
const sumOf = (terms: Iterable<string>, weights: Weights) => {
  let sum = 0
  for (const term of terms) sum += weights.get(term) ?? 0
  return sum
}

/** Between two clauses, one of which may be a name. */
const CLAUSES = /[,;:–—-](?=\s)|[，、；：]|\s(?=(?:but|so|because|and (?:I|we|he|she|they|my|our))\s)/u
const LEAST_WORDS = 3
/** Sentences of a topic that are looked at more closely. */
const CLOSELY = 16
/** How well a clause reads alone if it does not begin its sentence, or speaks of something said before. */
const [INNER, BACK] = [0.8, 0.7]
/** What the first sentence of the most typical turn gains. */
const TYPICAL = 0.5

/** What each other term of a clause adds. */
const OTHERS = 0.1
type Telling = Pick<Worth, 'worth' | 'about'> & { word: string; turn: string }
/** What persons wrote that says most about a topic, short enough for a name, with its turn: the best first. */
export async function tellingClauses(
  turns: readonly Said[],
  weights: Weights,
  pace: Pace,
): Promise<Telling[]> {
  const typical = new Map(turns.map(({ id, terms }) => [id, sumOf(terms, weights)]))
  const most = Math.max(...typical.values()) || 1
  const sentences = turns.flatMap(({ id, language, sentences }) =>
    sentences.map(({ text, terms }, at) => {
      const begins = at > 0 ? 0 : (TYPICAL * (typical.get(id) ?? 0)) / most
      return { turn: id, language, text, begins, worth: sumOf(terms, weights) + begins }
    }),
  )
  const found: Telling[] = []
  for (const one of sentences.sort((a, b) => b.worth - a.worth).slice(0, CLOSELY)) {
    for (const [i, clause] of one.text.split(CLAUSES).entries()) {
      const word = titleOf(clause)
      const words = wordsOf(word)
      const isOpen = words.length < LEAST_WORDS || isStopWord(words.at(-1)?.lower ?? '', one.language)
      if ((isOpen && !isUnspaced(word)) || word.length > limits.nameChars) continue
      const reads = (i > 0 ? INNER : 1) * (refersBack(word) ? BACK : 1)
      const { worth, about, others } = worthOf(word, weights, one.language)
      const told = worth + OTHERS * others + (i > 0 ? 0 : one.begins)
      found.push({ word, turn: one.turn, about, worth: told * reads })
    }
    await pace()
  }
  return found.sort((a, b) => b.worth - a.worth)
}
