import type { Words } from '@/lib/shared/pick'
import type { StepDto, TurnDto } from '../dto'
import type { Failure } from '../errors'
import type { Attachment } from '../schemas'
import type { Imported } from '../transfer/transfer'
import type { Depth } from './depth'
import type { Recall, RecallHit, Usage } from './events'

/** One section of a prompt as sent. `text` is an index into the turn's `texts`, which steps share. */
export type PromptBlock = {
  section: string
  text: number
  tokens: number
  /** A further message of the conversation begins, said by this one. */
  from?: 'user' | 'assistant'
  /** Images that the text names and that were sent with it. */
  images?: Attachment[]
}
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
export type InspectedStep = Omit<StepDto, 'recalls' | 'retries' | 'usage' | 'totalMs'> & {
  id: string
  attempt: number
  role: string
  at: string
  prompt: InspectedPrompt
  /** How many texts of the prompt are missing because their source was forgotten. */
  forgottenTexts: number
  tries: InspectedTry[]
  error: Failure | null
  /** As reported by the provider; null = not reported. */
  reported: Omit<Usage, 'estimated' | 'costMicros'> | null
  estInputTokens: number
  estOutputTokens: number
  costMicros: number | null
  totalMs: number
}

/** The recall hit behind a link of the graph; `asked` = the recall. */
export type RecalledLink = { asked: string; keywords: string[]; hit: RecallHit }

export type InspectedRecall = { recall: Recall; stepId: string | null; injectedStepId: string | null }

type TurnFields =
  Words<'id conversationId number status attempt userText createdAt startedAt endedAt thinking window learning'>
/** Everything recorded about a turn: all attempts, and the background calls after it. */
export type InspectedTurn = Pick<TurnDto, TurnFields> & {
  conversationTitle: string
  imported: Imported | null
  /** The depth that the person says the message should have had. */
  correction: Depth | null
  /** When its full text was dropped from memory. */
  textDroppedAt: string | null
  steps: InspectedStep[]
  recalls: InspectedRecall[]
  texts: string[]
  previousId: string | null
  nextId: string | null
}

/** One message of a prompt as sent: its sections with a blank line between them. */
export const messageText = (blocks: readonly PromptBlock[], texts: readonly string[]) =>
  blocks.map((block) => texts[block.text] ?? '').join('\n\n')

/** The messages of a conversation with the model, the person's first. */
export function messagesIn(
  blocks: readonly PromptBlock[],
): { role: 'user' | 'assistant'; blocks: PromptBlock[] }[] {
  const messages = [{ role: 'user' as 'user' | 'assistant', blocks: [] as PromptBlock[] }]
  for (const block of blocks)
    if (block.from) messages.push({ role: block.from, blocks: [block] })
    else messages.at(-1)?.blocks.push(block)
  return messages.filter(({ blocks }) => blocks.length)
}

/**
 * The prompt of a call as sent. `history` = earlier turns, before `user`; `tools` = one JSON object per line;
 * `exchanges` = earlier calls, as JSON.
 */
export type SentPrompt = {
  phase: string
  round: number | null
  history: { role: string; text: string }[]
} & Record<'provider' | 'model' | 'system' | 'tools' | 'user' | 'exchanges', string>

/**
 * The steps of a turn in the export form of the original project. `cost_estimate` is in
 * dollars, null when a call has no price. `prompts` = of all calls, in order.
 */
export type Trajectory = {
  user_id: string
  message: string
  /** One entry an action: those of one call share its `step`, as in the log lines. */
  steps: { step: number; thought: string; action: string | null; args: unknown; observation: string }[]
  final_answer: string
  total_steps: number
  duration_seconds: number
  cost_estimate: number | null
  prompts: SentPrompt[]
}
