/**
 * Sums over recorded calls. Tokens "as recorded" are the provider's figure, ours where it reported none; `est…` is always ours.
 * Failed, stopped and retried calls, background calls and every attempt of a turn count.
 */
export type CallSums = {
  calls: number
  /** Calls of which the provider reported no tokens. */
  estimatedCalls: number
  inputTokens: number
  cachedTokens: number
  outputTokens: number
  reasoningTokens: number
  estInputTokens: number
  estOutputTokens: number
  /** Prompt tokens of the calls that the provider reported: its figure, and ours for the same calls. */
  reportedInputTokens: number
  reportedEstInputTokens: number
  /** Millionths of a dollar over the calls that have a price. */
  costMicros: number
  unpricedCalls: number
}

/**
 * What calls took by our tokenizer, estimate against estimate: as they were made, and as they would have been.
 * The alternatives make the same thinking and answering calls, with the same text written.
 */
export type MemorySums = {
  /** Prompts of thinking and answering calls, and what these calls wrote. */
  prompts: number
  answers: number
  /** All other calls, prompt and output: summaries, roll-ups, titles, embeddings. */
  upkeep: number
  /** What memory put into prompts replaced by all earlier messages and the results of tools that are not memory's. */
  plainChat: number
  /** Replaced by all earlier turns with their whole contexts, without what was recalled in them. */
  fullContexts: number
  /** What of `plainChat` is the text of turns that came with an import. */
  imported: number
  windowOnly: number
  /** With the calls that write summaries and roll-ups. */
  summariesOnly: number
}

/** One turn, or neighbouring turns together when there are too many to show. `outside` points are in no figure but in every table; `imported` = turns that came with an import and never ran, with the calls that summed them up. */
export type UsagePoint = CallSums &
  MemorySums & {
    kind: 'turns' | 'before' | 'after' | 'branches' | 'imported'
    /** Place in the conversation, or in time over all conversations; from 1. */
    from: number
    to: number
    turns: number
    /** Set when the point is a single turn. */
    turn: { id: string; conversationId: string; number: number } | null
    /** Of the first turn. */
    at: string
    /** Tokens as recorded, prompt and answer together, by phase. */
    phases: Record<string, number>
    /** Estimated prompt tokens of all calls by section. */
    sections: Record<string, number>
  }

export type PhaseUsage = CallSums & { phase: string }
/** Millionths of a dollar per million tokens, which is dollars per million times a million; null = no price is known. */
export type ModelPrice = { input: number; cachedInput: number }
export type ModelUsage = CallSums &
  MemorySums & { model: string; price: ModelPrice | null; upkeepCostMicros: number }

export type UsageReport = {
  conversationId: string | null
  title: string
  /** Places on the axis: of the active path from its first turn that ran, or all turns that ran. */
  turns: number
  /** Turns in one point. */
  size: number
  range: { from: number; to: number } | null
  points: UsagePoint[]
  outside: UsagePoint[]
  phases: PhaseUsage[]
  models: ModelUsage[]
}

/** One recorded call. Null tokens = the provider reported none. */
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
/** Calls of a few turns, the newest turn first; `next` null = that was all. */
export type CallPage = { calls: CallDto[]; next: CallCursor | null }
