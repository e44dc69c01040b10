import { z } from 'zod'
import { textSchema } from '../text'

/** What other programs may ask of memory. Lists of tools are in every prompt, so schemas stay short. */
const QUERY = 400
const CONTENT = 4_000
/** The kinds of memory that have an id of their own: `turn:ID`, `file:CONVERSATION:PATH`. */
export const OUTSIDE_KINDS = ['turn', 'fact', 'summary', 'file', 'strategy'] as const
export type OutsideKind = (typeof OUTSIDE_KINDS)[number]

const query = textSchema(QUERY).trim().min(1)
const id = textSchema(900).trim().min(1)
const time = textSchema(80).trim().min(1)

export const searchArgs = z.strictObject({ query })
export const fetchArgs = z.strictObject({ id })
export const recallArgs = z.strictObject({
  query,
  after: time.optional(),
  before: time.optional(),
  kinds: z.enum(['turns', 'summaries']).optional(),
  limit: z.int().min(1).max(20).default(8),
  max_tokens: z.int().min(200).max(8_000).default(1_500),
  detail: z.enum(['compact', 'full']).default('compact'),
})
export const factsArgs = z.strictObject({
  subject: query.optional(),
  predicate: query.optional(),
  query: query.optional(),
  at: time.optional(),
})
const said = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: textSchema(CONTENT).trim().min(1),
  when: time.optional(),
})
export const rememberArgs = z
  .strictObject({
    content: textSchema(CONTENT).trim().min(1).optional(),
    messages: z.array(said).min(1).max(50).optional(),
    when: time.optional(),
    key: textSchema(200).trim().min(1).optional(),
    replaces: id.optional(),
  })
  .refine(({ content, messages }) => (content === undefined) !== (messages === undefined), {
    error: 'Give either content or messages.',
  })
  .refine(({ content, replaces }) => replaces === undefined || content !== undefined, {
    error: 'What replaces a fact is given as content.',
  })
export const forgetArgs = z.strictObject({ id, confirm: textSchema(200).optional() })
export const contextArgs = z.strictObject({})
export const listArgs = z.strictObject({ query: query.optional(), limit: z.int().min(1).max(60).default(20) })
export const topicArgs = z.strictObject({ topic: textSchema(200).trim().min(1), time_range: time.optional() })
export const askArgs = z.strictObject({
  question: textSchema(CONTENT).trim().min(1),
  conversation_id: id.optional(),
})

export type Args<S extends z.ZodType> = z.output<S>

/** The turns of an `ask` and of `remember` name their client by their conversation's origin. */
const ORIGIN = 'client:'
export const clientOrigin = (client: string) => ORIGIN + client
/** The client that a conversation came from; null for any other. */
export const clientOfOrigin = (origin: string): string | null =>
  origin.startsWith(ORIGIN) ? origin.slice(ORIGIN.length) : null
/** How results name what a client brought. */
export const unconfirmed = (client: string) => `said by ${client}, unconfirmed`
