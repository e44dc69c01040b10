import { proseOf } from '@/lib/heuristics/text/prose'
import { wordsIn } from '@/lib/memory/topics/words'
import { placesIn, soughtIn } from '@/lib/shared/memory/sought'
import { endsSentence } from '@/lib/shared/sentence-end'
import { unliteral } from '@/lib/shared/turn/literal'
import { words } from '@/lib/shared/words'

type Telling = { text: string; worth: number }
/** What a topic's terms are worth: the strongest first. */
type Worths = ReadonlyMap<string, number>

/** Where a sentence may end. The full stops in "£1,034.10" and "budget.md" do not count. */
const ENDS = /(?<=[.!?])\s+|(?<=[。！？][」』”）]?)(?![。！？」』”）])\s*/
/** At its beginning also a task's mark: `- [x]`, `☐`. */
const MARKUP =
  /^(?:(?:[#>*+-]+|\[[ xX]\]|[☐☑☒✓✔✅])\s+)+|[*_`]{1,3}|\s*\[turns? [\d, ]{1,80}(?: of conversation [\w-]{1,80})?\]/g
/** Rows of tables and lines of HTML are not sentences. */
const ROWS = /^[ \t]*(?:\||<[!/a-z]).*$/gm
/** "Hey Maria!", "Thanks, John.": shorter sentences rarely say what a turn is about. */
const LEAST_WORDS = 5
/** The beginning of an answer sentence of the built-in engine that only repeats what was said elsewhere. */
const REPEATED =
  /^(?:(?:Earlier \([^)]*\)|On [^:,]*,) )?(?:(?:you (?:told|asked|wrote)|I told you)[^“:]{0,80}: ?“|Noted\b)/i
const LONGEST = 220

/** The terms of a topic's words, such as "club" and "rotary" of "Rotary club". */
export function worthsOf(words: readonly string[]): Worths {
  const worths = new Map<string, number>()
  words.forEach((word, index) => {
    for (const { term } of wordsIn(word))
      if (!worths.has(term)) worths.set(term, (words.length - index) / words.length)
  })
  return worths
}

/** The person's sentence that says most about a topic, else the first beyond a greeting, else an answer's. */
export function tellingSentence(said: { userText: string; answer: string }, worths: Worths): Telling | null {
  const own = sentencesIn(said.userText)
  const sentences = own.length ? own : sentencesIn(said.answer).filter((text) => !REPEATED.test(text))
  let best: Telling | null = null
  for (const text of sentences) {
    const terms = new Set([...wordsIn(text)].map(({ term }) => term))
    const worth = [...terms].reduce((sum, term) => sum + (worths.get(term) ?? 0), 0)
    if (worth > (best?.worth ?? 0)) best = { text, worth }
  }
  const first = sentences.find((text) => words(text).length >= LEAST_WORDS) ?? sentences[0]
  const { text, worth } = best ?? { text: first, worth: 0 }
  return text === undefined ? null : { text: text.slice(0, LONGEST), worth }
}

/** The sentences of a text without code and tables. */
export const sentencesIn = (text: string) => sentencesOf(proseOf(text).replace(ROWS, ''))
function splitLine(line: string): string[] {
  const pieces = line.split(ENDS)
  const sentences: string[][] = [[]]
  for (const [at, piece] of pieces.entries()) {
    sentences.at(-1)?.push(piece)
    if (endsSentence(piece, pieces[at + 1] ?? '')) sentences.push([])
  }
  return sentences.map((parts) => parts.join(' '))
}
/** The sentences of a text, without markup and citations. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+/)
    .flatMap(splitLine)
    .flatMap((one) => {
      const plain = unliteral(one).replace(MARKUP, '').replace(/\s+/g, ' ').trim()
      return /[\p{L}\p{N}]/u.test(plain) ? [plain] : []
    })

/** The sentence with most words of a search, and where they begin in it; null if no sentence has one. */
export function sentenceWith(
  texts: readonly string[],
  wanted: string,
): { text: string; at: number; words: number } | null {
  const sought = soughtIn(wanted)
  let best: ReturnType<typeof sentenceWith> = null
  for (const text of texts.flatMap(sentencesOf)) {
    const { marks, found } = placesIn(text, sought)
    if (found > (best?.words ?? 0)) best = { text, at: marks[0]?.[0] ?? 0, words: found }
  }
  return best
}
