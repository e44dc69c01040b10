import { z } from 'zod'
import { UNSTORABLE, visibleText } from '@/lib/shared/storable'
import { baseUrlSchema } from './base-url'
import { limits } from './limits'
import { limitsOfLearning } from './limits/learning'
import { limitsOfRetrieval } from './limits/retrieval'
import { foreignText, textSchema, upTo } from './text'
import { depthSchema } from './turn/depth'
import { imageInfoSchema } from './turn/images'

/**
 * Ids come from the client or from code: letters, digits, `_` and `-`, so they are safe in paths, prompts and
 * selectors.
 */
export const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, 'That is not a valid id.')

/** What a page's search box may hold. */
export const searchSchema = textSchema(300)
/** The search in a page's address; one that cannot be searched for counts as none. */
export const searchIn = (q: unknown): string => searchSchema.safeParse(q).data ?? ''

/** A message is never refused for a character, because pasted text may contain any. */
export const messageTextSchema = upTo(
  limits.message.maxChars,
  z.string().overwrite((text) => visibleText(text.replace(new RegExp(UNSTORABLE, 'gu'), ''))),
).refine((text) => text.trim().length > 0, 'The message is empty. Write something first.')

/** `auto` = the classifier decides for each message. */
export const presetSchema = z.enum(['auto', 'quick', 'standard', 'thorough', 'research'])
/**
 * Who decides how deep a message goes: the heuristic plus a model when it is unsure, the heuristic only, or
 * neither.
 */
export const classifierSchema = z.enum(['model', 'heuristic', 'off'])
/** The id of a model at its service. */
export const modelIdSchema = textSchema(limits.model.nameChars, 'The name of the model').trim().min(1)
/** A provider entered in Settings. Absent or null values come from the environment; its key is stored elsewhere. */
export const providerSchema = z.strictObject({
  baseUrl: baseUrlSchema.nullable(),
  api: z.enum(['responses', 'chat']).optional(),
  fastModel: modelIdSchema.optional(),
  reflectiveModel: modelIdSchema.optional(),
  utilityModel: modelIdSchema.optional(),
  embeddingModel: modelIdSchema.optional(),
  offline: z.boolean().default(false),
  /** Saved without checking that the service has these models. */
  unchecked: z.literal(true).optional(),
})
export type ProviderSetting = z.infer<typeof providerSchema>
/** How far recall looks: this conversation, all of the person's, or nowhere. */
export const recallScopeSchema = z.enum(['conversation', 'owner', 'off'])
export type RecallScope = z.infer<typeof recallScopeSchema>
/** An IANA time zone, such as Europe/Dublin. */
export const timeZoneSchema = textSchema(60).refine((name) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}, 'This is not a valid time zone.')
/** Turns sent word for word, the running one included; `full` = all earlier ones. */
export const windowSizeSchema = z.union([
  z.int().min(limits.window.min).max(limits.window.max),
  z.literal('full'),
])
export type WindowSize = z.infer<typeof windowSizeSchema>
/** What strategies are about; '' = all. */
export const domainSchema = textSchema(limitsOfLearning.domainChars).trim()
/** Overrides for this message, the strongest settings layer. */
export const turnOptionsSchema = z.strictObject({
  thinking: z.boolean().optional(),
  preset: presetSchema.optional(),
  /** Forced by a prefix of the message. */
  depth: depthSchema.optional(),
  /** One that this server does not know counts as none. */
  timeZone: timeZoneSchema.optional().catch(undefined),
  windowSize: windowSizeSchema.optional(),
  recall: recallScopeSchema.optional(),
  /** Whether strategies are used, and learned from this turn. */
  learning: z.boolean().optional(),
  /** Most strategies that are looked up, and their domain. */
  retrievalK: z.int().min(0).max(limitsOfRetrieval.mostK).optional(),
  domain: domainSchema.optional(),
  /** Answers instead of the models in Settings. */
  model: modelIdSchema.optional(),
})
export type TurnOptions = z.infer<typeof turnOptionsSchema>
/** What a person chose in the composer for a conversation that does not store it yet. */
export const chosenSchema = turnOptionsSchema.pick({
  thinking: true,
  preset: true,
  recall: true,
  model: true,
})
export type Chosen = z.infer<typeof chosenSchema>
const storedOptions = turnOptionsSchema.strip()
/** Options as a turn stored them, perhaps in another version; none if they cannot be read. */
export const readOptions = (stored: unknown): TurnOptions => storedOptions.safeParse(stored).data ?? {}
/** The time zone of a turn: its "yesterday" depends on it. */
export const zoneOf = ({ options }: { options: unknown }) => readOptions(options).timeZone ?? 'UTC'

