import { z } from 'zod'
import { limits } from '../limits'
import { idSchema } from '../schemas'
import { textSchema } from '../text'
import { factIdsSchema } from './facts'

/** `imported` = all conversations that one import added; `fact` = a fact without the turns that state it. */
export const FORGET_KINDS = ['conversation', 'turns', 'file', 'imported', 'fact'] as const
export type ForgetKind = (typeof FORGET_KINDS)[number]

const number = z.int().min(1).max(limits.memory.maxTurns)
/**
 * Turns of the path on screen, both ends included.
 * - `turnId`: the turn the person saw as number `from`; a single one may be on another path
 * - `files`: also delete the files that only these turns wrote
 * - `citing`: turns that cite them and are forgotten with them
 */
export const forgetTurnsSchema = z
  .strictObject({
    conversationId: idSchema,
    turnId: idSchema.optional(),
    from: number,
    to: number,
    files: z.boolean().default(false),
    citing: z.array(idSchema).max(limits.forget.maxTurns).default([]),
  })
  .refine(({ from, to }) => from <= to, 'A range must start before it ends.')
export const forgetFileSchema = z.strictObject({
  conversationId: idSchema,
  path: textSchema(limits.workspace.pathChars).min(1),
})

/** `ids` = the statements of a fact; `turns` = those of its preview that are forgotten too. */
export const forgetFactSchema = factIdsSchema.extend({
  turns: z.array(idSchema).max(limits.forget.maxTurns).default([]),
})
export type ForgetFactInput = z.input<typeof forgetFactSchema>

const otherTurn = z.object({ conversationId: z.string(), turnId: z.string(), number: z.int() })
/** A turn that stays. */
export type OtherTurn = z.infer<typeof otherTurn>
export const turnListSchema = z.array(otherTurn)
/**
 * With the current title of its conversation, which is never stored because titles are forgotten too. `title`
 * null = the conversation was deleted; `hidden` = it cannot be opened at the moment.
 */
export type NamedTurn = OtherTurn & { title: string | null; hidden: boolean }

/**
 * What would be forgotten, shown before it happens.
 * - `files`: paths that only these turns wrote
 * - `kept`: paths that other turns wrote too
 * - `values`: state keys that only these turns set
 * - `facts`: how many statements of these turns are facts
 * - `strategies`: how many were learned from these turns alone
 * - `withCiting`: the same if the citing turns are forgotten too
 * - `emptied`: how many conversations have no turn left, and go as a whole
 */
type Written = {
  files: string[]
  kept: string[]
  values: string[]
  facts: number
  strategies: number
  emptied: number
}
export type ForgetPreview = Written & {
  from: number
  to: number
  turns: number
  citedBy: NamedTurn[]
  withCiting: Written
}

/**
 * What still says a fact once it is forgotten: messages, and answers that repeat it. `saysMore` = the turn says
 * other things too, which would be forgotten with it.
 */
export type ForgetFactPreview = { saidIn: SayingTurn[]; repeatedBy: SayingTurn[] }
export type SayingTurn = NamedTurn & { saysMore: boolean }

/**
 * - `counts`: rows removed, by kind
 * - `numbers`: the turn numbers, if other turns lie between them
 * - `also`: turns that say the same or cite it
 * - `elsewhere`: other places that still contain the words, as text
 * - `checked`: how many texts were searched
 */
export const proofSchema = z.object({
  stage: z.literal('gone'),
  kind: z.enum(FORGET_KINDS),
  conversationId: z.string(),
  from: z.int(),
  to: z.int(),
  numbers: z.array(z.int()).optional(),
  counts: z.record(z.string(), z.int()),
  also: turnListSchema,
  elsewhere: z.array(z.string()),
  checked: z.int(),
  at: z.string(),
})
export type ForgetProof = z.infer<typeof proofSchema>
export type NamedProof = Omit<ForgetProof, 'also'> & { also: NamedTurn[] }

/**
 * A forgotten item, newest first in lists.
 * - `title`: its conversation's title, null when that is deleted
 * - `undoUntil`: null = it cannot be restored
 * - `undoMs`: the time left when this was read, since the reader's clock may be wrong
 * - `together`: other entries that are restored with it
 * - `proof`: null = not purged yet
 */
export type ForgottenDto = {
  trashId: string
  kind: ForgetKind
  conversationId: string
  title: string | null
  from: number
  to: number
  numbers: number[]
  forgottenAt: string
  undoUntil: string | null
  undoMs: number
  together: number
  proof: NamedProof | null
}
/**
 * - `undoMs`: how long Undo is offered at once
 * - `trashMs`: how long the trash keeps it, for conversations
 * - `emptied`: conversations that went with their last turns
 */
export type Forgotten = { trashId: string; undoMs: number; trashMs?: number; emptied?: string[] }

/** A deleted conversation, newest first in lists. `leftMs` = until it is purged, when this was read. */
export type TrashedDto = {
  trashId: string
  title: string
  turns: number
  deletedAt: string
  leftMs: number
}
/** `null` = everything in the trash. */
export const dropTrashedSchema = z.strictObject({ trashId: idSchema.nullable() })
