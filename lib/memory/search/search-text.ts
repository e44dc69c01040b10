import { literally } from '@/lib/base/literally'
import { isCode, keyOfShort } from '@/lib/memory/text/codes'
import { type Question, questionOf } from '@/lib/memory/text/question'
import { keysOfBeginning, type QueryWord, queryWords } from '@/lib/memory/text/terms'
import { limits } from '@/lib/shared/limits'
import { ENGLISH, fold, type Word, words } from '@/lib/shared/words'

/** What somebody typed into a search box. */
export type SearchText = {
  question: Question
  /** What is looked for: whole words, then the one still being typed. */
  words: QueryWord[]
  /** Those among `words` that must be there, by place: words of phrases. */
  must: number[]
  /** Folded words of each phrase in quotation marks; they must stand in a text one after the other. */
  phrases: string[][]
  /** Codes, which share keys of the index: only the text itself says whether it holds them. */
  codes: RegExp[]
  /** The last word, folded, while it may still go on. */
  beginning: string | null
}

const QUOTED = /["“”„«»]([^"“”„«»]*)["“”„«»]/gu
const FAR = /[\u0e00-\uffff]/
const GOES_ON = /[\p{L}\p{M}\p{N}]$/u

/** Words, "phrases in quotation marks", and at the end the beginning of a word. An open quotation mark is none yet. */
export function parseSearch(text: string): SearchText {
  const quoted = [...text.matchAll(QUOTED)].map(([, inner = '']) => inner)
  const phrases = quoted
    .map((phrase) => words(phrase).map((word) => fold(word.text)))
    .filter((phrase) => phrase.length > 0)
  const rest = text.replace(QUOTED, ' ')
  const last = GOES_ON.test(text) ? words(rest).at(-1) : undefined
  const inPhrases = quoted.flatMap((phrase) => queryWords(phrase))
  const whole = queryWords(last ? rest.slice(0, last.start) : rest)
  const typed = last && fold(last.text)
  // A function word at the end, fully typed, tells nothing beside others.
  const beginning = typed && !(ENGLISH.has(typed) && inPhrases.length + whole.length > 0) ? typed : null
  const found = new Map<string, QueryWord>()
  for (const word of [...inPhrases, ...whole]) if (!found.has(word.word)) found.set(word.word, word)
  const kept = [...found.values()].slice(0, limits.search.words)
  if (last && beginning && !found.has(beginning))
    kept.push({ word: beginning, keys: keysOfBeginning(last.text), asking: false })
  const all = words(text)
  const isTyped = (word: Word) => last !== undefined && word === all.at(-1)
  const codes = all.filter((word) => isCode(word.text) || (isTyped(word) && keyOfShort(fold(word.text))))
  const must = new Set([...inPhrases.map((word) => word.word), ...codes.map((code) => fold(code.text))])
  return {
    question: { ...questionOf(text), words: kept },
    words: kept,
    must: kept.flatMap((word, place) => (must.has(word.word) ? [place] : [])),
    phrases,
    codes: codes.map((word) => codePattern(word.text, isTyped(word))),
    beginning,
  }
}

const codePattern = (code: string, goesOn: boolean) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${literally(code)}${goesOn ? '' : '(?![\\p{L}\\p{N}])'}`, 'iu')

/** Whether every phrase stands in the text, word for word. */
export function holdsPhrases(text: string, phrases: readonly string[][]): boolean {
  if (phrases.length === 0) return true
  const said = words(text).map((word) => fold(word.text))
  const lower = text.toLowerCase()
  // Scripts without spaces are parted by a dictionary, which parts a phrase otherwise than the text around it.
  const inOne = (phrase: string[]) =>
    phrase.every((word) => FAR.test(word)) && lower.includes(phrase.join(''))
  return phrases.every(
    (phrase) => said.some((_, at) => phrase.every((word, i) => said[at + i] === word)) || inOne(phrase),
  )
}
