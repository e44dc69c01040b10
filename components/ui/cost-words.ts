import type { Format } from './use-format'

/** `costMicros` is of the calls that have a price. */
type Costs = { costMicros: number | null; unpricedCalls: number; calls: number }

/** Calls without a known price are counted apart from the cost, and are never called free. */
export function costWords({ costMicros, unpricedCalls, calls }: Costs, format: Format): string {
  if (calls > 0 && unpricedCalls === calls) return format.cost(null)
  if (unpricedCalls === 0) return format.cost(costMicros)
  const apart = `${format.plural(unpricedCalls, 'call')} without a known price`
  return costMicros ? `${format.cost(costMicros)} + ${apart}` : apart
}
