import { DateTime } from 'luxon'
import { dayNamed, isNamedDay } from './day'

/** From the first moment of `from` to just before `to`. */
export type CalendarSpan = [from: DateTime, to: DateTime]
export type Unit = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year'

/** A calendar unit, counted from the present one: `by` = -1 is the last week. Weeks start on Monday. */
export function unitAt(now: DateTime, unit: Unit, by: number): CalendarSpan {
  if (unit === 'weekend') {
    const saturday = now.startOf('week').plus({ weeks: by, days: 5 })
    return [saturday, saturday.plus({ days: 2 })]
  }
  const from = now.startOf(unit).plus({ [unit]: by })
  return [from, from.plus({ [unit]: 1 })]
}

/** When a fact's date begins in a zone. A named day is stored as its midnight in UTC. */
export const zonedMoment = (date: Date, zone: string): Date =>
  isNamedDay(date) ? DateTime.fromISO(dayNamed(date, zone), { zone }).toJSDate() : date

export const wholeDay = (moment: DateTime): CalendarSpan => unitAt(moment, 'day', 0)

/** Today and the days of the last `count` units. */
export const lastUnits = (now: DateTime, unit: Unit, count: number): CalendarSpan => [
  back(now, unit, count).startOf('day'),
  wholeDay(now)[1],
]

export const back = (now: DateTime, unit: Unit, count: number) =>
  now.minus({ [unit === 'weekend' ? 'week' : unit]: count })

const DAYS: Record<Unit, number> = { day: 1, week: 7, weekend: 7, month: 30, quarter: 91, year: 365 }
/** From `most` to `least` units ago ("a few weeks ago"). Months count as 30 days, years as 365. */
export const between = (now: DateTime, unit: Unit, most: number, least: number): CalendarSpan => [
  now.minus({ days: most * DAYS[unit] }).startOf('day'),
  wholeDay(now.minus({ days: least * DAYS[unit] }))[1],
]

/** The day, month or year of a date. Without a year, the latest such date that is not in the future. */
export function dateSpan(
  now: DateTime,
  date: { year?: number; month?: number; day?: number },
): CalendarSpan | null {
  const { zone } = now
  const of = (year: number): CalendarSpan | null => {
    if (year < 1) return null
    const from = DateTime.fromObject({ year, month: date.month ?? 1, day: date.day ?? 1 }, { zone })
    if (!from.isValid) return null
    return [from, from.plus(date.day ? { days: 1 } : date.month ? { months: 1 } : { years: 1 })]
  }
  if (date.year !== undefined) return of(date.year)
  // 29 February may be four years back, eight around a year such as 1900.
  for (let year = now.year; year > now.year - 9; year--) {
    const span = of(year)
    if (span && span[0] <= now) return span
  }
  return null
}

/** The latest such weekday before today; 1 = Monday. */
export const weekdayBefore = (now: DateTime, weekday: number): CalendarSpan =>
  wholeDay(now.minus({ days: ((now.weekday - weekday + 6) % 7) + 1 }))
/** A weekday of the present week, or of one `by` weeks away. */
export const nextWeekday = (now: DateTime, weekday: number, by: number): CalendarSpan =>
  wholeDay(now.startOf('week').plus({ weeks: by, days: weekday - 1 }))

/** The day of the latest such time of day. */
export function latestHour(now: DateTime, hour: number): CalendarSpan {
  const today = now.startOf('day').plus({ hours: hour })
  return wholeDay(today <= now ? today : today.minus({ days: 1 }))
}

/**
 * Seasons of the northern hemisphere by their first month: spring = 3. Winter belongs to the year it starts
 * in.
 */
export function seasonSpan(now: DateTime, month: number, which: number | 'last' | 'this'): CalendarSpan {
  const of = (year: number): CalendarSpan => {
    const from = DateTime.fromObject({ year, month }, { zone: now.zone })
    return [from, from.plus({ months: 3 })]
  }
  if (typeof which === 'number') return of(which)
  const isPast = ([from, to]: CalendarSpan) => (which === 'last' ? to : from) <= now
  return [now.year, now.year - 1, now.year - 2].map(of).find(isPast) ?? of(now.year - 1)
}
