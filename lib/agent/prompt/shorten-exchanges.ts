import type { Exchange } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import { truncated } from '@/lib/shared/truncated'
import type { Count } from './fit'

const { shortened, argumentChars } = limits.prompt

/**
 * Cuts long texts in arguments, at any depth. If they are still long, only the start of their JSON remains.
 */
function cutArguments(args: unknown, max: number): unknown {
  const cut = (value: unknown): unknown => {
    if (typeof value === 'string') return truncated(value, max)
    if (Array.isArray(value)) return value.map(cut)
    return value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]))
      : value
  }
  const made = cut(args)
  const json = JSON.stringify(made) ?? ''
  return json.length > max * argumentChars ? { truncated: truncated(json, max) } : made
}

const cutExchange = (exchange: Exchange, max: number): Exchange => ({
  text: truncated(exchange.text, max),
  calls: exchange.calls.map((call) => ({ ...call, args: cutArguments(call.args, max) })),
  results: exchange.results.map((result) => ({ ...result, text: truncated(result.text, max) })),
})

/**
 * This turn's tool calls and results, cut to `maxTokens` if possible: the oldest step first and ever shorter,
 * the latest step last. Every call keeps its result.
 */
export function shortenExchanges(exchanges: Exchange[], maxTokens: number, countTokens: Count): Exchange[] {
  const kept = [...exchanges]
  const tokens = kept.map((exchange) => countTokens(JSON.stringify(exchange)))
  const latest = kept.length - 1
  const older = shortened.flatMap((max) => kept.slice(0, latest).map((_, i) => ({ i, max })))
  for (const { i, max } of [...older, ...shortened.map((max) => ({ i: latest, max }))]) {
    if (tokens.reduce((sum, count) => sum + count, 0) <= maxTokens) break
    const exchange = exchanges[i]
    if (!exchange) break
    const made = cutExchange(exchange, max)
    kept[i] = made
    tokens[i] = countTokens(JSON.stringify(made))
  }
  return kept
}
