import type { Db } from '@/lib/db/engine/client'
import { recordedUsage, type UsageQuery } from '@/lib/db/ledger/usage'
import { costMicros, type PriceTable } from '@/lib/model/prices'
import type { ModelPrice, UsageReport } from '@/lib/shared/usage'
import { priceTable } from './price-table'

const MILLION = 1_000_000
function priceOf(model: string, table: PriceTable): ModelPrice | null {
  const input = costMicros(model, { inputTokens: MILLION, cachedTokens: 0, outputTokens: 0 }, table)
  const cachedInput = costMicros(
    model,
    { inputTokens: MILLION, cachedTokens: MILLION, outputTokens: 0 },
    table,
  )
  return input === null || cachedInput === null ? null : { input, cachedInput }
}

/** The recorded usage, with today's prices for what was saved. @throws MnemeError not_found. */
export async function usageReport(db: Db, ownerId: string, query: UsageQuery): Promise<UsageReport> {
  const recorded = await recordedUsage(db, ownerId, query)
  const prices = await priceTable(db, ownerId)
  return {
    ...recorded,
    models: recorded.models.map((model) => ({ ...model, price: priceOf(model.model, prices) })),
  }
}
