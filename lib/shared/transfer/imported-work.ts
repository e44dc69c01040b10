import { z } from 'zod'

/** What can be requested for imported turns: better summaries by a model, or a search for facts in them. */
export const workOnImportsSchema = z.enum(['summaries', 'facts'])
export type WorkOnImports = z.infer<typeof workOnImportsSchema>

/** How many imported turns still need this work, what a model would take for it, by estimate, and progress. */
export type ImportedWork = {
  /** The model that would do it; null = only the built-in engine is available. */
  model: string | null
  turns: number
  inputTokens: number
  outputTokens: number
  /** null = the model has no known price. */
  costMicros: number | null
  /** Of those requested: still to do, and done (`failed` included). */
  left: number
  over: number
  failed: number
}
