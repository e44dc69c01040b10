import type { TurnStatus } from './dto'
import type { Failure } from './errors'
import type { Phase, Recall, RecallHit, SectionTokens, ThinkingPlan, ToolCall, WindowPlan } from './events'
import type { Decision } from './schemas'
import type { Imported } from './transfer'

/** One section of a prompt as it was sent; `text` is an index into the turn's `texts`, where steps share what they have in common. */
export type PromptBlock = { section: string; text: number; tokens: number }
/** The exact prompt of a step. `tools` = one JSON object a line; `exchanges` = this turn's earlier calls and results, as JSON. */
export type InspectedPrompt = {
  system: PromptBlock[]
  user: PromptBlock[]
  tools: PromptBlock | null
  exchanges: PromptBlock | null
}

/** One HTTP try of a call. */
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
  /** Texts of the prompt that are gone because their source was forgotten. */
  forgottenTexts: number
  /** Tokens by our tokenizer, in prompt order, with how many items did not fit. */
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
  /** As the provider said; null = it said nothing. */
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

/** A recall's hit behind a link of the graph; `asked` = the recall. */
export type RecalledLink = { asked: string; keywords: string[]; hit: RecallHit }

export type InspectedRecall = { recall: Recall; stepId: string | null; injectedStepId: string | null }

/** Everything recorded of a turn: all attempts and the calls that came after it. */
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

/** A message of a prompt as it was sent: its sections, a blank line between. */
export const messageText = (blocks: readonly PromptBlock[], texts: readonly string[]) =>
  blocks.map((block) => texts[block.text] ?? '').join('\n\n')

/** The steps of a turn in the seeds' form; one entry an action. `cost_estimate` in dollars, null when a call has no price. */
export type Trajectory = {
  user_id: string
  message: string
  steps: { step: number; thought: string; action: string | null; args: unknown; observation: string }[]
  final_answer: string
  total_steps: number
  duration_seconds: number
  cost_estimate: number | null
}
