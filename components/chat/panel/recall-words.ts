import { MEMORY_OFF, referredWords, turnsIn } from '@/components/chat/turn/thinking/window-words'
import type { FoundMemory } from '@/components/chat/turn/turn-facts'
import type { Format } from '@/components/ui/words/use-format'
import type { TurnDto } from '@/lib/shared/dto'

/** Whether a prompt of the turn contained facts, which an answer may quote without a recall. */
export const heldFacts = ({ steps }: TurnDto): boolean =>
  steps.some(({ sections }) =>
    sections.some(({ section, tokens }) => /^(?:facts|profile)$/.test(section) && tokens > 0),
  )

/** What was recalled for a turn, and what its prompts contained anyway. */
export function recallWords(turn: TurnDto, found: FoundMemory[], format: Format): string {
  const referred = turn.window ? referredWords(turn.window, format) : ''
  const shown = turn.window?.turns.length ? `the window (${turnsIn(turn.window.turns, format)})` : ''
  const inFull = [shown, referred].filter(Boolean).join(', and ')
  const sent = inFull ? `Sent word for word: ${inFull}.` : ''
  const window = turn.window?.recall === 'off' ? `${MEMORY_OFF} ${sent}`.trim() : sent
  if (found.length)
    return `${found.length === 1 ? 'One memory was' : `${found.length} memories were`} recalled for turn ${turn.number}. ${window}`
  if (turn.status === 'running') return window || `Thinking about turn ${turn.number}.`
  if (turn.startedAt === null && turn.status !== 'queued')
    return `Turn ${turn.number} was imported, so nothing was recalled for it here.`
  if (turn.window?.recall === 'off') return window
  const none = heldFacts(turn) ? 'No earlier message' : 'Nothing'
  return `${none} was recalled for turn ${turn.number}. ${window}`.trim()
}
