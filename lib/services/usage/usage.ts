import { DateTime } from 'luxon'
import type { Db } from '@/lib/db/engine/client'
import { spendByDay } from '@/lib/db/ledger/spend'
import { recordedUsage, type UsageQuery } from '@/lib/db/ledger/usage'
import { DEFAULT_PRICES, type PriceTable, priceIn, priceOf } from '@/lib/model/prices'
import type { SettingValue } from '@/lib/settings/definitions'
import { loadSettings } from '@/lib/settings/layers'
import type { BudgetDto } from '@/lib/shared/usage/budget'
import type { UsageReport } from '@/lib/shared/usage/usage'
import type { Person } from '../caller'

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

/** The recorded usage, and today's prices to value the saving. @throws MnemeError not_found. */
export async function usageReport(db: Db, ownerId: string, query: UsageQuery): Promise<UsageReport> {
  const recorded = await recordedUsage(db, ownerId, query)
  const prices = await priceTable(db, ownerId)
  return {
    ...recorded,
    models: recorded.models.map((model) => ({ ...model, price: priceIn(prices, model.model) })),
  }
}

/** This month, in a person's time zone, against their budget. It only informs: no turn is refused. */
export async function monthlyBudget({ db, ownerId, runtime }: Person, zone: string): Promise<BudgetDto> {
  const now = DateTime.fromJSDate(runtime.now(), { zone })
  const first = now.startOf('month')
  const starts = Array.from({ length: now.day + 1 }, (_, i) => first.plus({ days: i }).toJSDate())
  const [days, settings] = await Promise.all([
    spendByDay(db, ownerId, starts),
    loadSettings(db, ownerId, null),
  ])
  const dollars = settings.get('budget.dollars').value
  return {
    days,
    limits: { dollars: dollars && dollars * 1e6, tokens: settings.get('budget.tokens').value },
  }
}
