import { MEMORY_OFF } from '@/components/chat/turn/thinking/window-words'
import type { TurnDto } from '@/lib/shared/dto'

/** Whether a prompt of the turn contained facts, which an answer may quote without a recall. */
export const heldFacts = ({ steps }: TurnDto): boolean =>
  steps.some(({ sections }) =>
    sections.some(({ section, tokens }) => /^(?:facts|profile)$/.test(section) && tokens > 0),
  )

/** Why nothing is shown for a turn. */
export function noRecallWords(turn: TurnDto): string {
  if (turn.window?.recall === 'off') return MEMORY_OFF
  if (turn.status === 'running') return 'Thinking.'
  if (turn.startedAt === null && turn.status !== 'queued') return 'Imported, so nothing was recalled for it.'
  return 'Nothing was recalled.'
}
