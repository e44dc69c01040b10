import { DateTime } from 'luxon'
import type { UsagePeriod } from '@/lib/shared/usage/usage-query'

const DAYS = { '7d': 7, '30d': 30 } as const

/** From the first moment of the first day to the first moment after the last one, in the period's zone. */
export function periodBounds(period: UsagePeriod, now: Date): { since: Date; until: Date } {
  const { zone } = period
  const today = DateTime.fromJSDate(now, { zone }).startOf('day')
  const first =
    'since' in period
      ? DateTime.fromISO(period.since, { zone })
      : period.name === 'month'
        ? today.startOf('month')
        : today.minus({ days: DAYS[period.name] - 1 })
  const last = 'until' in period ? DateTime.fromISO(period.until, { zone }) : today
  return { since: first.toJSDate(), until: last.plus({ days: 1 }).startOf('day').toJSDate() }
}
