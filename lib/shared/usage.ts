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

/** Prompt tokens of think and act calls by our tokenizer, estimate against estimate: as they were, and as they would have been. */
export type PromptSums = {
  actual: number
  /** Prompts of calls that only memory needs: summaries, roll-ups, embeddings. */
  upkeep: number
  /** Window, summaries and recalls replaced by every earlier turn with its whole context. */
  withoutMemory: number
  /** What of that is the text of turns that came with an import. */
  imported: number
  /** The same, by every earlier message and answer alone: workspace and tool results cannot flatter the comparison. */
  withoutMessages: number
  windowOnly: number
  summariesOnly: number
}

/** One turn, or neighbouring turns together when there are too many to show. `outside` points are in no figure but in every table; `imported` = turns that came with an import and never ran, with the calls that summed them up. */
export type UsagePoint = CallSums &
  PromptSums & {
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
  PromptSums & { model: string; price: ModelPrice | null; upkeepCostMicros: number }

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
