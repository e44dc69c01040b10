import { z } from 'zod'
import { foreignText } from './text'

/** What a service and model can do, as far as their refusals have taught. */
export const supportSchema = z.object({
  tools: z.enum(['native', 'text']).catch('native'),
  /** Its requests include the tools while they include results of them. */
  toolsWithResults: z.boolean().catch(false),
  /** May a tool call be required? */
  required: z.boolean().catch(true),
  form: z.enum(['json_schema', 'json_object', 'text']).catch('json_schema'),
  /** `unknown` = images are sent, and the answer tells. */
  images: z.enum(['unknown', 'taken', 'refused']).catch('unknown'),
  /** Summaries of hidden reasoning; OpenAI gives them to verified organisations only. */
  summary: z.boolean().catch(true),
  /** `user` = the system prompt leads the first user message. */
  system: z.enum(['system', 'user']).catch('system'),
  /** Messages of one role in a row are sent as one. */
  alternate: z.boolean().catch(false),
  /** An assistant message with calls alone has the text '' instead of null. */
  emptyText: z.boolean().catch(false),
  /** Reasoning goes back with its tool calls. */
  reasoning: z.boolean().catch(true),
  maxTokens: z.enum(['max_tokens', 'max_completion_tokens']).catch('max_tokens'),
  /** The most output tokens that may be requested; null = not known. */
  mostOutput: z.int().positive().nullable().catch(null),
  /** Other parameters that are left out. */
  omit: z.array(foreignText(60)).max(20).catch([]),
  /** It thinks before it writes, and those tokens count too. */
  thinks: z.boolean().catch(false),
  /** Its text begins within a thought that only ends with a mark. */
  opensThinking: z.boolean().catch(false),
  /** It has written tool calls into its text. */
  writesCalls: z.boolean().catch(false),
  /** Tokens of prompt and answer together; null = not known. */
  contextTokens: z.int().positive().nullable().catch(null),
  /** Of a prompt of `sent` tokens it counted only `read`, so it may read no more. */
  suspected: z.object({ read: z.int(), sent: z.int() }).nullable().catch(null),
})
export type Support = z.infer<typeof supportSchema>
export const FULL: Support = supportSchema.parse({})

/** What was learned of each service and model, by `supportKey`. */
export const learnedSchema = z.record(foreignText(2_500), supportSchema)
export type LearnedSupport = z.infer<typeof learnedSchema>
