import { z } from 'zod'

/** What the classifier says of a message. */
export const LABELS = ['SIMPLE', 'MODERATE', 'COMPLEX'] as const
export type Label = (typeof LABELS)[number]
/** How deep a turn goes. COMPLEX has two depths. */
export const DEPTHS = ['simple', 'moderate', 'complex', 'deep'] as const
export const depthSchema = z.enum(DEPTHS)
export type Depth = z.infer<typeof depthSchema>

export const LABEL_OF = {
  simple: 'SIMPLE',
  moderate: 'MODERATE',
  complex: 'COMPLEX',
  deep: 'COMPLEX',
} as const
/** Reflective turns think in rounds; the others are in fast mode. */
export const isReflective = (depth: Depth) => depth === 'complex' || depth === 'deep'

/** How the depth of a turn was decided. `confidence` is in [0, 1]; `ms` and `costMicros` are of deciding. */
export const classifiedSchema = z.object({
  label: z.enum(LABELS),
  depth: depthSchema,
  confidence: z.number().min(0).max(1),
  reasons: z.array(z.string()),
  intents: z.array(z.string()),
  by: z.enum(['model', 'heuristic', 'person']),
  ms: z.int().nonnegative(),
  /** null = the model has no price. */
  costMicros: z.int().nullable(),
})
export type Classified = z.infer<typeof classifiedSchema>

const PREFIX = /^\s*(?:[!/](reflect)|\/(fast))(?:\s+|$)/i
/** A message without its prefix `!reflect`, `/reflect` or `/fast`, and the depth that the prefix forces. */
export function withoutPrefix(text: string): { text: string; depth?: Depth } {
  const found = PREFIX.exec(text)
  if (!found) return { text }
  return { text: text.slice(found[0].length), depth: found[1] ? 'deep' : 'simple' }
}
