import type { FilePlace } from '@/lib/db/files/file-texts'
import type { SummaryRow } from '@/lib/db/memory/summary-row'
import { limits } from '@/lib/shared/limits'

/** The searchable and displayed text of a summary. */
export const summaryTextOf = ({ text, insights }: Pick<SummaryRow, 'text' | 'insights'>) =>
  [text, ...insights].join('\n')

/** Includes the file's name. Only the beginning of a very long file is searchable. */
export const fileTextOf = ({ path }: Pick<FilePlace, 'path'>, text: string) =>
  `${path}\n${text.slice(0, limits.recall.scanChars)}`

/** One entry per file of a conversation, whatever its version: `CONVERSATION:PATH`. */
export const fileEntryId = ({ conversationId, path }: Pick<FilePlace, 'conversationId' | 'path'>) =>
  `${conversationId}:${path}`
