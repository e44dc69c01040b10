/**
 * Imported turns whose summaries no model wrote, the estimated tokens and cost of having one write them, and
 * progress.
 */
export type ImportedSummaries = {
  /** The model that would write them; null = only the built-in engine is available. */
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
