import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { FORGET_KINDS, proofSchema, turnListSchema } from '@/lib/shared/memory/forget'
import { stateValueSchema } from '@/lib/shared/workspace'

const trashedFile = z.object({ path: z.string(), hashes: z.array(z.string()) })
/** All stored versions of a file, by the hashes of their texts. */
export type TrashedFile = z.infer<typeof trashedFile>
/** `Trash.held` until the purge is complete. */
const trashedSchema = z.object({
  stage: z.literal('held'),
  kind: z.enum(FORGET_KINDS),
  conversationId: z.string(),
  /** Turn numbers. */
  numbers: z.array(z.int()),
  files: z.array(trashedFile),
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
export type Trashed = z.infer<typeof trashedSchema>
/** The trashed part of a conversation's workspace. */
export type TrashedWorkspace = Pick<Trashed, 'files' | 'state'>
/** Turns that run while these are in the trash get a workspace without them. */
export const hasWorkspace = ({ files, state }: TrashedWorkspace) => files.length + state.length > 0

/** `Trash.what` starts with this once the purge is complete. */
export const PURGED = 'gone'
/** `Trash.what` of a conversation that is being imported: this prefix and the id. */
export const STAGED = 'import '
export const whatOf = (trashed: Trashed) => `${trashed.kind} ${trashed.conversationId}`
export const purgedWhat = (trashed: Trashed) => `${PURGED} ${whatOf(trashed)}`

/** Rows of older versions have no plan and stand for a whole conversation. */
export function trashedOf(row: { what: string; held: unknown }): Trashed | null {
  if (row.what.startsWith(PURGED)) return null
  const parsed = trashedSchema.safeParse(row.held)
  if (parsed.success) return parsed.data
  const conversationId = /^conversation (.+)$/.exec(row.what)?.[1]
  return conversationId && row.held === null ? trashedWhole(conversationId) : null
}
/** Nothing of what a purge still has to remove. */
export const NO_PLAN = { files: [], facts: [], state: [], title: null, cited: [], started: null }
export const trashedWhole = (conversationId: string): Trashed => ({
  stage: 'held',
  kind: 'conversation',
  conversationId,
  numbers: [],
  ...NO_PLAN,
})

/** Whether the entry covers whole conversations rather than single turns. */
export const isWhole = ({ kind }: Pick<Trashed, 'kind'>) => kind === 'conversation' || kind === 'imported'

/** Whether an owner has any trash entry, purged ones too. Every prompt asks, and most people have none. */
export async function hasTrash(db: Db, ownerId: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`SELECT 1 FROM "Trash" WHERE "ownerId" = ${ownerId} LIMIT 1`
  return rows.length > 0
}
