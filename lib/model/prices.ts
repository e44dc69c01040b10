import { MAX_COUNT } from '@/lib/base/count'
import type { Usage } from '@/lib/shared/events'
import { OFFLINE_MODEL } from './provider/defaults'

/**
 * Millionths of the currency unit per million tokens: $0.75 per million tokens is 750_000. `cachedInput` =
 * input read from the provider's cache.
 */
export type Price = { input: number; cachedInput: number; output: number }
export type PriceTable = Readonly<Record<string, Price>>

export const PRICES_AS_OF = '2026-11-21'
const price = (input: number, cachedInput: number, output: number): Price => ({
  input: input * 1e6,
  cachedInput: cachedInput * 1e6,
  output: output * 1e6,
})

/** OpenAI's standard list prices in US dollars, short context, on PRICES_AS_OF; editable in Settings. */
export const DEFAULT_PRICES: PriceTable = {
  'gpt-6-astra': price(10, 1, 50),
  'gpt-6.1-terra': price(1, 0.05, 5),
  'gpt-6-sol': price(2, 0.2, 10),
  'gpt-6-luna': price(0.1, 0.01, 0.5),
  'gpt-5.6-sol': price(5, 0.5, 30),
  'gpt-5.6-terra': price(2, 0.2, 12),
  'gpt-5.6-luna': price(0.2, 0.02, 1.2),
  'gpt-5.5': price(5, 0.5, 30),
  'gpt-5.4': price(2.5, 0.25, 15),
  'gpt-5.4-mini': price(0.75, 0.075, 4.5),
  'gpt-5.4-nano': price(0.2, 0.02, 1.25),
  'gpt-5.2': price(1.75, 0.175, 14),
  'gpt-5.1': price(1.25, 0.125, 10),
  'gpt-5': price(1.25, 0.125, 10),
  'gpt-5-mini': price(0.25, 0.025, 2),
  'gpt-5-nano': price(0.05, 0.005, 0.4),
  'gpt-4.1': price(2, 0.5, 8),
  'gpt-4.1-mini': price(0.4, 0.1, 1.6),
  'gpt-4.1-nano': price(0.1, 0.025, 0.4),
  'gpt-4o': price(2.5, 1.25, 10),
  'gpt-4o-mini': price(0.15, 0.075, 0.6),
  o3: price(2, 0.5, 8),
  'o4-mini': price(1.1, 0.275, 4.4),
}

type Counts = Pick<Usage, 'inputTokens' | 'cachedTokens' | 'outputTokens'>

/**
 * Cost of one call in millionths; null = no price for exactly this model id (never a guess), or a cost too
 * large to store. The built-in engine costs 0.
 */
export function costMicros(model: string, usage: Counts, table: PriceTable): number | null {
  if (model === OFFLINE_MODEL) return 0
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
