import { z } from 'zod'
import type { TransferFormat } from './transfer'

/** An import is known by when it began. */
export const importAtSchema = z.iso.datetime()

/**
 * What removing an import would take. `conversations` and `turns` = those that it brought and nobody went on with; `continued` = conversations that it brought and that have later turns too, `continuedTurns` = all turns of them;
 * `joined` = turns that it added to conversations which were there before: they stay, `joinedConversations` = in how many.
 */
export type ImportRemoval = {
  conversations: number
  turns: number
  continued: number
  continuedTurns: number
  joined: number
  joinedConversations: number
}

export const removeImportSchema = z.strictObject({ at: importAtSchema, continued: z.boolean() })

/** An import of which conversations are here. `file` null = its file had no name. */
export type PastImport = { at: string; from: TransferFormat; file: string | null; conversations: number }
