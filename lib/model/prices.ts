import { MAX_COUNT } from '@/lib/base/count'
import { PREPARED_MODEL } from '@/lib/shared/transfer/transfer'
import type { Usage } from '@/lib/shared/turn/events'
import { OFFLINE_MODEL } from './provider/defaults'

/** Millionths of the currency unit per million tokens. `cachedInput` is read from the provider's cache. */
export type Price = { input: number; cachedInput: number; output: number }
export type PriceTable = Readonly<Record<string, Price>>

export const PRICES_AS_OF = '2026-11-21'
/** A price in currency units per million tokens. */
export const priceOf = (input: number, cachedInput: number, output: number): Price => ({
  input: input * 1e6,
  cachedInput: cachedInput * 1e6,
  output: output * 1e6,
})

/** OpenAI's standard list prices in US dollars, short context, on PRICES_AS_OF; editable in Settings. */
export const DEFAULT_PRICES: PriceTable = {
  'gpt-6-astra': priceOf(10, 1, 50),
  'gpt-6.1-terra': priceOf(1, 0.05, 5),
  'gpt-6-sol': priceOf(2, 0.2, 10),
  'gpt-6-luna': priceOf(0.1, 0.01, 0.5),
  'gpt-5.6-sol': priceOf(5, 0.5, 30),
  'gpt-5.6-terra': priceOf(2, 0.2, 12),
  'gpt-5.6-luna': priceOf(0.2, 0.02, 1.2),
  'gpt-5.5': priceOf(5, 0.5, 30),
  'gpt-5.4': priceOf(2.5, 0.25, 15),
  'gpt-5.4-mini': priceOf(0.75, 0.075, 4.5),
  'gpt-5.4-nano': priceOf(0.2, 0.02, 1.25),
  'gpt-5.2': priceOf(1.75, 0.175, 14),
  'gpt-5.1': priceOf(1.25, 0.125, 10),
  'gpt-5': priceOf(1.25, 0.125, 10),
  'gpt-5-mini': priceOf(0.25, 0.025, 2),
  'gpt-5-nano': priceOf(0.05, 0.005, 0.4),
  'gpt-4.1': priceOf(2, 0.5, 8),
  'gpt-4.1-mini': priceOf(0.4, 0.1, 1.6),
  'gpt-4.1-nano': priceOf(0.1, 0.025, 0.4),
  'gpt-4o': priceOf(2.5, 1.25, 10),
  'gpt-4o-mini': priceOf(0.15, 0.075, 0.6),
  o3: priceOf(2, 0.5, 8),
  'o4-mini': priceOf(1.1, 0.275, 4.4),
  'text-embedding-3-large': priceOf(0.13, 0.13, 0),
  'text-embedding-3-small': priceOf(0.02, 0.02, 0),
  'text-embedding-ada-002': priceOf(0.1, 0.1, 0),
}

type Counts = Pick<Usage, 'inputTokens' | 'cachedTokens' | 'outputTokens'>

/**
 * Cost of one call in millionths; null = exactly this model has no price, or the cost is too large to store.
 */
export function costMicros(model: string, usage: Counts, table: PriceTable): number | null {
  if (model === OFFLINE_MODEL || model === PREPARED_MODEL) return 0
  const found = Object.hasOwn(table, model) ? table[model] : undefined
  if (!found) return null
  const cached = Math.min(usage.cachedTokens, usage.inputTokens)
  const cost = Math.round(
    ((usage.inputTokens - cached) * found.input +
      cached * found.cachedInput +
      usage.outputTokens * found.output) /
      1e6,
  )
  return cost <= MAX_COUNT ? cost : null
}
