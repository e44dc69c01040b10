import { z } from 'zod'

/** What an import can read; told by content, never by a file's name. `recall-data` = the format of the recall benchmark's data. */
export const TRANSFER_FORMATS = ['mneme', 'chatgpt', 'claude', 'messages', 'recall-data'] as const
export const transferFormatSchema = z.enum(TRANSFER_FORMATS)
export type TransferFormat = z.infer<typeof transferFormatSchema>

/**
 * `id` = the conversation here, null when it was refused; `sourceId` = what the file calls it. `reason` is a plain sentence: why it was refused, or what was left out of one that was added (pictures, tool calls, other branches).
 * `turns` = those that were added, of a conversation that has grown since the last import only the new ones.
 */
export const importedConversationSchema = z.object({
  id: z.string().nullable(),
  sourceId: z.string(),
  title: z.string(),
  status: z.enum(['added', 'unchanged', 'refused']),
  reason: z.string().optional(),
  turns: z.number().int().nonnegative(),
  messages: z.number().int().nonnegative(),
})
export type ImportedConversation = z.infer<typeof importedConversationSchema>

/** The first names of many. */
const namedFilesSchema = z.object({ count: z.int().positive(), names: z.array(z.string()) })

/** Each conversation is in whole or not at all. `error` = the file as a whole could not be read on: nothing more was added than what is counted here. */
export const importReportSchema = z.object({
  /** When the import began: by this it can be removed. */
  at: z.string().optional(),
  format: transferFormatSchema.nullable(),
  /** Of very many the first ones of each status; the counts hold for all. */
  conversations: z.array(importedConversationSchema),
  added: z.number().int().nonnegative(),
  unchanged: z.number().int().nonnegative(),
  refused: z.number().int().nonnegative(),
  /** Turns that were added. */
  turns: z.number().int().nonnegative(),
  /** Files of a ZIP archive that hold no conversations: they were not read. */
  others: z.number().int().nonnegative().optional(),
  /** Files of it that were not read since they have an impossible name. */
  odd: namedFilesSchema.optional(),
  /** Parts of an export in parts that are not in it. */
  missing: namedFilesSchema.optional(),
  error: z.object({ message: z.string(), hint: z.string().optional() }).optional(),
  cancelled: z.boolean().optional(),
})
export type ImportReport = z.infer<typeof importReportSchema>

/** `bytesTotal` null = not known; `turns` = written so far; `current` = title of the conversation being written. */
export const importProgressSchema = z.object({
  bytesRead: z.number().int().nonnegative(),
  bytesTotal: z.number().int().nonnegative().nullable(),
  conversations: z.number().int().nonnegative(),
  turns: z.number().int().nonnegative(),
  current: z.string().nullable(),
})
export type ImportProgress = z.infer<typeof importProgressSchema>

/** `Conversation.origin` of what an import made; conversations chatted here are `native`. */
export const importOrigin = (format: TransferFormat) => `import:${format}`
export const formatOfOrigin = (origin: string): TransferFormat | null =>
  transferFormatSchema.safeParse(origin.replace(/^import:/, '')).data ?? null

/** Where something came from: `at` null = it was imported before dates were kept, `file` null = the file had no name. */
export type Imported = { from: TransferFormat; at: string | null; file: string | null }

/** The product whose conversations a format holds. */
const PRODUCTS: Partial<Record<TransferFormat, string>> = { chatgpt: 'ChatGPT', claude: 'Claude' }
/** Who answers in a conversation of this format where its messages name nobody: never Mneme, but in Mneme's own. null = Mneme. */
export const answererOf = (format: TransferFormat | null): string | null =>
  format === null || format === 'mneme' ? null : (PRODUCTS[format] ?? 'Another assistant')

/** For a person, by format. */
export const FORMAT_NAMES: Record<TransferFormat, string> = {
  mneme: 'Mneme export',
  chatgpt: 'ChatGPT export',
  claude: 'Claude export',
  messages: 'plain messages',
  'recall-data': 'recall data',
}
