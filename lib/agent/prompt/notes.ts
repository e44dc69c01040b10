import { RECALLED_NOTE } from '@/lib/memory/recall/excerpts'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { NOTES } from './sections'

/** Said where the model can look things up. */
export const FIRST_NOTE = 'This is a first search. Look things up before saying that something is unknown.'
/** The notes of a turn's sections. */
export const notesOf = (tools: readonly { name: string }[]): typeof NOTES => ({
  ...NOTES,
  ...(tools.some(({ name }) => isMemoryTool(name)) ? { recalled: `${RECALLED_NOTE} ${FIRST_NOTE}` } : {}),
})
