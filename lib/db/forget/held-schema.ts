import { z } from 'zod'
import { stateValueSchema } from '@/lib/base/workspace'
import { FORGET_KINDS, proofSchema, turnListSchema } from '@/lib/shared/memory/forget'

const heldFile = z.object({ path: z.string(), hashes: z.array(z.string()) })
/** All stored versions of a file, by the hashes of their texts. */
export type HeldFile = z.infer<typeof heldFile>
/** `Trash.proof` until the purge is complete. */
const heldSchema = z.object({
  stage: z.literal('held'),
  kind: z.enum(FORGET_KINDS),
  conversationId: z.string(),
  /** Turn numbers. */
  numbers: z.array(z.int()),
  files: z.array(heldFile),
  /** Statements of a fact. */
  facts: z.array(z.string()).default([]),
  /** Values set by these turns only. */
  state: z.array(stateValueSchema).default([]),
  /** The title derived from these turns, and its replacement. */
  title: z.object({ before: z.string(), after: z.string() }).nullable(),
  cited: turnListSchema,
  /** Counts and search texts from the start of the purge. */
  started: z
    .object({
      counts: z.record(z.string(), z.int()),
      snippets: z.array(z.string()),
      /** Hashes of the images to look for afterwards. */
      images: z.array(z.string()).default([]),
    })
    .nullable(),
  /** The proof, once only the database file remains to be wiped. */
  verified: proofSchema.optional(),
  /** A conversation that went with its last turns, and so is nothing for the trash of conversations. */
  emptied: z.literal(true).optional(),
  /** Other rows trashed in the same operation, which are restored with this one. */
  together: z.array(z.string()).optional(),
})
export type Held = z.infer<typeof heldSchema>
/** The trashed part of a conversation's workspace. */
export type HeldWorkspace = Pick<Held, 'files' | 'state'>
/** Turns that run while these are in the trash get a workspace without them. */
export const holdsWorkspace = ({ files, state }: HeldWorkspace) => files.length + state.length > 0

/** `Trash.what` starts with this once the purge is complete. */
export const GONE = 'gone'
/** `Trash.what` of a conversation that is being imported: this prefix and the id. */
export const STAGED = 'import '
export const whatOf = (held: Held) => `${held.kind} ${held.conversationId}`
export const purgedWhat = (held: Held) => `${GONE} ${whatOf(held)}`

/** Rows of older versions have no plan and stand for a whole conversation. */
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
  facts: [],
  state: [],
  title: null,
  cited: [],
  started: null,
})

/** Whether the entry covers whole conversations rather than single turns. */
export const isWhole = ({ kind }: Pick<Held, 'kind'>) => kind === 'conversation' || kind === 'imported'
