import { z } from 'zod'
import type { Words } from '@/lib/shared/pick'
import type { TransferFormat } from './transfer'

/** An import is identified by when it began. */
export const importAtSchema = z.iso.datetime()

/**
 * What removing an import would delete.
 * - `conversations`, `turns`, `facts`: those it added and nobody continued, and what was learned from them
 * - `continued`, `continuedTurns`, `continuedFacts`: conversations it added that have later turns, and all
 *   their turns and facts
 * - `joined`, `joinedConversations`: turns it added to older conversations, and how many; these stay
 */
export type ImportRemoval = Record<
  Words<'conversations turns facts continued continuedTurns continuedFacts joined joinedConversations'>,
  number
>

export const removeImportSchema = z.strictObject({ at: importAtSchema, continued: z.boolean() })

/** An import that still has conversations here. `file` null = its file had no name. */
export type PastImport = { at: string; from: TransferFormat; file: string | null; conversations: number }
