import { RECALLED_NOTE } from '@/lib/memory/recall/excerpts'
import { limits } from '@/lib/shared/limits'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import type { TurnState } from '../turn-state'
import { NOTES } from './sections'

/** Said where the model can look things up. */
export const FIRST_NOTE = 'This is a first search. Look things up before saying that something is unknown.'
export const WEAK_NOTE = 'They match the message weakly and may be about something else.'

/** The notes of a turn's sections. */
export function notesOf(
  tools: readonly { name: string }[],
  { passages }: Pick<TurnState, 'passages'>,
): typeof NOTES {
  const isWeak = passages.every(({ score }) => score < limits.depth.first.told.closeScore)
  const canLook = tools.some(({ name }) => isMemoryTool(name))
  const recalled = [RECALLED_NOTE, ...(isWeak ? [WEAK_NOTE] : []), ...(canLook ? [FIRST_NOTE] : [])]
  return { ...NOTES, recalled: recalled.join(' ') }
}
