import { z } from 'zod'
import { each } from '@/lib/shared/pick'

/** Programs whose exports are read, by format. */
export const PRODUCTS = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini',
  'ai-studio': 'AI Studio',
  grok: 'Grok',
  deepseek: 'DeepSeek',
  'open-webui': 'Open WebUI',
  librechat: 'LibreChat',
  lobechat: 'LobeChat',
  typingmind: 'TypingMind',
  chatbox: 'Chatbox',
  sillytavern: 'SillyTavern',
  'character-ai': 'Character.AI',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  slack: 'Slack',
} as const
/** What is read besides; `seed` = contexts and summaries alone; `strategies` = without conversations. */
const OTHERS = {
  mneme: 'a Mneme export',
  messages: 'plain messages',
  'recall-data': 'a data set',
  seed: 'contexts and summaries',
  strategies: 'a lesson file',
} as const
/** Formats are recognised by content, never by file name. The names are for sentences. */
export const SOURCES = { ...OTHERS, ...PRODUCTS }
export type TransferFormat = keyof typeof SOURCES
export const transferFormatSchema = z.enum(Object.keys(SOURCES) as [TransferFormat, ...TransferFormat[]])

/**
 * Mneme's own export, contexts and summaries alone in the shapes of the original project, or notes for Obsidian,
 * which no import reads.
 */
export const EXPORT_FORMATS = ['mneme', 'seed', 'markdown'] as const

const count = z.number().int().nonnegative()
/**
 * - `id`: the conversation here, null when refused
 * - `sourceId`: its id in the file
 * - `reason`: a sentence on why it was refused, or what was left out (pictures, tool calls, other branches)
 * - `turns`: how many were added; of a conversation that has grown, only the new ones
 */
export const importedConversationSchema = z.object({
  id: z.string().nullable(),
  sourceId: z.string(),
  title: z.string(),
  status: z.enum(['added', 'unchanged', 'refused']),
  reason: z.string().optional(),
  turns: count,
  messages: count,
})
export type ImportedConversation = z.infer<typeof importedConversationSchema>

/**
 * Each conversation is imported whole or not at all. `error` = the file could not be read to its end; nothing
 * beyond what is counted here was added.
 */
export const importReportSchema = z.object({
  /** When the import began. It identifies the import for removal. */
  at: z.string().optional(),
  format: transferFormatSchema.nullable(),
  /** The first ones of each status; the counts cover all. */
  conversations: z.array(importedConversationSchema),
  ...each('added unchanged refused', count),
  /** Turns added. */
  turns: count,
  /** Files in the ZIP archive without conversations, which were not read. */
  others: count.optional(),
  /** Facts of Mneme's own export that wait for approval, and those that were left out. */
  facts: z.object({ added: count, leftOut: count }).optional(),
  /** The same of its strategies; `known` = those whose content is already here. */
  strategies: z.object({ added: count, known: count.optional(), leftOut: count }).optional(),
  error: z.object({ message: z.string(), hint: z.string().optional() }).optional(),
  cancelled: z.boolean().optional(),
})
export type ImportReport = z.infer<typeof importReportSchema>

/** `bytesTotal` null = unknown; `turns` = written so far; `current` = the title being written. */
export const importProgressSchema = z.object({
  bytesRead: count,
  bytesTotal: count.nullable(),
  conversations: count,
  turns: count,
  current: z.string().nullable(),
})
export type ImportProgress = z.infer<typeof importProgressSchema>

/** `Conversation.origin` of imported conversations; those chatted here are `native`. */
export const importOrigin = (format: TransferFormat) => `import:${format}`
export const formatOfOrigin = (origin: string): TransferFormat | null =>
  transferFormatSchema.safeParse(origin.replace(/^import:/, '')).data ?? null

/**
 * Where something was imported from. `at` null = before dates were stored; `file` null = the file had no
 * name.
 */
export type Imported = { from: TransferFormat; at: string | null; file: string | null }

/** The assistant in conversations of this format whose messages have no names; null = Mneme itself. */
export const answererOf = (format: TransferFormat | null): string | null =>
  format === null || format === 'mneme' || format === 'seed'
    ? null
    : format in PRODUCTS
      ? SOURCES[format]
      : 'Another assistant'

/** The origin of the sample conversation, and its import key: a person has it once. */
export const SAMPLE_ORIGIN = 'sample'
/** The model of the sample's texts, which were written beforehand. */
export const PREPARED_MODEL = 'prepared-text'
