import { z } from 'zod'
import { each, type Words } from '@/lib/shared/pick'
import { failureSchema } from '../turn/events'

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

/** `seed` = contexts and summaries as in the original project; `markdown` = notes, which no import reads. */
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
})
export type ImportedConversation = z.infer<typeof importedConversationSchema>

/** `error` = the file could not be read to its end; what is counted here was added. */
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

/** `at` null = before dates were stored; `file` null = the file had no name. */
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

/** What can be requested for imported turns: better summaries by a model, or a search for facts in them. */
export const workOnImportsSchema = z.enum(['summaries', 'facts'])
export type WorkOnImports = z.infer<typeof workOnImportsSchema>

/** How many imported turns still need this work, what a model would take for it, by estimate, and progress. */
export type ImportedWork = {
  /** The model that would do it; null = only the built-in engine is available. */
  model: string | null
  turns: number
  inputTokens: number
  outputTokens: number
  /** null = the model has no known price. */
  costMicros: number | null
  /** Of those requested: still to do, and done (`failed` included). */
  left: number
  over: number
  failed: number
}

const counted = (count: number, one: string, many: string, rest: string) =>
  count ? [`${count} ${count === 1 ? one : many} ${rest}`] : []
/** What the report says in addition to the conversations: about the archive, facts and lessons. */
export const importNotes = ({
  others = 0,
  facts: { added, leftOut } = { added: 0, leftOut: 0 },
  strategies: { added: proposed, known = 0, leftOut: refused } = { added: 0, leftOut: 0 },
}: Pick<ImportReport, 'others' | 'facts' | 'strategies'>): string[] => [
  ...counted(others, 'other file was', 'other files were', 'not read.'),
  ...counted(added, 'fact waits', 'facts wait', 'for your approval on the Facts page.'),
  ...counted(leftOut, 'fact was', 'facts were', 'left out.'),
  ...counted(proposed, 'lesson waits', 'lessons wait', 'for your approval on the Lessons page.'),
  ...counted(known, 'lesson was', 'lessons were', 'already here.'),
  ...counted(refused, 'lesson was', 'lessons were', 'left out.'),
]

/** One line of the response of `POST /api/import`: progress, and the report at the end. */
export const importLineSchema = z.union([
  z.object({ progress: importProgressSchema }),
  z.object({ report: importReportSchema }),
  z.object({ error: failureSchema }),
])
export type ImportLine = z.infer<typeof importLineSchema>
