import { z } from 'zod'
import { limits } from './limits'
import { idSchema } from './schemas'

export const FORGET_KINDS = ['conversation', 'turns', 'file'] as const
export type ForgetKind = (typeof FORGET_KINDS)[number]

const number = z.int().min(1).max(limits.memory.maxTurns)
/** Turns of the shown path, both ends included. `turnId`: the turn that the person saw under the number `from`; a single one may stand on another path. `files`: also every version of the files that only these turns wrote. */
export const forgetTurnsSchema = z
  .strictObject({ conversationId: idSchema, turnId: idSchema.optional(), from: number, to: number, files: z.boolean().default(false) })
  .refine(({ from, to }) => from <= to, 'A range starts before it ends.')
export type ForgetTurnsInput = z.input<typeof forgetTurnsSchema>
export const forgetFileSchema = z.strictObject({ conversationId: idSchema, path: z.string().min(1).max(limits.workspace.pathChars) })

const otherTurn = z.object({ conversationId: z.string(), turnId: z.string(), number: z.int() })
/** A turn that stays. */
export type OtherTurn = z.infer<typeof otherTurn>
export const turnListSchema = z.array(otherTurn)

/** What goes along, for the person to see before. `files` = paths that only these turns wrote; `kept` = paths they wrote and others too. */
export type ForgetPreview = {
  from: number
  to: number
  turns: number
  citedBy: OtherTurn[]
  recalledBy: number
  summaries: number
  rollUps: number
  files: string[]
  kept: string[]
}

/** `counts` = rows removed by kind; `also` = turns that say the same words or cite it; `elsewhere` = other places that still hold the words, in words; `checked` = texts that were searched for. */
export const proofSchema = z.object({
  stage: z.literal('gone'),
  kind: z.enum(FORGET_KINDS),
  conversationId: z.string(),
  from: z.int(),
  to: z.int(),
  counts: z.record(z.string(), z.int()),
  also: turnListSchema,
  elsewhere: z.array(z.string()),
  checked: z.int(),
  at: z.string(),
})
export type ForgetProof = z.infer<typeof proofSchema>

/** Something forgotten, newest first in lists. `undoUntil` null = it cannot be brought back; `proof` null = not purged yet. */
export type ForgottenDto = {
  trashId: string
  kind: ForgetKind
  conversationId: string
  from: number
  to: number
  forgottenAt: string
  undoUntil: string | null
  proof: ForgetProof | null
}
export type Forgotten = { trashId: string; undoMs: number }
