import { DateTime } from 'luxon'
import type { UsagePeriod } from '@/lib/shared/usage/usage-query'

/** From the first moment of the first day to the first moment after the last one, in the period's zone. */
export function periodBounds({ name, zone }: UsagePeriod, now: Date): { since: Date; until: Date } {
  const today = DateTime.fromJSDate(now, { zone }).startOf('day')
  const [month, tomorrow] = [today.startOf('month'), today.plus({ days: 1 })]
  const bounds = {
    '7d': [tomorrow.minus({ days: 7 }), tomorrow],
    '30d': [tomorrow.minus({ days: 30 }), tomorrow],
    month: [month, tomorrow],
    'last-month': [month.minus({ months: 1 }), month],
  } as const
  const [since, until] = bounds[name]
  return { since: since.toJSDate(), until: until.toJSDate() }
}
