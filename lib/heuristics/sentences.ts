import { endsSentence } from '@/lib/base/sentence-end'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** Longest line handed to the segmenter at once; its time grows with the square of the length. */
const CHUNK = 2_000
/**
 * A longer sentence is cut into pieces of at most this many characters, at clauses or spaces, so that a
 * quotation stays readable.
 */
export const MAX_SENTENCE = 400

/** Without one of these a text is one sentence, and need not be segmented. */
const ENDS = /[\p{Sentence_Terminal}\u0085]/u

/** Ends inside a quotation. */
const isOpen = (text: string) =>
  (text.split('"').length - 1) % 2 === 1 || text.split('“').length > text.split('”').length

/** Debris of markup that is no sentence by itself. */
const HAS_WORD = /[\p{L}\p{N}]/u

/** A text in pieces of at most `most` characters, which end where `endIn` finds an end, or at a space. */
function cut(text: string, most: number, least: number, endIn: (head: string) => number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > most) {
    const head = rest.slice(0, most)
    const [end, space] = [endIn(head), head.lastIndexOf(' ')]
    const at = end > least ? end : safeCut(rest, space > least ? space : most)
    parts.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  return [...parts, rest]
}
const safeCut = (text: string, at: number) => (/[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at)

const chunks = (line: string) =>
  cut(line, CHUNK, CHUNK / 4, (head) => Math.max(head.lastIndexOf('. ') + 2, head.lastIndexOf('。') + 1))
const CLAUSES = ['; ', ', ', '，', '、']
const pieces = (sentence: string) =>
  cut(sentence, MAX_SENTENCE, MAX_SENTENCE / 3, (head) =>
    Math.max(...CLAUSES.map((mark) => head.lastIndexOf(mark) + 1)),
  )

/**
 * The sentences of a text, verbatim but for the space around them; a line break ends a sentence.
 * Abbreviations, initials, ordinals ("am 3. Mai") and what ends inside quotation marks do not.
 */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  for (const line of text.split(/[\n\r\u2028\u2029]+/))
    for (const chunk of chunks(line)) {
      let held = ''
      const segments = ENDS.test(chunk)
        ? [...segmenter.segment(chunk)].map(({ segment }) => segment)
        : [chunk]
      for (const [at, segment] of segments.entries()) {
        held += segment
        if (held.length < MAX_SENTENCE && (!endsSentence(held, segments[at + 1] ?? '') || isOpen(held)))
          continue
        sentences.push(held)
        held = ''
      }
      if (held) sentences.push(held)
    }
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => HAS_WORD.test(sentence))
    .flatMap(pieces)
}
