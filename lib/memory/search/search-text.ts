import { isCode, keyOfShort } from '@/lib/memory/text/codes'
import { questionOf } from '@/lib/memory/text/question'
import { isUnder, keysOfBeginning, type QueryWord, queryWords } from '@/lib/memory/text/terms'
import { isFunctionWord, languageOf } from '@/lib/shared/languages'
import { limits } from '@/lib/shared/limits'
import { literally } from '@/lib/shared/literally'
import type { Mark, SearchExcerpt } from '@/lib/shared/memory/search'
import { fold, type Word, words } from '@/lib/shared/words'

export type ParsedSearch = ReturnType<typeof parseSearch>

const QUOTED = /["“”„«»]([^"“”„«»]*)["“”„«»]/gu
const FAR = /[\u0e00-\uffff]/
const GOES_ON = /[\p{L}\p{M}\p{N}]$/u

/** Words, "quoted phrases", and a beginning at the end. An open quotation mark does not count yet. */
export function parseSearch(text: string) {
  const all = words(text)
  const quoted = [...new Set([...text.matchAll(QUOTED)].map(([, inner = '']) => inner))]
  const phrases = quoted
    .map((phrase) => words(phrase).map((word) => fold(word.text)))
    .filter((phrase) => phrase.length > 0)
  const rest = text.replace(QUOTED, ' ')
  const last = GOES_ON.test(text) ? words(rest).at(-1) : undefined
  const inPhrases = quoted.flatMap((phrase) => queryWords(phrase))
  const whole = queryWords(last ? rest.slice(0, last.start) : rest)
  const typed = last && fold(last.text)
  // A completed function word at the end adds nothing to other words.
  const isDone = isFunctionWord(typed ?? '', languageOf(all)) && inPhrases.length + whole.length > 0
  const beginning = typed && !isDone ? typed : null
  const found = new Map<string, QueryWord>()
  for (const word of [...inPhrases, ...whole]) if (!found.has(word.word)) found.set(word.word, word)
  const kept = [...found.values()].slice(0, limits.search.words)
  if (last && beginning && !found.has(beginning))
    kept.push({ word: beginning, keys: keysOfBeginning(last.text), asking: false })
  const isTyped = (word: Word) => last !== undefined && word === all.at(-1)
  const codes = all.filter((word) => isCode(word.text) || (isTyped(word) && keyOfShort(fold(word.text))))
  const must = new Set([...inPhrases.map((word) => word.word), ...codes.map((code) => fold(code.text))])
  return {
    question: { ...questionOf(text), words: kept },
    /** The words to search for: whole ones, then the one being typed. */
    words: kept,
    /** Positions of required words, which are those of phrases and codes. */
    must: kept.flatMap((word, place) => (must.has(word.word) ? [place] : [])),
    /** Folded words of each quoted phrase, which must occur consecutively. */
    phrases,
    /** Codes share keys of the index: only the text itself can confirm them. */
    codes: codes.map((word) => codePattern(word.text, isTyped(word))),
    /** The last word, folded, while it may continue. */
    beginning,
  }
}

const codePattern = (code: string, goesOn: boolean) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${literally(code)}${goesOn ? '' : '(?![\\p{L}\\p{N}])'}`, 'iu')

export function holdsPhrases(text: string, phrases: readonly string[][]): boolean {
  if (phrases.length === 0) return true
  const said = words(text).map((word) => fold(word.text))
  const lower = text.toLowerCase()
  // Scripts without spaces are segmented by a dictionary, which may divide a phrase differently in context.
  const inOne = (phrase: string[]) =>
    phrase.every((word) => FAR.test(word)) && lower.includes(phrase.join(''))
  return phrases.every(
    (phrase) => said.some((_, at) => phrase.every((word, i) => said[at + i] === word)) || inOne(phrase),
  )
}

type Span = { start: number; end: number }
const HALF = /[\uD800-\uDBFF]$/

/**
 * Matches several words as typed next to each other; null for one word, and for phrases. Lengths are limited,
 * because the time is bounded by their product.
 */
export function typedWords(text: string, { words, phrases }: ParsedSearch): RegExp | null {
  if (words.length < 2 || phrases.length > 0) return null
  const typed = text.trim().slice(0, limits.search.typedChars).replace(HALF, '')
  return new RegExp(typed.split(/\s+/).map(literally).join('\\s+'), 'iu')
}

function pieceOf(text: string, { start, end, unit }: Span & { unit: Span }): string {
  const { typedWithin } = limits.search
  const from = Math.max(start, Math.min(unit.start - typedWithin / 2, end - typedWithin))
  return text.slice(from, Math.min(end, from + typedWithin))
}

/**
 * Hits with the words next to each other as typed, then the others, each in their order. A hit that
 * answers nothing stays where it is: often it is the question that was typed.
 */
export function asTypedFirst<
  H extends { entry: { text: string }; hit: Span & { empty?: boolean; unit: Span } },
>(hits: readonly H[], typed: RegExp): H[] {
  const stands = new Set(hits.filter(({ entry, hit }) => !hit.empty && typed.test(pieceOf(entry.text, hit))))
  return [...stands, ...hits.filter((one) => !stands.has(one))]
}

type Sought = { keys: ReadonlySet<string>; beginning: string | null; phrases: readonly string[][] }
export const soughtWords = ({ words, beginning, phrases }: ParsedSearch): Sought => ({
  keys: new Set(words.flatMap((word) => word.keys)),
  beginning,
  phrases,
})

/** The positions of the words and phrases. Adjacent words are one mark. */
function marksIn(text: string, sought: Sought): Mark[] {
  const said = words(text)
  const language = languageOf(said)
  const found = said.map((word) => {
    const folded = fold(word.text)
    const begins = sought.beginning !== null && folded.startsWith(sought.beginning)
    return { ...word, folded, marked: begins || isUnder(word.text, sought.keys, language) }
  })
  for (const phrase of sought.phrases)
    for (let at = 0; at + phrase.length <= found.length; at++)
      if (phrase.every((word, i) => found[at + i]?.folded === word))
        for (const one of found.slice(at, at + phrase.length)) one.marked = true
  const marks: Mark[] = []
  for (const { start, end } of found.filter(({ marked }) => marked)) {
    const last = marks.at(-1)
    if (last && !text.slice(last[1], start).trim()) last[1] = end
    else marks.push([start, end])
  }
  return marks
}

const SPACE = /\s/
/** The next word start within a few characters after `at`; else a position that splits no character. */
function wordStart(text: string, at: number): number {
  for (let i = at; i > 0 && i < Math.min(text.length, at + NEAR); i++)
    if (SPACE.test(text.charAt(i - 1))) return i
  return whole(text, at)
}
/** The last word end at or before `at`. */
function wordEnd(text: string, at: number): number {
  for (let i = at; i < text.length && i > at - NEAR; i--) if (SPACE.test(text.charAt(i))) return i
  return whole(text, at)
}
const NEAR = 24
/** Moves a position inside a surrogate pair before it. */
const whole = (text: string, at: number) =>
  /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at

/** Where the window of this width starts that holds the most marked text. */
function densest(marks: readonly Mark[], width: number): number | undefined {
  let [start, most, sum, last] = [marks[0]?.[0], 0, 0, 0]
  for (const [i, [from, to]] of marks.entries()) {
    last = Math.max(last, i)
    for (let next = marks[last]; next && next[1] <= from + width; next = marks[++last])
      sum += next[1] - next[0]
    if (sum > most) [start, most] = [from, sum]
    if (last > i) sum -= to - from
  }
  return start
}

/** A part of `text` within `place`, around the most marks near `best`. */
export function excerptOf(
  text: string,
  place: { start: number; end: number },
  best: { start: number; end: number },
  sought: Sought,
): SearchExcerpt {
  const { excerptChars, excerptLead } = limits.search
  const from = wordStart(text, Math.max(place.start, best.start - excerptChars))
  const said = text.slice(
    from,
    whole(text, Math.min(place.end, Math.max(best.end, best.start + excerptChars) + excerptChars)),
  )
  const marks = marksIn(said, sought)
  const first = densest(marks, excerptChars - excerptLead) ?? best.start - from
  const fits = place.end - place.start <= excerptChars
  const begin = fits ? Math.max(0, place.start - from) : wordStart(said, Math.max(0, first - excerptLead))
  const stop = fits ? said.length : wordEnd(said, Math.min(said.length, begin + excerptChars))
  const shown = said.slice(begin, stop).trimEnd()
  const shownEnd = begin + shown.length
  const inShown = marks.filter(([start, end]) => end > begin && start < shownEnd)
  return {
    text: shown,
    marks: inShown.map(([start, end]) => [Math.max(0, start - begin), Math.min(shown.length, end - begin)]),
    before: from + begin > place.start,
    after: text.slice(from + shownEnd, place.end).trim() !== '',
  }
}
