import { endsSentence } from '@/lib/shared/sentence-end'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** Longest text given to the segmenter at once. Its time grows with the square of the length. */
const CHUNK = 2_000
/** Longer sentences are split at clauses or spaces, so that a quotation stays readable. */
export const MAX_SENTENCE = 400

/** Without one of these a text is one sentence and need not be segmented. */
const ENDS = /[\p{Sentence_Terminal}\u0085]/u

const isOpen = (text: string) =>
  (text.split('"').length - 1) % 2 === 1 || text.split('“').length > text.split('”').length

const HAS_WORD = /[\p{L}\p{N}]/u

/** Pieces of at most `most` characters, split after a mark, else at a space, else anywhere. */
export function piecesOf(text: string, most: number, marks: readonly string[]): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > most) {
    const head = rest.slice(0, most)
    const mark = Math.max(...marks.map((one) => head.lastIndexOf(one) + one.length))
    const end = [mark, head.lastIndexOf(' ')].find((place) => place > most / 3) ?? most
    const at = /[\uDC00-\uDFFF]/.test(rest.charAt(end)) ? end - 1 : end
    parts.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  return [...parts, rest]
}

/** How such a sentence begins. It is tested first, because looking back at every comma is slow. */
const FORGETS = /^(?:please )?(?:forget|ignore|never ?mind|scratch) /iu
/** "Forget what I said about Lisbon, we're going to Porto": the second half is a sentence of its own. */
const AFTER_FORGET = new RegExp(
  String.raw`(?<=${FORGETS.source}[^,;–—]{2,80})(?:[,;]|\s[–—-]) (?=(?:i|we)(?:['’]\p{L}+)? \p{L}|(?:my|our|the) [\p{L} -]{2,30}? (?:is|are|was|has) )`,
  'iu',
)

/**
 * The trimmed sentences of a text. Line breaks end one; abbreviations, initials and ordinals ("am 3. Mai") do
 * not.
 */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  for (const line of text.split(/[\n\r\u2028\u2029]+/))
    for (const chunk of piecesOf(line, CHUNK, ['. ', '。'])) {
      if (!HAS_WORD.test(chunk)) continue
      let open = ''
      const segments = ENDS.test(chunk)
        ? [...segmenter.segment(chunk)].map(({ segment }) => segment)
        : [chunk]
      for (const [at, segment] of segments.entries()) {
        open += segment
        if (open.length < MAX_SENTENCE && (!endsSentence(open, segments[at + 1] ?? '') || isOpen(open)))
          continue
        sentences.push(open)
        open = ''
      }
      if (open) sentences.push(open)
    }
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => HAS_WORD.test(sentence))
    .flatMap((sentence) => (FORGETS.test(sentence) ? sentence.split(AFTER_FORGET) : sentence))
    .flatMap((sentence) => piecesOf(sentence, MAX_SENTENCE, ['; ', ', ', '，', '、']))
    .map((piece) => piece.trim())
}
