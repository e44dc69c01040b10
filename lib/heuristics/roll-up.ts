import { limits } from '@/lib/shared/limits'
import { isQuestion } from './question'
import { fitting, MARK, type SentenceSummary, tokenCeiling } from './summarise'
import { sentencesOf } from './text/sentences'
import { contentWords } from './text/words'

/** A summary of the turns `from` to `to` (equal for one turn). */
export type Covered = SentenceSummary & { from: number; to: number }

const SAID = /^[^:“”\n]{1,80} said: /
const TURN_MARK = /(?=\bTurn \d+: )/
const MARKED = /^Turn (\d+): (.*)$/s

function sentencesIn(item: Covered): { turn: number; text: string }[] {
  return item.summary.split(TURN_MARK).flatMap((part) => {
    const marked = MARKED.exec(part.trim())
    const turn = marked ? Number(marked[1]) : item.from
    let speaker = ''
    return sentencesOf(marked?.[2] ?? part).map((sentence) => {
      const own = MARK.exec(sentence)?.[0]
      if (own) speaker = own
      return { turn, text: own || !speaker ? sentence : `${speaker} ${sentence}` }
    })
  })
}

const choices = (items: readonly Covered[]) =>
  items.flatMap(sentencesIn).filter(({ text }) => !isQuestion(text))
export const rollUpChoices = (items: readonly Covered[]) => choices(items).map(({ text }) => text)

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
/** Maximal marginal relevance (Carbonell and Goldstein, 1998). `vectors` have length 1. */
function byMeaning<T>(sentences: readonly T[], vectors: readonly Float32Array[]): T[] {
  const middle = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) for (const i of middle.keys()) middle[i] = (middle[i] ?? 0) + (vector[i] ?? 0)
  const length = Math.sqrt(dot(middle, middle)) || 1
  const left = sentences.map((sentence, i) => {
    const vector = vectors[i] ?? middle
    return { sentence, vector, central: dot(vector, middle) / length, like: 0 }
  })
  const ordered: T[] = []
  while (left.length) {
    const value = ({ central, like }: (typeof left)[number]) => central - like
    const [next] = left.splice(left.indexOf(left.reduce((a, b) => (value(b) > value(a) ? b : a))), 1)
    if (!next) break
    ordered.push(next.sentence)
    for (const other of left) other.like = Math.max(other.like, dot(other.vector, next.vector))
  }
  return ordered
}

/**
 * One summary of several, within `limits.summary`: sentences in order, with their turns. `vectors` of
 * `rollUpChoices` choose what stands for the rest; without them it is the rarest words, statements first.
 */
export function rollUpExtractively(
  items: readonly Covered[],
  vectors?: readonly Float32Array[] | null,
): SentenceSummary {
  const all = choices(items)
  const words = all.map(({ text }) => new Set(contentWords(text).map((word) => word.lower)))
  const seen = new Map<string, number>()
  for (const set of words) for (const word of set) seen.set(word, (seen.get(word) ?? 0) + 1)
  const sentences = all.map(({ turn, text }, order) => {
    const set = words[order] ?? new Set()
    const rarity = [...set].reduce((sum, word) => sum + Math.log(1 + all.length / (seen.get(word) ?? 1)), 0)
    return { turn, order, text, score: (rarity / Math.sqrt(4 + set.size)) * (SAID.test(text) ? 2 : 1) }
  })
  const chosen: typeof sentences = []
  let left = limits.summary.maxTokens * 0.75
  const ordered = vectors
    ? byMeaning(sentences, vectors)
    : [...sentences].sort((a, b) => b.score - a.score || b.turn - a.turn)
  for (const sentence of ordered) {
    const cost = tokenCeiling(`Turn ${sentence.turn}: ${sentence.text} `)
    if (cost > left || chosen.some((other) => other.text === sentence.text)) continue
    left -= cost
    chosen.push(sentence)
  }
  chosen.sort((a, b) => a.turn - b.turn || a.order - b.order)
  const summary = chosen
    .map((sentence, index) =>
      chosen[index - 1]?.turn === sentence.turn ? sentence.text : `Turn ${sentence.turn}: ${sentence.text}`,
    )
    .join(' ')
  const rest = limits.summary.maxTokens - tokenCeiling(summary)
  const newest = [...new Set(items.flatMap((item) => item.insights).reverse())]
  const insights = fitting(newest, rest, '; ').slice(0, limits.summary.maxInsights).reverse()
  return { summary, insights }
}
