import { z } from 'zod'

/** What is done with imported turns on request: a model rewrites their summaries, or their facts are read. */
export const workOnImportsSchema = z.enum(['summaries', 'facts'])
export type WorkOnImports = z.infer<typeof workOnImportsSchema>

/** Imported turns with this work to do, the estimated tokens and cost of having a model do it, and progress. */
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
