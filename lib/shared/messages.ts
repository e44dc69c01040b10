import { z } from 'zod'

/**
 * One message inside a turn whose texts hold several: consecutive messages of one speaker join a turn. `start` and `end` are offsets into `userText` or `answer`.
 * Absent on turns that were chatted here: there each of the two texts is one message.
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
