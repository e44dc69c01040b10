import { z } from 'zod'
import { stateValueSchema } from '@/lib/base/workspace'
import { FORGET_KINDS, proofSchema, turnListSchema } from '@/lib/shared/forget'

const heldFile = z.object({ path: z.string(), hashes: z.array(z.string()) })
/** All stored versions of a file of a conversation, by the hashes of their texts. */
export type HeldFile = z.infer<typeof heldFile>
/**
 * `Trash.proof` until everything is gone. `numbers` = of the turns; `state` = values that only these turns
 * set; `title` = a title made from them and the one that stands in; `started` = what the purge found when it
 * began; `verified` = the proof, once no row holds it and the file is still to be wiped; `together` = other
 * rows that came by the same wish and go back with this one.
 */
const heldSchema = z.object({
  stage: z.literal('held'),
  kind: z.enum(FORGET_KINDS),
  conversationId: z.string(),
  numbers: z.array(z.int()),
  files: z.array(heldFile),
  state: z.array(stateValueSchema).default([]),
  title: z.object({ before: z.string(), after: z.string() }).nullable(),
  cited: turnListSchema,
  started: z.object({ counts: z.record(z.string(), z.int()), snippets: z.array(z.string()) }).nullable(),
  verified: proofSchema.optional(),
  together: z.array(z.string()).optional(),
})
export type Held = z.infer<typeof heldSchema>
/** What of a conversation's workspace is in the trash. */
export type HeldWorkspace = Pick<Held, 'files' | 'state'>
/** Turns that run meanwhile have a workspace without it. */
export const holdsWorkspace = ({ files, state }: HeldWorkspace) => files.length + state.length > 0

/** `Trash.what` of a row that waits, and of one whose purge is over: it names nothing that was forgotten. */
export const GONE = 'gone'
/** Begins `Trash.what` of a conversation that is being imported; its id follows. */
export const STAGED = 'import '
export const whatOf = (held: Held) => `${held.kind} ${held.conversationId}`
export const goneWhat = (held: Held) => `${GONE} ${whatOf(held)}`

/** Rows from before turns and files could be forgotten hold no plan: they were conversations. */
export function heldOf(row: { what: string; proof: unknown }): Held | null {
  if (row.what.startsWith(GONE)) return null
  const parsed = heldSchema.safeParse(row.proof)
  if (parsed.success) return parsed.data
  const conversationId = /^conversation (.+)$/.exec(row.what)?.[1]
  return conversationId && row.proof === null ? heldWhole(conversationId) : null
}
export const heldWhole = (conversationId: string): Held => ({
  stage: 'held',
  kind: 'conversation',
  conversationId,
  numbers: [],
  files: [],
  state: [],
  title: null,
  cited: [],
  started: null,
})

/** Whether it is whole conversations, which stand under its row, not turns of one. */
export const isWhole = ({ kind }: Pick<Held, 'kind'>) => kind === 'conversation' || kind === 'imported'
