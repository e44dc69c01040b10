import { z } from 'zod'
import { each, namesIn } from '@/lib/shared/pick'
import { classifiedSchema, depthSchema } from '@/lib/shared/turn/depth'
import { ERROR_CODES } from '../errors'
import { sourcesSchema } from '../memory/source'
import {
  presetSchema,
  recallScopeSchema,
  recallSearchSchema,
  roundEndSchema,
  windowSizeSchema,
} from '../schemas'

export const PHASES = namesIn(
  'classify think act notes facts summarise roll-up curate contradiction topics embed',
)
export type Phase = (typeof PHASES)[number]
/** Phases of calls that earlier versions made; their ledger stays. */
export const PAST_PHASES = namesIn('title judge distil reflect')

export const failureSchema = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  hint: z.string().optional(),
  retryAt: z.string().optional(),
  said: z.string().optional(),
})

/** How much this turn may think, and who decided. Stored in `Turn.plan`. */
export const thinkingPlanSchema = z.object({
  enabled: z.boolean(),
  preset: presetSchema,
  ...each('maxRounds tokenBudget maxRecallContexts maxSteps', z.int()),
  by: z.enum(['message', 'conversation', 'user', 'environment', 'default']),
  /** Absent in turns of earlier versions. */
  depth: depthSchema.optional(),
  classified: classifiedSchema.optional(),
})
export type ThinkingPlan = z.infer<typeof thinkingPlanSchema>

/** How a message refers to an earlier turn: by number, as the same as before, as what was decided. */
export const referredSchema = z.object({ turn: z.int(), by: z.enum(['number', 'same', 'decided']) })
export type Referred = z.infer<typeof referredSchema>
/**
 * The window of this turn: numbers of the turns sent verbatim. Stored in `Turn.window`, without text of the
 * message. The optional fields are absent in turns of earlier versions.
 * - `tokens`: of the window with the turns referred to
 * - `referred`: turns before the window that the message refers to
 * - `earlier`: tokens of all earlier turns of the path
 * - `recall`: how far recall reached
 */
export const windowPlanSchema = z.object({
  size: windowSizeSchema,
  reason: z.string(),
  turns: z.array(z.int()),
  tokens: z.int(),
  referred: z.array(referredSchema).optional(),
  earlier: z.int().optional(),
  recall: recallScopeSchema.optional(),
  /** Of a growing window: its first turn, and as of when the prompt states what came before (ISO 8601). */
  from: z.int().optional(),
  headAt: z.string().optional(),
})
export type WindowPlan = z.infer<typeof windowPlanSchema>

export const usageSchema = z.object({
  ...each('inputTokens cachedTokens outputTokens reasoningTokens', z.int()),
  /** true = counted by our tokenizer because the provider reported nothing. */
  estimated: z.boolean(),
  /** Millionths of the price table's currency unit; null = the model has no price. */
  costMicros: z.int().nullable(),
})
export type Usage = z.infer<typeof usageSchema>

export const sectionTokensSchema = z.object({
  section: z.string(),
  tokens: z.int(),
  droppedItems: z.int().optional(),
})
export type SectionTokens = z.infer<typeof sectionTokensSchema>

/** The message that matched: its position in the turn's text of `part`, and who said it. */
export const hitPlaceSchema = z.object({
  part: z.enum(['user', 'assistant']),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  speaker: z.string(),
})

/** A word of the query: how rare it is in memory, in [0, 1], and whether the message itself contains it. */
export const askedWordSchema = z.object({ word: z.string(), rarity: z.number(), held: z.boolean() })
export type AskedWord = z.infer<typeof askedWordSchema>
/**
 * Ranks before fusion, from 1: by words, and by meaning with an embedding model. Absent = not among the
 * candidates.
 */
export const hitRanksSchema = z.object({
  lexical: z.int().positive().optional(),
  dense: z.int().positive().optional(),
})
export type HitRanks = z.infer<typeof hitRanksSchema>

export const recallHitSchema = z.object({
  rank: z.int(),
  kind: z.enum(['turn', 'summary', 'file', 'fact', 'strategy']),
  refId: z.string(),
  turnId: z.string().nullable(),
  turnNumber: z.int().nullable(),
  conversationId: z.string(),
  contextId: z.string().nullable(),
  at: z.string(),
  /** In [0, 1]. 1 for a turn requested by number or id, else the score divided by the best possible score. */
  score: z.number(),
  parts: z.record(z.string(), z.number()),
  /** The passage shown in a chip; the prompt may carry more. */
  excerpt: z.string(),
  tokens: z.int(),
  /** Absent when the whole turn was requested. */
  place: hitPlaceSchema.optional(),
  ranks: hitRanksSchema.optional(),
  words: z.array(askedWordSchema).optional(),
  /** The turns that a summary or roll-up covers. */
  covers: z.object({ from: z.int(), to: z.int() }).optional(),
})
export type RecallHit = z.infer<typeof recallHitSchema>

