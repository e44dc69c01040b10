/** Summaries of imported turns that no model wrote, what it would take to have one write them, and how far that is. Tokens and cost are estimates. */
export type ImportedSummaries = {
  /** What would write them; null = only the built-in engine is there. */
  model: string | null
  turns: number
  inputTokens: number
  outputTokens: number
  /** null = no price is known for this model. */
  costMicros: number | null
  /** Of those that were asked for: still to come, and over (`failed` among them). */
  left: number
  over: number
  failed: number
}
