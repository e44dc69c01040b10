import { RECALLED_NOTE } from '@/lib/memory/recall/excerpts'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import type { TurnState } from '../turn-state'
import { NOTES } from './sections'

const REFERRED_NOTE =
  'The latest turns, word for word, after earlier ones that the message refers to (referred=yes).'
/** Said where the model can look things up. */
export const FIRST_NOTE = 'This is a first search. Look things up before saying that something is unknown.'
/** The notes of a turn's sections. */
export const notesOf = (state: TurnState, tools: readonly { name: string }[]): typeof NOTES => ({
  ...NOTES,
  ...(state.referredTurns.length ? { window: REFERRED_NOTE } : {}),
  ...(tools.some(({ name }) => isMemoryTool(name)) ? { recalled: `${RECALLED_NOTE} ${FIRST_NOTE}` } : {}),
})
