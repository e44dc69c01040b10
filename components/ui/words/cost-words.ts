import type { Format } from './use-format'

/** `costMicros` covers the calls with a price. */
export type Costs = { costMicros: number | null; unpricedCalls: number; calls: number }

/** Calls without a known price are counted separately and never called free. */
export function costWords({ costMicros, unpricedCalls, calls }: Costs, format: Format): string {
  if (calls > 0 && unpricedCalls === calls) return format.cost(null)
  if (unpricedCalls === 0) return format.cost(costMicros)
  const count = format.plural(unpricedCalls, 'call')
  return costMicros ? `${format.cost(costMicros)} + ${count} without a known price` : `unknown for ${count}`
}
