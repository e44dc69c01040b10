import type { Db } from '@/lib/db/engine/client'
import { DEFAULT_PRICES, type PriceTable, priceOf } from '@/lib/model/prices'
import { loadSettings } from '@/lib/settings/layers'

/** List prices, overridden by a person's own. */
export async function priceTable(db: Db, ownerId: string): Promise<PriceTable> {
  const own = (await loadSettings(db, ownerId, null)).get('prices').value
  const prices = Object.entries(own).map(([model, { input, cachedInput = input, output }]) => [
    model,
    priceOf(input, cachedInput, output),
  ])
  return { ...DEFAULT_PRICES, ...Object.fromEntries(prices) }
}
