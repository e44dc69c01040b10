import { keysOf } from './concepts'
import { announcesChange } from './facts'
import { asksFor, isQuestion } from './question'
import { sentencesOf } from './sentences'
import type { Language } from './stop-words'
import { contentWords, languageOfText, wordsOf } from './words'

/**
 * What a sentence speaks of. `words` = its content words, each as the keys it is matched by. `owners` = whose things
 * they are ("my sister's parrot": sister). `starts` = whether the speaker or a thing of theirs is named first.
 */
export type Reading = {
  words: string[][]
  keys: ReadonlySet<string>
  owners: string[]
  starts: 'speaker' | 'thing' | null
  /** The first thing of the speaker ("my sister lives": sister). */
  head: string[]
  /** It announces a change. */
  changes: boolean
}

const list = (words: string) => new Set(words.split(' '))
const SPEAKER = list('i we ich wir je nous yo')
const OF_MINE = list(
  'my our mein meine meinen meiner meinem unser unsere unserer mon ma mes notre nos mi mis nuestro nuestra',
)
const DETERMINER = new Set([...OF_MINE, ...list('the his her their your')])
/** Before an owner these name a place or a company: "the key is at my sister's house" is about the key. */
const PLACE = list('at in to from with near by on for under behind into beside')
const EARLY = 5
/** Share of the shorter sentence's words that the other one says too. */
const SHARE = 0.5
/** Share of all words of both that both say: long sentences have some word in common with any short one. */
const OF_ALL = 0.2

export function readingOf(sentence: string, language: Language | null = languageOfText(sentence)): Reading {
  const all = wordsOf(sentence)
  const content = contentWords(sentence, language)
  const telling = new Set(content.map(({ at }) => at))
  const lower = (at: number) => all[at]?.lower ?? ''
  const owners = all.flatMap((word, at) => {
    const owns = /['’]s$/.test(word.text) && at + 1 < all.length && telling.has(word.at)
    if (!owns && !(OF_MINE.has(lower(at - 1)) && lower(at - 2) === 'of')) return []
    const start = DETERMINER.has(lower(at - 1)) ? at - 1 : DETERMINER.has(lower(at - 2)) ? at - 2 : at
    return PLACE.has(lower(start - 1)) ? [] : (keysOf(word.lower, language)[0] ?? [])
  })
  const first = all.slice(0, EARLY).find(({ lower }) => SPEAKER.has(lower) || OF_MINE.has(lower))
  const starts = first ? (SPEAKER.has(first.lower) ? 'speaker' : 'thing') : null
  const mine = all.find(({ lower }) => OF_MINE.has(lower))
  const head = content.find(({ at }) => mine && at > mine.at)
  const words = content.map((word) => keysOf(word.lower, language))
  return {
    words,
    keys: new Set(words.flat()),
    owners,
    starts,
    head: head ? keysOf(head.lower, language) : [],
    changes: announcesChange(sentence),
  }
}

const isOwned = (a: Reading, b: Reading) =>
  a.owners.every((owner) => b.keys.has(owner)) &&
  !(a.starts === 'thing' && b.starts === 'speaker' && !a.head.some((key) => b.keys.has(key)))

/** Whether both are about the same person's things. */
export const sameOwner = (a: Reading, b: Reading): boolean => isOwned(a, b) && isOwned(b, a)

const shared = (a: Reading, b: Reading) =>
  a.words.filter((keys) => keys.some((key) => b.keys.has(key))).length

/** Whether one announces a change of a thing of the speaker's that the other names. */
const isChangeOf = (a: Reading, b: Reading) => a.changes && a.head.some((key) => b.keys.has(key))

/** Whether two sentences speak of the same thing of the same person, whatever they say of it. */
export function sameSubject(a: Reading, b: Reading): boolean {
  const both = Math.max(shared(a, b), shared(b, a))
  const [less, more] = [a.words.length, b.words.length].sort((x, y) => x - y)
  const enough = both >= SHARE * (less ?? 0) && both >= OF_ALL * ((less ?? 0) + (more ?? 0) - both)
  return both > 0 && (enough || isChangeOf(a, b) || isChangeOf(b, a)) && sameOwner(a, b)
}

/** Beginning of a text that is read. */
const READ_CHARS = 4_000
/** What a text states, sentence by sentence. */
export const readingsIn = (text: string): Reading[] =>
  sentencesOf(text.slice(0, READ_CHARS))
    .filter((sentence) => !isQuestion(sentence) && !asksFor(sentence))
    .map((sentence) => readingOf(sentence))