export const attachmentSchema = z.strictObject({
  uploadId: idSchema,
  path: foreignText(limits.workspace.pathChars),
  bytes: z.int().nonnegative(),
  /** Set for an image, which is no file of the workspace. */
  image: imageInfoSchema.optional(),
  /** Set when a file was read as this because it is not UTF-8. Not stored. */
  encoding: z.literal('windows-1252').optional(),
})
export type Attachment = z.infer<typeof attachmentSchema>
/** Files and images attached to a turn's message; none if the stored list cannot be read. */
export const attachmentsOf = ({ attachments }: { attachments: unknown }): Attachment[] =>
  z.array(attachmentSchema).safeParse(attachments).data ?? []

export const startTurnSchema = z.strictObject({
  conversationId: idSchema,
  turnId: idSchema,
  clientMessageId: idSchema,
  text: messageTextSchema,
  options: turnOptionsSchema.default({}),
  chosen: chosenSchema.optional(),
  uploadIds: z.array(idSchema).max(limits.message.maxAttachments).default([]),
  /** Starts a new branch next to this turn instead of continuing the active one. */
  besideTurnId: idSchema.optional(),
  /** The browser tab. Its newer stream ends the older one, so a tab never has two connections. */
  tabId: idSchema.optional(),
})
export type StartTurnInput = z.infer<typeof startTurnSchema>

/** The tool that ends a thinking round; also the JSON that a server without tools replies with. */
export const decisionSchema = z.object({
  continueThinking: z.boolean(),
  reason: foreignText(2_000).default(''),
  nextFocus: foreignText(2_000).optional(),
})
export type Decision = z.infer<typeof decisionSchema>
/** How a round ended. `undecided` = the model made no decision, so none is shown. */
export const roundEndSchema = decisionSchema.extend({ undecided: z.literal(true).optional() })
export type RoundEnd = z.infer<typeof roundEndSchema>
export const madeDecision = ({ undecided, ...decision }: RoundEnd): Decision | null =>
  undecided ? null : decision
/** The same as a step stores it, with the reason why thinking stopped. */
export const storedRoundEnd = roundEndSchema
  .extend({ stop: foreignText(2_000).nullable().default(null) })
  .transform(({ stop, ...end }) => ({ decision: madeDecision(end), stop }))

export const recallRequestSchema = z.object({
  turnNumbers: z.array(z.int()).max(limits.recall.maxTurnNumbers).optional(),
  contextIds: z.array(foreignText(120)).max(limits.recall.maxTurnNumbers).optional(),
  keywords: z.array(foreignText(limits.recall.keywordChars)).max(limits.recall.maxKeywords).optional(),
})
export type RecallRequest = z.infer<typeof recallRequestSchema>
/**
 * A search of memory: what was asked for, and the part of memory it is limited to. `to` = the first moment
 * after.
 */
export const recallSearchSchema = recallRequestSchema.extend({
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  conversationId: idSchema.optional(),
  kinds: z.enum(['turns', 'summaries']).optional(),
})
export type RecallSearch = z.infer<typeof recallSearchSchema>
