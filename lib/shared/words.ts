import { stemmer } from 'stemmer'

/** A word of a text: `text.slice(start, end)` is as written, `fold`ed it can be compared. */
export type Word = { text: string; start: number; end: number }

/** Numbers with inner separators (3.14, 1,200), or letters and digits with inner apostrophes (don't, 4B). `_`, `-` and `/` part words. */
const SPACED = /\p{N}+(?:[.,:]\p{N}+)+(?!\p{L})|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu
/** Scripts written without spaces need a dictionary: Unicode word segmentation (UAX #29) as the runtime has it. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Where those scripts begin; told at once for text in Latin script. */
const FAR = /[\u0e00-\uffff]/
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * What the segmenter gets at once: its time grows with the square of the length. No word reaches past a sign that parts words; a text
 * without one is cut all the same.
 */
const STRETCH =
  /[\p{L}\p{M}\p{N}'’.,:_\p{Surrogate}]{1,200}[^\p{L}\p{M}\p{N}'’.,:_\p{Surrogate}]?|[^\p{L}\p{M}\p{N}'’.,:_\p{Surrogate}]{1,200}/gu

/** Words of the stretches met last, as pairs of places: a text is read several times, and the dictionary costs most of it. */
const stretches = new Map<string, readonly number[]>()
const KEPT_STRETCHES = 16_384
function wordsIn(stretch: string): readonly number[] {
  const known = stretches.get(stretch)
  if (known) return known
  const places: number[] = []
  for (const { isWordLike, index, segment } of segmenter.segment(stretch))
    if (isWordLike) places.push(index, index + segment.length)
  if (stretches.size >= KEPT_STRETCHES) stretches.clear()
  // A copy does not keep the long text in memory that the stretch was cut from.
  stretches.set([...stretch].join(''), places)
  return places
}

/** Called with where a word begins and ends. It must not look for words itself. */
type Visit = (start: number, end: number) => void

/** Visits every word of a text in order, in any script; punctuation, spaces and symbols are left out. @returns whether all of it is ASCII. */
export function eachWord(text: string, visit: Visit): boolean {
  const codes = plainCodes(text)
  if (codes) {
    eachPlainWord(text, codes, visit)
    return true
  }
  if (FAR.test(text) && UNSPACED.test(text)) {
    for (const { 0: stretch, index } of text.matchAll(STRETCH)) {
      const places = wordsIn(stretch)
      for (let i = 0; i < places.length; i += 2) visit(index + (places[i] ?? 0), index + (places[i + 1] ?? 0))
    }
    return false
  }
  for (let end = spacedWord(text, 0, visit); end; end = spacedWord(text, end, visit));
  return false
}

/** Visits the first word at or after `from`; returns where it ends, 0 when there is none. */
function spacedWord(text: string, from: number, visit: Visit): number {
  SPACED.lastIndex = from
  const match = SPACED.exec(text)
  if (!match) return 0
  const end = match.index + match[0].length
  visit(match.index, end)
  return end
}

const encoder = new TextEncoder()
/** One buffer for all texts but very long ones. */
const HELD_CODES = 65_536
const heldCodes = new Uint8Array(HELD_CODES)
/** The characters of a text in ASCII, followed by zeros; null for any other text. */
function plainCodes(text: string): Uint8Array | null {
  const room = text.length + ENDING
  const codes = room <= HELD_CODES ? heldCodes : new Uint8Array(room)
  const { read, written } = encoder.encodeInto(text, codes)
  if (written !== text.length || read !== written) return null
  codes.fill(0, written, room)
  return codes
}
/** How far a look ahead goes. */
const ENDING = 2

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

/** The same for text in ASCII, by character codes: a match of the pattern makes an array for each word. */
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

/** Every word of a text in order. */
export function words(text: string): Word[] {
  const found: Word[] = []
  eachWord(text, (start, end) => found.push({ text: text.slice(start, end), start, end }))
  return found
}

const MARKS = /[\u0300-\u036f]/g
/** The form in which words are compared: lower case, compatibility forms joined, Latin accents and a final 's removed, thousands unmarked. */
export function fold(word: string): string {
  let folded = word.toLowerCase()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is meant
  if (!/^[\x00-\x7f]*$/.test(folded))
    folded = folded.replaceAll('’', "'").normalize('NFKD').replace(MARKS, '').normalize('NFKC')
  if (folded.endsWith("'s")) folded = folded.slice(0, -2)
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(folded) ? folded.replaceAll(',', '') : folded
}

/** Words that English sentences are held together with; they say nothing about what a text is about. */
export const ENGLISH: ReadonlySet<string> = new Set(
  "a about after all also am an and any are as at be because been but by can could did do does for from get had has have he her him his how i i'm if in into is it it's just like me my no not of on one or our out she should so some than that the their them then there they this to up us was we were what when where which who why will with would yes you your".split(
    ' ',
  ),
)
/** Function words of other languages that English texts do not have. */
const OTHER = new Set(
  'auch auf aus bei das dass dem den der des ein eine einen er es für ich ist mit nach nicht oder sich sie sind und uns von war was wie wir zu zum zur au aux avec ce cette dans de du elle est et il ils je la le les mais ne nous ou par pas pour que qui se sont sur un une vous y con como del el en esta la las lo los mi no para pero por que se son su una ya che di e gli il non per sono ao com da do em mas nao os uma aan dat een het ik je maar met niet op te van voor zijn och att det som jag inte'
    .split(' ')
    .filter((word) => !ENGLISH.has(word)),
)

/** What one word tells about the language of its text: 1 = English, -1 = another one, 0 = nothing. */
export function languageHint(word: string, folded: string): 1 | 0 | -1 {
  if (ENGLISH.has(folded)) return 1
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is meant
  return OTHER.has(folded) || !/^[\x00-\x7f’]*$/.test(word) ? -1 : 0
}

/** Whether a text is English as far as its words tell; text without any telling word counts as English when it is plain ASCII. */
export const looksEnglish = (found: readonly Word[]): boolean =>
  found.reduce((sum, { text }) => sum + languageHint(text, fold(text)), 0) >= 0

/** Porter's stem of a folded English word ("configurations" -> "configur"); words with anything but a-z stay as they are. */
export const stem = (folded: string) => (/^[a-z]{3,40}$/.test(folded) ? stemmer(folded) : folded)

/** The words of a text as they are compared: folded, and stemmed where the text looks English. */
export function terms(text: string): string[] {
  const found = words(text)
  const english = looksEnglish(found)
  return found.map((word) => (english ? stem(fold(word.text)) : fold(word.text)))
}
