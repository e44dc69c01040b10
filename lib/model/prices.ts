import { MAX_COUNT } from '@/lib/shared/count'
import { OUR_MODELS } from '@/lib/shared/own-models'
import type { Usage } from '@/lib/shared/turn/events'
import { LIST_PRICES } from './price-lists'

/** Millionths of the currency unit per million tokens. `cachedInput` is read from the provider's cache. */
export type Price = { input: number; cachedInput: number; output: number }
export type PriceTable = Readonly<Record<string, Price>>

/** A price in currency units per million tokens. */
export const priceOf = (input: number, cachedInput: number, output: number): Price => ({
  input: input * 1e6,
  cachedInput: cachedInput * 1e6,
  output: output * 1e6,
})

/** List prices in US dollars; editable in Settings. */
export const DEFAULT_PRICES: PriceTable = Object.fromEntries(
  Object.entries(LIST_PRICES).map(([model, [input, cached, output]]) => [
    model,
    priceOf(input, cached ?? input, output),
  ]),
)

/** Prefixes under which gateways and libraries list the models of a service. */
const VENDORS =
  /^(?:(?:openrouter|models|openai|azure|anthropic|google|gemini|vertex_ai|deepseek|mistral|mistralai|x-ai|xai|moonshot|moonshotai|z-ai|zai|minimax)\/)+/
const VARIANT = /(?::(?:thinking|beta|extended)|-latest|[-@]\d{8}|-\d{4}-\d{2}-\d{2})$/

function listedNames(model: string): string[] {
  const bare = model.toLowerCase().replace(VENDORS, '').replace(VARIANT, '').replace(VARIANT, '')
  return [model, bare, bare.startsWith('claude-') ? bare.replaceAll('.', '-') : bare]
}

const FREE = priceOf(0, 0, 0)
/** The price of a model; null = unknown, never a guess. Ours and OpenRouter's `:free` models cost nothing. */
export function priceIn(table: PriceTable, model: string): Price | null {
  if (OUR_MODELS.includes(model)) return FREE
  const name = listedNames(model).find((each) => Object.hasOwn(table, each))
  if (name !== undefined) return table[name] ?? null
  return /^[\w.-]+\/.+:free$/.test(model) ? FREE : null
}

type Counts = Pick<Usage, 'inputTokens' | 'cachedTokens' | 'outputTokens'>

/** In millionths; null = the model has no price, or the cost is too large to store. */
export function costMicros(model: string, usage: Counts, table: PriceTable): number | null {
  const found = priceIn(table, model)
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
