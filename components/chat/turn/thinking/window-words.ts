import type { Format } from '@/components/ui/words/use-format'
import { wordList } from '@/components/ui/words/words'
import type { Referred, WindowPlan } from '@/lib/shared/turn/events'

export const MEMORY_OFF = 'Memory was off.'

const REFERRED: Record<Referred['by'], string> = {
  number: 'named in the message',
  same: 'where this was done before',
  decided: 'where that was decided',
}

/** "message 3", "messages 3–6", "messages 3 and 6". */
function turnsIn(turns: number[], format: Format): string {
  const [first, last] = [turns[0], turns.at(-1)]
  if (first === undefined || last === undefined) return 'no earlier messages'
  if (first === last) return `message ${format.number(first)}`
  return last - first + 1 === turns.length
    ? `messages ${format.number(first)}–${format.number(last)}`
    : `messages ${wordList(turns)}`
}

/** "message 1 (named in the message)". */
const referredWords = ({ referred = [] }: WindowPlan, format: Format): string =>
  wordList(referred.map(({ turn, by }) => `message ${format.number(turn)} (${REFERRED[by]})`))

/** The messages that a prompt contained word for word, their tokens, and why so many. */
export function windowSentence(window: WindowPlan, format: Format): string {
  const referred = referredWords(window, format)
  const turns = `${turnsIn(window.turns, format)}${referred && `, plus ${referred}`}`
  const earlier = window.earlier ?? 0
  // Short messages weigh less than their headings.
  const of = earlier > window.tokens ? `of the history’s ${format.tokens(earlier)} ` : ''
  const tokens = window.tokens ? ` (${format.tokens(window.tokens)} ${of}tokens)` : ''
  return `${turns}${tokens}. ${sizeWords(window, format)}: ${window.reason}`
}

const sizeWords = ({ size }: WindowPlan, format: Format) =>
  size === 'full' ? 'Full window' : `Window of up to ${format.plural(size, 'message')}, counting this one`

export const fullWarning = ({ size, tokens }: WindowPlan, format: Format): string | null =>
  size === 'full'
    ? `Every call sends all earlier messages: ${format.tokens(tokens)} tokens for this message, and more with every message.`
    : null
