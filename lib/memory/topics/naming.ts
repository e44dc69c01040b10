import type { TurnText } from '@/lib/db/turns/turn-texts'
import { refersBack } from '@/lib/heuristics/text/prose'
import { isStopWord, wordsOf } from '@/lib/heuristics/text/words'
import { titleOf } from '@/lib/heuristics/titles/title'
import type { Language } from '@/lib/shared/languages'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { captionIn } from '@/lib/shared/picture'
import { speakerNamed } from '@/lib/shared/speakers'
import { isUnspaced } from '@/lib/shared/words'
import { sentencesIn } from '../map/telling-sentence'
import type { Nouns } from './nouns'
import type { Pace } from './term-counts'
import { messagesOf, readTurn, spoken, wordsIn } from './words'

/** What is known of the terms of a memory: nouns, names, and the share of its turns that say a term. */
export type Terms = { nouns: Pick<Nouns, 'isNoun' | 'isName'>; shareOf(term: string): number }
/** How much of the memory a topic is, and whether a term is no other topic's. */
type Topic = { share: number; isOwn(term: string): boolean }

/** What a turn counts for a term that only its answer says. */
const ANSWERED = 0.5
/** And a term of another topic, and a name, which tells who or where and not what. */
const [OTHER, NAMED] = [0.5, 0.6]
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

/** For each term, the turns of a topic that say it, by index, and how much it tells about each. */
export type Weights = ReadonlyMap<string, ReadonlyMap<number, number>>
export function weightsOf(turns: readonly Said[], { share, isOwn }: Topic, { nouns, shareOf }: Terms) {
  const weights = new Map<string, Map<number, number>>()
  for (const [at, { sentences, terms }] of turns.entries()) {
    const own = new Set(sentences.flatMap(({ terms }) => [...terms]))
    for (const term of terms) {
      const said = weights.get(term) ?? new Map<number, number>()
      weights.set(term, said.set(at, own.has(term) ? 1 : ANSWERED))
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
export function worthOf(
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
/** Sentences of a topic that are looked at more closely. */
const CLOSELY = 16
/** How well a clause reads alone if it does not begin its sentence, or speaks of something said before. */
const [INNER, BACK] = [0.8, 0.7]
/** What the first sentence of the most typical turn gains. */
const TYPICAL = 0.05
/** What each other term of a clause adds. */
const OTHERS = 0.02
type Telling = Pick<Worth, 'worth' | 'about'> & { word: string; turn: string }
/** What persons wrote that says most about a topic, short enough for a name, with its turn: the best first. */
export async function tellingClauses(turns: readonly Said[], weights: Weights, pace: Pace) {
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
      const reads = (i > 0 ? INNER : 1) * (refersBack(word) ? BACK : 1)
      const { worth, about, others } = worthOf(word, weights, one.language)
      const told = worth + OTHERS * turns.length * others + (i > 0 ? 0 : one.begins)
      found.push({ word, turn: one.turn, about, worth: told * reads })
    }
    await pace()
  }
  return found.sort((a, b) => b.worth - a.worth)
}
