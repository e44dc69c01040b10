import { z } from 'zod'
import { textSchema } from '../text'

/** What a person thinks of an answer: 1 = good, -1 = not good; `reason` may be empty. */
export const feedbackSchema = z.object({
  value: z.union([z.literal(1), z.literal(-1)]),
  reason: textSchema(500).trim(),
})
export type Feedback = z.infer<typeof feedbackSchema>
