import { z } from 'zod'

/** Work on imported turns, done on request: a model rewrites their summaries, or they are read for facts. */
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
