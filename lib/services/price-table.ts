import type { Db } from '@/lib/db/engine/client'
import { DEFAULT_PRICES, type PriceTable } from '@/lib/model/prices'
import { loadSettings } from '@/lib/settings/layers'

/** List prices, overridden by a person's own. */
export async function priceTable(db: Db, ownerId: string): Promise<PriceTable> {
  const own = Object.entries((await loadSettings(db, ownerId, null)).get('prices').value).map(
    ([model, price]) =>
      [
        model,
        {
          input: price.input * 1e6,
          cachedInput: (price.cachedInput ?? price.input) * 1e6,
          output: price.output * 1e6,
        },
      ] as const,
  )
  return { ...DEFAULT_PRICES, ...Object.fromEntries(own) }
}
