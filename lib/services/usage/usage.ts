import type { Db } from '@/lib/db/engine/client'
import { recordedUsage, type UsageQuery } from '@/lib/db/ledger/usage'
import { costMicros, type PriceTable } from '@/lib/model/prices'
import type { ModelPrice, UsageReport } from '@/lib/shared/usage/usage'
import { priceTable } from './price-table'

const MILLION = 1_000_000
function priceOf(model: string, table: PriceTable): ModelPrice | null {
  const cost = (cachedTokens: number) =>
    costMicros(model, { inputTokens: MILLION, cachedTokens, outputTokens: 0 }, table)
  const [input, cachedInput] = [cost(0), cost(MILLION)]
  return input === null || cachedInput === null ? null : { input, cachedInput }
}

/** The recorded usage, and today's prices to value the saving. @throws MnemeError not_found. */
export async function usageReport(db: Db, ownerId: string, query: UsageQuery): Promise<UsageReport> {
  const recorded = await recordedUsage(db, ownerId, query)
  const prices = await priceTable(db, ownerId)
  return {
    ...recorded,
    models: recorded.models.map((model) => ({ ...model, price: priceOf(model.model, prices) })),
  }
}
