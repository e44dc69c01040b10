import { z } from 'zod'

/**
 * One message in a turn that contains several: consecutive messages of one speaker form a turn. `start` and
 * `end` are offsets into `userText` or `answer`. Turns that were chatted here have none.
 */
export const turnMessageSchema = z.object({
  id: z.string(),
  speaker: z.string(),
  at: z.string(),
  part: z.enum(['user', 'assistant']),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
})
export type TurnMessage = z.infer<typeof turnMessageSchema>
