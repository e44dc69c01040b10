import { z } from 'zod'
import { limits } from './limits'
import { idSchema } from './schemas'

/** `imported` = all conversations that an import brought, in one. */
export const FORGET_KINDS = ['conversation', 'turns', 'file', 'imported'] as const
export type ForgetKind = (typeof FORGET_KINDS)[number]

const number = z.int().min(1).max(limits.memory.maxTurns)
/** Turns of the shown path, both ends included. `turnId`: the turn that the person saw under the number `from`; a single one may stand on another path. `files`: also every version of the files that only these turns wrote. `citing`: turns that cite them and go along. */
export const forgetTurnsSchema = z
  .strictObject({
    conversationId: idSchema,
    turnId: idSchema.optional(),
    from: number,
    to: number,
    files: z.boolean().default(false),
    citing: z.array(idSchema).max(limits.forget.maxTurns).default([]),
  })
  .refine(({ from, to }) => from <= to, 'A range starts before it ends.')
export type ForgetTurnsInput = z.input<typeof forgetTurnsSchema>
export const forgetFileSchema = z.strictObject({
  conversationId: idSchema,
  path: z.string().min(1).max(limits.workspace.pathChars),
})

const otherTurn = z.object({ conversationId: z.string(), turnId: z.string(), number: z.int() })
/** A turn that stays. */
export type OtherTurn = z.infer<typeof otherTurn>
export const turnListSchema = z.array(otherTurn)
/** With the title of its conversation now: never stored, for titles are forgotten too. `title` null = that conversation was deleted; `hidden` = it can be seen nowhere at the moment. */
export type NamedTurn = OtherTurn & { title: string | null; hidden: boolean }

/**
 * What goes along, for the person to see before. `files` = paths that only these turns wrote; `kept` = paths they wrote and
 * others too; `values` = keys of the state that only they set; `withCiting` = the same if the turns that cite them go too.
 */
type Written = { files: string[]; kept: string[]; values: string[] }
export type ForgetPreview = Written & {
  from: number
  to: number
  turns: number
  citedBy: NamedTurn[]
  recalledBy: number
  summaries: number
  rollUps: number
  withCiting: Written
}

/** `counts` = rows removed by kind; `numbers` = of the turns, when others stand between them; `also` = turns that say the same words or cite it; `elsewhere` = other places that still hold the words, in words; `checked` = texts that were searched for. */
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

/** Something forgotten, newest first in lists. `title` = of its conversation, null when that is gone; `numbers` as in the proof; `undoUntil` null = it cannot be brought back, `undoMs` = how long it still could when this was asked: a reader's own clock may be wrong; `together` = other entries that are brought back with it; `proof` null = not purged yet. */
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
export type Forgotten = { trashId: string; undoMs: number }
