import { limits } from '@/lib/shared/limits'
import { isQuestion } from './question'
import { fitting, MARK, type SummaryText, tokenCeiling } from './summarise'
import { sentencesOf } from './text/sentences'
import { contentWords } from './text/words'

/** A summary of the turns `from` to `to` (equal for one turn). */
export type Covered = SummaryText & { from: number; to: number }

/** A statement of the user or a named person. */
const SAID = /^[^:“”\n]{1,80} said: /
const TURN_MARK = /(?=\bTurn \d+: )/
const MARKED = /^Turn (\d+): (.*)$/s

/** The sentences of a summary, each with its turn and its speaker's mark. */
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

/**
 * One extractive summary of several, within `limits.summary`: the sentences with the rarest words, statements
 * first, in the order of their turns and with their numbers.
 */
export function rollUp(items: readonly Covered[]): SummaryText {
  const all = items.flatMap(sentencesIn).filter(({ text }) => !isQuestion(text))
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
  for (const sentence of [...sentences].sort((a, b) => b.score - a.score || b.turn - a.turn)) {
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
