import { z } from 'zod'
import { namesIn } from '../pick'

export const VERDICT_LABELS = namesIn('success failure unknown')
export const verdictLabelSchema = z.enum(VERDICT_LABELS)
export type VerdictLabel = z.infer<typeof verdictLabelSchema>

/** How a turn went, and who says so: `heuristic` = the rules of earlier versions. */
export const verdictSchema = z.object({
  label: verdictLabelSchema,
  confidence: z.number().min(0).max(1),
  reasons: z.array(z.string()),
  by: z.enum(namesIn('person model heuristic')),
})
export type Verdict = z.infer<typeof verdictSchema>
