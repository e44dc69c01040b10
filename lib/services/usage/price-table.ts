import type { Db } from '@/lib/db/engine/client'
import { DEFAULT_PRICES, type PriceTable, priceOf } from '@/lib/model/prices'
import type { SettingValue } from '@/lib/settings/definitions'
import { loadSettings } from '@/lib/settings/layers'

/** List prices, overridden by a person's own. */
export const priceTable = async (db: Db, ownerId: string): Promise<PriceTable> =>
  withOwnPrices((await loadSettings(db, ownerId, null)).get('prices').value)

export function withOwnPrices(own: SettingValue<'prices'>): PriceTable {
  const prices = Object.entries(own).map(([model, { input, cachedInput = input, output }]) => [
    model,
    priceOf(input, cachedInput, output),
  ])
  return { ...DEFAULT_PRICES, ...Object.fromEntries(prices) }
}
