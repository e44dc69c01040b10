import type { LanguageModelUsage } from 'ai'
import { z } from 'zod'
import { costMicros, type PriceTable } from '@/lib/model/prices'
import type { Json } from '@/lib/model/types'
import { countSchema, MAX_COUNT } from '@/lib/shared/count'
import type { Usage } from '@/lib/shared/turn/events'
import { isObject } from './wire/fault'

export type Counts = Pick<Usage, 'inputTokens' | 'cachedTokens' | 'outputTokens' | 'reasoningTokens'>
/** `unusable` = at least one count is impossible. */
export type Reported = Counts | 'unusable' | null

const objectOf = (value: unknown): Json => (isObject(value) ? value : {})

/** What the service itself says that a call cost, as OpenRouter does: dollars, here in millionths; null = nothing. */
export function reportedCost(event: unknown): number | null {
  const { cost } = objectOf(objectOf(event).usage)
  return typeof cost === 'number' && cost >= 0 && cost <= 1_000_000 ? Math.round(cost * 1e6) : null
}

/** Some services count in text or in decimals. */
function whole(figure: unknown): unknown {
  const count = typeof figure === 'string' && figure.trim() !== '' ? Number(figure) : figure
  return typeof count === 'number' && Number.isFinite(count) ? Math.round(count) : figure
}
const count = z.preprocess(whole, countSchema)
const counts = z.object({
  inputTokens: count,
  cachedTokens: count,
  outputTokens: count,
  reasoningTokens: count,
})
const checked = (figures: { [Name in keyof Counts]: unknown }): Reported =>
  counts.safeParse(figures).data ?? 'unusable'

/** The `usage` of one event of the wire (Chat Completions or Responses); null = this event has none. */
export function reportedUsage(event: unknown): Reported {
  const { usage: own, response } = objectOf(event)
  const usage = isObject(own) ? own : objectOf(objectOf(response).usage)
  const input = usage.prompt_tokens ?? usage.input_tokens
  const output = usage.completion_tokens ?? usage.output_tokens
  if (input == null && output == null) return null
  const inputs = objectOf(usage.prompt_tokens_details ?? usage.input_tokens_details)
  const outputs = objectOf(usage.completion_tokens_details ?? usage.output_tokens_details)
  return checked({
    inputTokens: input ?? 0,
    cachedTokens: inputs.cached_tokens ?? 0,
    outputTokens: output ?? 0,
    reasoningTokens: outputs.reasoning_tokens ?? 0,
  })
}

/** The AI SDK's counts at the end of a stream. */
export const sdkUsage = ({ inputTokens, outputTokens }: LanguageModelUsage): Counts => ({
  ...NO_USAGE,
  inputTokens: inputTokens ?? 0,
  outputTokens: outputTokens ?? 0,
})

/** Sums are capped at the largest count that can be stored. */
const plus = (a: number, b: number) => Math.min(a + b, MAX_COUNT)
const plusCost = (a: number | null, b: number | null) =>
  a === null || b === null || a + b > MAX_COUNT ? null : a + b

export const NO_USAGE: Counts = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 }
/** For a call that no model handled. It costs nothing, but without a price the cost would be unknown. */
export const unused = (model: string, prices: PriceTable): Usage => ({
  ...NO_USAGE,
  estimated: true,
  costMicros: costMicros(model, NO_USAGE, prices),
})

/**
 * If the provider reported any try, only reported ones are summed, so that the ledger equals the provider's.
 * A cost is null if a part has no price or the sum cannot be stored. null = no model worked on any.
 */
export function sumUsage(all: readonly (Usage | null)[]): Usage | null {
  const given = all.filter((usage) => usage !== null)
  const reported = given.filter((usage) => !usage.estimated)
  const [first, ...more] = reported.length ? reported : given
  if (!first) return null
  return more.reduce(
    (sum, usage) => ({
      inputTokens: plus(sum.inputTokens, usage.inputTokens),
      cachedTokens: plus(sum.cachedTokens, usage.cachedTokens),
      outputTokens: plus(sum.outputTokens, usage.outputTokens),
      reasoningTokens: plus(sum.reasoningTokens, usage.reasoningTokens),
      estimated: usage.estimated,
      costMicros: plusCost(sum.costMicros, usage.costMicros),
    }),
    first,
  )
}

export const UNUSABLE_COUNTS =
  'The provider reported impossible token counts. Mneme uses its own estimates instead.'
