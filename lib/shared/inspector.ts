import type { TurnStatus } from './dto'
import type { Failure } from './errors'
import type { Phase, Recall, RecallHit, SectionTokens, ThinkingPlan, ToolCall, WindowPlan } from './events'
import type { Decision } from './schemas'
import type { Imported } from './transfer'

/** One section of a prompt as sent. `text` is an index into the turn's `texts`, which steps share. */
export type PromptBlock = { section: string; text: number; tokens: number }
/**
 * The exact prompt of a step. `tools` = one JSON object per line; `exchanges` = this turn's earlier calls and
 * results, as JSON.
 */
export type InspectedPrompt = {
  system: PromptBlock[]
  user: PromptBlock[]
  tools: PromptBlock | null
  exchanges: PromptBlock | null
}

/** One HTTP attempt of a call. */
export type InspectedTry = { at: string; ms: number; ok: boolean; reason: string }
export type InspectedStep = {
  id: string
  attempt: number
  index: number
  phase: Phase
  round: number | null
  role: string
  provider: string
  model: string
  promptVersion: string
  at: string
  prompt: InspectedPrompt
  /** How many texts of the prompt are missing because their source was forgotten. */
  forgottenTexts: number
  /** Tokens by our tokenizer, in prompt order, and how many items did not fit. */
  sections: SectionTokens[]
  text: string
  reasoning: string
  decision: Decision | null
  stop: string | null
  tools: ToolCall[]
  notices: string[]
  tries: InspectedTry[]
  finish: string
  error: Failure | null
  /** As reported by the provider; null = not reported. */
  reported: {
    inputTokens: number
    cachedTokens: number
    outputTokens: number
    reasoningTokens: number
  } | null
  estInputTokens: number
  estOutputTokens: number
  costMicros: number | null
  firstMs: number | null
  totalMs: number
}

/** The recall hit behind a link of the graph; `asked` = the recall. */
export type RecalledLink = { asked: string; keywords: string[]; hit: RecallHit }

export type InspectedRecall = { recall: Recall; stepId: string | null; injectedStepId: string | null }

/** Everything recorded about a turn: all attempts, and the background calls after it. */
export type InspectedTurn = {
  id: string
  conversationId: string
  conversationTitle: string
  number: number
  status: TurnStatus
  attempt: number
  userText: string
  imported: Imported | null
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  thinking: ThinkingPlan | null
  window: WindowPlan | null
  steps: InspectedStep[]
  recalls: InspectedRecall[]
  texts: string[]
  previousId: string | null
  nextId: string | null
}

/** One message of a prompt as sent: its sections with a blank line between them. */
export const messageText = (blocks: readonly PromptBlock[], texts: readonly string[]) =>
  blocks.map((block) => texts[block.text] ?? '').join('\n\n')

/**
 * The steps of a turn in the export form of the original project, one entry per action. `cost_estimate` is in
 * dollars, null when a call has no price.
 */
export type Trajectory = {
  user_id: string
  message: string
  steps: { step: number; thought: string; action: string | null; args: unknown; observation: string }[]
  final_answer: string
  total_steps: number
  duration_seconds: number
  cost_estimate: number | null
}
