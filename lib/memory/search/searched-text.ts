import type { FilePlace } from '@/lib/db/files/file-texts'
import type { SummaryRow } from '@/lib/db/memory/summary-row'
import { limits } from '@/lib/shared/limits'

/** What a summary is found by and shown as. */
export const summaryTextOf = ({ text, insights }: Pick<SummaryRow, 'text' | 'insights'>) =>
  [text, ...insights].join('\n')

/** A file's name is looked for too. Of a very long file only the beginning is. */
export const fileTextOf = ({ path }: Pick<FilePlace, 'path'>, text: string) =>
  `${path}\n${text.slice(0, limits.recall.scanChars)}`

/** One entry for each file of a conversation, whatever its version: `CONVERSATION:PATH`. */
export const fileEntryId = ({ conversationId, path }: Pick<FilePlace, 'conversationId' | 'path'>) =>
  `${conversationId}:${path}`
