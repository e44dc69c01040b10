import { DAY_MS } from '@/lib/shared/day'
import { formatIn } from './format'
import type { Format } from './use-format'

/** "a, b and c". */
export const wordList = (words: readonly (string | number)[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** "30 seconds", "5 minutes", "30 days". */
export function undoWords(ms: number): string {
  const { plural } = formatIn('en')
  if (ms >= DAY_MS) return plural(Math.round(ms / DAY_MS), 'day')
  const seconds = Math.round(ms / 1_000)
  return seconds % 60 === 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second')
}

/** What happens to the turns after one that gets a new version. */
export const laterTurnsStay = (turns: number) =>
  turns === 1 ? 'The later message stays' : `The ${turns} later messages stay`

/** "1 of them on another branch", beside a count of turns that a conversation shows one fewer of. */
export const ofThemOnBranches = (turns: number, format: Format) =>
  `${format.number(turns)} of them on ${turns === 1 ? 'another branch' : 'other branches'}`

/** `costMicros` covers the calls with a price. */
export type CostSums = { costMicros: number | null; unpricedCalls: number; calls: number }

/** Calls without a known price are counted separately and never called free. */
export function costWords({ costMicros, unpricedCalls, calls }: CostSums, format: Format): string {
  if (calls > 0 && unpricedCalls === calls) return format.cost(null)
  if (unpricedCalls === 0) return format.cost(costMicros)
  const count = format.plural(unpricedCalls, 'call')
  return costMicros ? `${format.cost(costMicros)} + ${count} without a known price` : `unknown for ${count}`
}

/** Why the two counts of one prompt differ. */
export const WHY_COUNTS_DIFFER =
  'Mneme estimates each part of a prompt before sending it; the provider reports its own count, with its ' +
  'own tokenizer and the formatting around each message, so the two differ.'

/** Shown for calls of `PREPARED_MODEL`. */
export const NOT_MEASURED = 'Prepared for the sample, so its time and cost are not measured.'

/** "3,869 tokens, estimated"; "4,157 tokens, reported". */
export const countedWords = (tokens: number, by: 'estimated' | 'reported', format: Format) =>
  `${format.tokens(tokens)} tokens, ${by}`

/** How a summary was made. */
export const SUMMARY_WORDS: Record<string, string> = {
  extractive: 'extracted from the text',
  fallback: 'written without a model',
  model: 'written by the model',
  stale: 'out of date, will be rebuilt',
}
