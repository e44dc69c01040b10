import type { Format } from '@/components/ui/words/use-format'
import { wordList } from '@/components/ui/words/word-list'
import type { Referred, WindowPlan } from '@/lib/shared/turn/events'

export const MEMORY_OFF = 'Memory was off: nothing was looked up.'

const REFERRED: Record<Referred['by'], string> = {
  number: 'which the message names',
  same: 'where this was done before',
  decided: 'where that was decided',
}

/** "turn 3", "turns 3–6", "turns 3 and 6". */
function turnsIn(turns: number[], format: Format): string {
  const [first, last] = [turns[0], turns.at(-1)]
  if (first === undefined || last === undefined) return 'no earlier turns'
  if (first === last) return `turn ${format.number(first)}`
  return last - first + 1 === turns.length
    ? `turns ${format.number(first)}–${format.number(last)}`
    : `turns ${wordList(turns)}`
}

/** "turn 1, which the message names". */
export const referredWords = ({ referred = [] }: WindowPlan, format: Format): string =>
  wordList(referred.map(({ turn, by }) => `turn ${format.number(turn)}, ${REFERRED[by]}`))

/** The turns that a prompt held word for word, their tokens, and why so many. */
export function windowSentence(window: WindowPlan, format: Format): string {
  const referred = referredWords(window, format)
  const turns = `${turnsIn(window.turns, format)}${referred && `, and ${referred}`}`
  const earlier = window.earlier ?? 0
  // Short messages weigh less than their headings.
  const of = earlier > window.tokens ? ` instead of ${format.tokens(earlier)} for the whole history` : ''
  const tokens = window.tokens ? `, ${format.tokens(window.tokens)} tokens${of}` : ''
  return `${turns}${tokens} (${sizeWords(window, format)}: ${window.reason})`
}

const sizeWords = ({ size }: WindowPlan, format: Format) =>
  size === 'full' ? 'full' : `window of ${format.number(size)}`

/** A full window costs more with every turn. */
export const fullWarning = ({ size, tokens }: WindowPlan, format: Format): string | null =>
  size === 'full'
    ? `Every call sends all earlier turns: ${format.tokens(tokens)} tokens for this turn, and more with each one.`
    : null

/** What the badge of a turn says; null = nothing earlier was there to show. */
export function windowLabel(window: WindowPlan, format: Format): string | null {
  const words = window.size === 'full' ? 'Full window' : `Window ${format.number(window.size)}`
  const hasTurns = window.turns.length > 0 || window.referred !== undefined
  const parts = [...(hasTurns ? [words] : []), ...(window.recall === 'off' ? ['memory off'] : [])]
  if (parts.length === 0) return null
  const [first = '', ...rest] = parts
  return [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest].join(', ')
}
