/**
 * Sums over recorded calls, including failed, stopped, retried and background ones and every attempt.
 * Recorded tokens are the provider's figure, ours where it reported none; `est…` is always ours.
 */
export type CallSums = {
  calls: number
  /** Calls whose tokens the provider did not report. */
  estimatedCalls: number
  inputTokens: number
  cachedTokens: number
  outputTokens: number
  reasoningTokens: number
  estInputTokens: number
  estOutputTokens: number
  /** Prompt tokens of the reported calls: the provider's figure, and ours for the same calls. */
  reportedInputTokens: number
  reportedEstInputTokens: number
  /** Millionths of a dollar, over the calls with a price. */
  costMicros: number
  unpricedCalls: number
}

/**
 * Estimated tokens of the same calls in several ways: as made, and in the alternatives, with the same text
 * written.
 */
export type MemorySums = {
  /** Prompts of thinking and answering calls, and their output. */
  prompts: number
  answers: number
  /** All other calls, prompt and output: summaries, roll-ups, titles, embeddings. */
  upkeep: number
  /**
   * Memory's part of the prompts replaced by all earlier messages and results of tools that do not read
   * memory.
   */
  plainChat: number
  /** Replaced by all earlier turns with their whole contexts, without what was recalled in them. */
  fullContexts: number
  /** The share of `plainChat` that is text of imported turns. */
  imported: number
  windowOnly: number
  /** Including the calls that write summaries and roll-ups. */
  summariesOnly: number
}

/**
 * One turn, or several neighbours when there are too many. `outside` points appear in tables but not in
 * figures. `imported` = turns that were imported and never ran, with the calls that summarised them.
 */
export type UsagePoint = CallSums &
  MemorySums & {
    kind: 'turns' | 'before' | 'after' | 'branches' | 'imported'
    /** Position in the conversation, or in time over all conversations; from 1. */
    from: number
    to: number
    turns: number
    /** Set if the point is a single turn. */
    turn: { id: string; conversationId: string; number: number } | null
    /** Of the first turn. */
    at: string
    /** Recorded tokens, prompt and answer together, by phase. */
    phases: Record<string, number>
    /** Estimated prompt tokens by section. */
    sections: Record<string, number>
  }

export type PhaseUsage = CallSums & { phase: string }
/** Millionths of a dollar per million tokens (dollars per million tokens times a million); null = unknown. */
export type ModelPrice = { input: number; cachedInput: number }
export type ModelUsage = CallSums &
  MemorySums & { model: string; price: ModelPrice | null; upkeepCostMicros: number }

export type UsageReport = {
  conversationId: string | null
  title: string
  /** The range of the axis: the active path from its first turn that ran, or all turns that ran. */
  turns: number
  /** Turns per point. */
  size: number
  range: { from: number; to: number } | null
  points: UsagePoint[]
  outside: UsagePoint[]
  phases: PhaseUsage[]
  models: ModelUsage[]
}

/** One recorded call. Null tokens = not reported by the provider. */
export type CallDto = {
  id: string
  turnId: string
  turnNumber: number
  conversationId: string
  attempt: number
  phase: string
  round: number | null
  provider: string
  model: string
  at: string
  inputTokens: number | null
  cachedTokens: number | null
  outputTokens: number | null
  estInputTokens: number
  estOutputTokens: number
  costMicros: number | null
  firstMs: number | null
  totalMs: number
  finish: string
  tries: number
  error: string | null
}
export type CallCursor = { at: string; id: string }
/** Calls of a few turns, newest turn first. `next` null = no more. */
export type CallPage = { calls: CallDto[]; next: CallCursor | null }
