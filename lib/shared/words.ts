import { stemmer } from 'stemmer'

/** A word at `text.slice(start, end)`. Words are compared after `fold`. */
export type Word = { text: string; start: number; end: number }

/**
 * Numbers with inner separators (3.14, 1,200), and letters and digits with inner apostrophes (don't, 4B).
 * `_`, `-` and `/` separate words.
 */
const SPACED = /\p{N}+(?:[.,:]\p{N}+)+(?!\p{L})|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu
/** Scripts without spaces need a dictionary: the runtime's Unicode word segmentation (UAX #29). */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** A quick first test: Latin text has none of these. */
const FAR = /[\u0e00-\uffff]/
export const isUnspaced = (text: string) => FAR.test(text) && UNSPACED.test(text)
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * The segmenter's time grows with the square of the length, so it gets short stretches. They end at a sign
 * that separates words, or at the limit.
 */
const STRETCH =
  /[\p{L}\p{M}\p{N}'’.,:_\p{Surrogate}]{1,200}[^\p{L}\p{M}\p{N}'’.,:_\p{Surrogate}]?|[^\p{L}\p{M}\p{N}'’.,:_\p{Surrogate}]{1,200}/gu

/**
 * A cache of segmented stretches, as pairs of offsets: each text is read several times, and the dictionary
 * dominates the cost.
 */
const stretches = new Map<string, readonly number[]>()
const KEPT_STRETCHES = 16_384
function wordsIn(stretch: string): readonly number[] {
  const known = stretches.get(stretch)
  if (known) return known
  const places: number[] = []
  for (const { isWordLike, index, segment } of segmenter.segment(stretch))
    if (isWordLike) places.push(index, index + segment.length)
  if (stretches.size >= KEPT_STRETCHES) stretches.clear()
  // A copy, so that the key does not keep the long source text in memory.
  stretches.set([...stretch].join(''), places)
  return places
}

/** Receives where a word begins and ends. Must not search for words itself. */
type Visit = (start: number, end: number) => void

/**
 * Visits every word of a text in order, in any script, without punctuation, spaces and symbols. @returns
 * whether the text is ASCII.
 */
export function eachWord(text: string, visit: Visit): boolean {
  const codes = plainCodes(text)
  if (codes) {
    eachPlainWord(text, codes, visit)
    return true
  }
  if (isUnspaced(text)) {
    for (const { 0: stretch, index } of text.matchAll(STRETCH)) {
      const places = wordsIn(stretch)
      for (let i = 0; i < places.length; i += 2) visit(index + (places[i] ?? 0), index + (places[i + 1] ?? 0))
    }
    return false
  }
  for (let end = spacedWord(text, 0, visit); end; end = spacedWord(text, end, visit));
  return false
}

/** Visits the first word at or after `from`. @returns where it ends, or 0. */
function spacedWord(text: string, from: number, visit: Visit): number {
  SPACED.lastIndex = from
  const match = SPACED.exec(text)
  if (!match) return 0
  const end = match.index + match[0].length
  visit(match.index, end)
  return end
}

const encoder = new TextEncoder()
/** All but very long texts share one buffer. */
const HELD_CODES = 65_536
const heldCodes = new Uint8Array(HELD_CODES)
/** The ASCII codes of a text, followed by zeros; null for other text. */
function plainCodes(text: string): Uint8Array | null {
  const room = text.length + LOOKAHEAD
  const codes = room <= HELD_CODES ? heldCodes : new Uint8Array(room)
  const { read, written } = encoder.encodeInto(text, codes)
  if (written !== text.length || read !== written) return null
  codes.fill(0, written, room)
  return codes
}
/** How far the scanner looks ahead. */
const LOOKAHEAD = 2

const [LETTER, DIGIT, SEPARATOR] = [1, 2, 4]
const kinds = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[a-z]/i.test(character)
    ? LETTER
    : /\d/.test(character)
      ? DIGIT
      : /[.,:]/.test(character)
        ? SEPARATOR
        : 0
})
const APOSTROPHE = 39

/** The same for ASCII text by character codes, because a regular expression allocates an array per word. */
function eachPlainWord(text: string, codes: Uint8Array, visit: Visit) {
  const kindAt = (at: number) => kinds[codes[at] ?? 0] ?? 0
  for (let at = 0; at < text.length; ) {
    const start = at
    while (kindAt(at) === DIGIT) at += 1
    if (at > start && kindAt(at) === SEPARATOR && kindAt(at + 1) === DIGIT) {
      at = spacedWord(text, start, visit)
      continue
    }
    while ((kindAt(at) & (LETTER | DIGIT)) !== 0) at += 1
    if (at === start) {
      at += 1
      continue
    }
    while (codes[at] === APOSTROPHE && kindAt(at + 1) === LETTER) {
      at += 2
      while (kindAt(at) === LETTER) at += 1
    }
    visit(start, at)
  }
}

export function words(text: string): Word[] {
  const found: Word[] = []
  eachWord(text, (start, end) => found.push({ text: text.slice(start, end), start, end }))
  return found
}

/** Accents, and the vowel signs, hamzas and fillers of Arabic. */
const MARKS = /[\u0300-\u036f\u0640\u064b-\u0655\u0670]/g
/** Letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }
/**
 * The form in which words are compared: lower case, NFKC, without accents, a final 's or thousands separators.
 */
export function fold(word: string): string {
  let folded = word.toLowerCase()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is meant
  if (!/^[\x00-\x7f]*$/.test(folded))
    folded = folded
      .replaceAll('’', "'")
      .normalize('NFKD')
      .replace(MARKS, '')
      .replace(/[ßæœøłđı]/g, (letter) => LETTERS[letter] ?? letter)
      .normalize('NFKC')
  if (folded.endsWith("'s")) folded = folded.slice(0, -2)
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(folded) ? folded.replaceAll(',', '') : folded
}

/**
 * Porter's stem of a folded English word ("configurations" -> "configur"). Words outside a-z are unchanged.
 */
export const stem = (folded: string) => (/^[a-z]{3,40}$/.test(folded) ? stemmer(folded) : folded)
