import { z } from 'zod'
import { foreignText, textSchema } from '../text'

/** Coding agents whose sessions are read. */
export const AGENTS = ['claude-code', 'codex', 'cursor'] as const

const name = textSchema(200).trim().min(1)
/** New lines of a session's transcript. `key` identifies a line in its session: the same one is stored once. */
export const eventsSchema = z.strictObject({
  agent: z.enum(AGENTS),
  session: name,
  events: z
    .array(z.strictObject({ key: name, line: z.looseObject({}) }))
    .min(1)
    .max(500),
})
export type Events = z.output<typeof eventsSchema>

/** Without a prompt: what a session begins with. */
export const injectionSchema = z.strictObject({ session: name, prompt: foreignText(4_000).optional() })
export type Injection = z.output<typeof injectionSchema>
