import { namesIn, type Words } from '@/lib/shared/pick'
import type { Depth } from '@/lib/shared/turn/depth'
import type { WindowSize } from '../schemas'

export const CALL_SUMS = [
  ...namesIn('calls estimatedCalls unpricedCalls inputTokens cachedTokens outputTokens reasoningTokens'),
  ...namesIn('estimatedTokens'),
  ...namesIn('estInputTokens estOutputTokens reportedInputTokens reportedEstInputTokens costMicros'),
]
/**
 * Sums over recorded calls, including failed, stopped, retried and background ones and every attempt.
 * Recorded tokens are the provider's figure, ours where it reported none; `est…` is always ours.
 * - `estimatedCalls`: calls whose tokens the provider did not report
 * - `estimatedTokens`: the part of `inputTokens` and `outputTokens` that is ours
 * - `reported…`: prompt tokens of the other calls, the provider's figure and ours for the same calls
 * - `costMicros`: millionths of a dollar, over the calls with a price
 */
export type UsageSums = Record<(typeof CALL_SUMS)[number], number>

export const MEMORY_SUMS = namesIn('prompts answers upkeep plainChat fullContexts imported')
/**
 * Estimated tokens of the same calls in several ways: as made, and in the alternatives, with the same text
 * written.
 * - `prompts`, `answers`: of thinking and answering calls
 * - `upkeep`: all other calls, prompt and output: summaries, roll-ups, titles, embeddings
 * - `plainChat`: memory's part of the prompts replaced by all earlier messages and results of tools that do
 *   not read memory; `imported` = the share of it that is text of imported turns
 * - `fullContexts`: replaced by all earlier turns with their whole contexts, without what was recalled there
 */
export type MemorySums = Record<(typeof MEMORY_SUMS)[number], number>

/**
 * One turn that a model answered, or several neighbours when there are too many, with memory's own calls
 * between it and the next: those that no turn caused, and those about turns that no model answered here.
 */
export type UsagePoint = UsageSums &
  MemorySums & {
    /** Position in time, from 1. */
    from: number
    to: number
    turns: number
    /** The least and the largest number that its turns have in their conversations. */
    numbers: { from: number; to: number }
    /** Set if the point is a single turn, sent after another one with its number. */
    again: boolean
    /** Set if the point is a single turn. */
    turn: { id: string; conversationId: string; number: number } | null
    /** Of the first turn. */
    at: string
    sections: Sections
  }
/** Estimated prompt tokens by section; those of memory's own calls together, as `OWN_PROMPTS`. */
export type Sections = Record<string, number>

/** The turns of one depth with all their calls. `capped` = reflective turns that reached the step limit. */
export type DepthUsage = UsageSums & { depth: Depth; turns: number; capped: number }
/**
 * Turns that ended with one size of window; turns of earlier versions and imported ones have none.
 * - `tokens`: of their windows; `earlier`: of all messages before `counted` of these turns
 * - `succeeded`: of the `judged` ones, which a person did not stop: completed and not rated down
 * - `ms`: time from the first call to the end, of the `timed` turns: completed, and not in the sample
 */
export type WindowUsage = { size: WindowSize } & Record<
  Words<'turns tokens earlier counted judged succeeded timed ms'>,
  number
>
export type PhaseUsage = UsageSums & { phase: string }
/** Millionths of a dollar per million tokens (dollars per million tokens times a million); null = unknown. */
export type ModelPrice = { input: number; cachedInput: number }
export type ModelUsage = UsageSums &
  MemorySums & { model: string; price: ModelPrice | null; upkeepCostMicros: number }

/** What memory saved a conversation against plain chat; negative when memory cost more. */
export type ConversationSaving = { id: string; title: string; saved: number }
/**
 * The conversations with the largest differences, best first, the sum of `left` others, and the calls that
 * belong to none (`upkeep`).
 */
export type Savings = { conversations: ConversationSaving[]; others: number; left: number; upkeep: number }

/** The turn with the most earlier text, by the figures it has in a report of its conversation. */
export type Proof = {
  turn: { id: string; conversationId: string; number: number }
  title: string
  withMemory: number
  plainChat: number
}

/**
 * All recorded calls but those of the built-in engine. Over all conversations also without the sample's, once
 * there are others. Points, models, phases and savings each add up to the same.
 */
export type UsageReport = {
  conversationId: string | null
  title: string
  /** These are the calls of the prepared sample, which is not the person's own use. */
  isSample: boolean
  /** All turns are of one conversation, so points are named by its turn numbers, not by places. */
  oneConversation: boolean
  /** Turns per point. */
  size: number
  /** Only turns sent, and calls without a turn made, from `since` to before `until`. */
  period: { since: string; until: string } | null
  points: UsagePoint[]
  /** Turns that the built-in engine answered, also in the sample, which are counted nowhere else. */
  builtIn: number
  proof: Proof | null
  sections: Sections
  phases: PhaseUsage[]
  /** Without turns of earlier versions, which have no depth. */
  depths: DepthUsage[]
  windows: WindowUsage[]
  models: ModelUsage[]
  /** Over all conversations only. */
  savings: Savings | null
}

/** One recorded call. Null tokens = not reported by the provider; no `turn` = no turn caused it. */
export type CallDto = {
  id: string
  turn: { id: string; number: number; conversationId: string } | null
  attempt: number
  phase: string
  /** Absent for a call without a turn. */
  tools?: { name: string }[]
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
