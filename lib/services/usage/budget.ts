import { DateTime } from 'luxon'
import type { Db } from '@/lib/db/engine/client'
import { spendByDay } from '@/lib/db/ledger/spend'
import { loadSettings } from '@/lib/settings/layers'
import type { Runtime } from '@/lib/shared/runtime'
import type { BudgetDto } from '@/lib/shared/usage/budget'

type Person = { db: Db; ownerId: string; runtime: Pick<Runtime, 'now'> }

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