export const recallSchema = z.object({
  id: z.string(),
  index: z.int(),
  source: z.string(),
  request: recallSearchSchema,
  engine: z.string(),
  ms: z.number(),
  hits: z.array(recallHitSchema),
  nearMisses: z.array(recallHitSchema),
  /** What the model reads when something requested was not found. */
  note: z.string(),
  /** What a person should know about how the search ran; absent = nothing. */
  notice: z.string().optional(),
})
export type Recall = z.infer<typeof recallSchema>

export const toolCallSchema = z.object({
  id: z.string(),
  index: z.int(),
  name: z.string(),
  args: z.unknown(),
  ok: z.boolean(),
  result: z.string(),
  /** When it began: only for the inspector, and not in turns of earlier versions. */
  at: z.string().optional(),
  ms: z.int(),
})
export type ToolCall = z.infer<typeof toolCallSchema>

/** A call that waits for the person: `tool` as its server names it. */
export const askedCallSchema = z.object({
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  args: z.unknown(),
})
export type AskedCall = z.infer<typeof askedCallSchema>

const step = z.int().nonnegative()

/**
 * Everything a running turn reports. The agent only emits, subscribers persist and broadcast, and the UI
 * never parses model output.
 */
export const turnEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), at: z.string() }),
  // `window` is absent in logs of earlier versions.
  z.object({
    type: z.literal('classified'),
    thinking: thinkingPlanSchema,
    window: windowPlanSchema.optional(),
  }),
  z.object({
    type: z.literal('step-started'),
    step,
    phase: z.enum(PHASES),
    round: z.int().nullable(),
    provider: z.string(),
    model: z.string(),
    sections: z.array(sectionTokensSchema),
  }),
  z.object({ type: z.literal('thought-delta'), step, text: z.string() }),
  z.object({ type: z.literal('reasoning-delta'), step, text: z.string() }),
  z.object({ type: z.literal('answer-delta'), step, text: z.string() }),
  // The text of this step so far was reasoning; with `chars` over 0, that much of the reasoning's end was text.
  z.object({ type: z.literal('retracted'), step, chars: z.int().nonnegative() }),
  // A round of thinking gave the answer: its text is no thought.
  z.object({ type: z.literal('answered'), step }),
  z.object({ type: z.literal('recall'), step, recall: recallSchema }),
  // `sources` = what the call quotes, for a turn that another process has to end.
  z.object({ type: z.literal('tool'), step, call: toolCallSchema, sources: sourcesSchema.optional() }),
  z.object({ type: z.literal('asking'), step, call: askedCallSchema }),
  z.object({ type: z.literal('decision'), step, decision: roundEndSchema, stop: z.string().nullable() }),
  z.object({
    type: z.literal('retry'),
    step,
    attempt: z.int(),
    waitMs: z.int(),
    at: z.string().optional(),
    reason: z.string(),
  }),
  z.object({ type: z.literal('notice'), step, text: z.string() }),
  z.object({
    type: z.literal('step-ended'),
    step,
    finish: z.string(),
    usage: usageSchema,
    ms: z.int(),
    firstMs: z.int().nullable(),
  }),
  z.object({ type: z.literal('completed'), at: z.string() }),
  z.object({ type: z.literal('stopped'), at: z.string() }),
  z.object({ type: z.literal('failed'), at: z.string(), error: failureSchema }),
  z.object({ type: z.literal('interrupted'), at: z.string() }),
])
export type TurnEvent = z.infer<typeof turnEventSchema>
export type TerminalEvent = Extract<TurnEvent, { type: 'completed' | 'stopped' | 'failed' | 'interrupted' }>
export const isTerminal = (event: TurnEvent): event is TerminalEvent =>
  ['completed', 'stopped', 'failed', 'interrupted'].includes(event.type)

/** Further text of a thought, of the model's own reasoning, or of the answer. */
export type TextEvent = Extract<TurnEvent, { text: string; type: `${string}-delta` }>
export const isDelta = (event: TurnEvent): event is TextEvent => event.type.endsWith('-delta')
export const isSameText = (a: TurnEvent, b: TextEvent): a is TextEvent =>
  a.type === b.type && a.step === b.step
/** These events with consecutive deltas of one text joined. */
export function joinedEvents(events: TurnEvent[]): TurnEvent[] {
  const out: TurnEvent[] = []
  for (const event of events) {
    const last = out.at(-1)
    if (isDelta(event) && last && isSameText(last, event))
      out[out.length - 1] = { ...event, text: last.text + event.text }
    else out.push(event)
  }
  return out
}

/** One entry of a turn's log. `seq` counts from 1 in each attempt, without gaps. */
export type Frame = { attempt: number; seq: number; event: TurnEvent }
