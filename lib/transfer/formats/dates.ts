import { limits } from '@/lib/shared/limits'
import { ImportRefusal } from '@/lib/transfer/refusal'

/** Smaller numbers are seconds since 1970, larger ones milliseconds. */
const MOST_SECONDS = 100_000_000_000
const EPOCH = /^\d{9,13}(?:\.\d+)?$/
/** 13.02.2026 10:00, 2/13/26, 2:30 PM, 2024-5-1 @14h 05m 09s 120ms. */
const CALENDAR =
  /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:,?\s+(?:[^\d\s]+\s?)?(\d{1,2})[:.h]\s?(\d{2})(?:[:.m]\s?(\d{2}))?[ms]?(?:\s\d+ms)?\s?(?:([ap])\.?\s?m\.?)?)?$/i

/** `dayFirst` decides where both orders are possible; with dots the day is always first. */
export function calendarTime(text: string, dayFirst = false): number {
  const [, first = '', sign, second = '', third = '', hour = '0', minute = '0', seconds = '0', half] =
    CALENDAR.exec(text) ?? []
  const [a, b, c] = [first, second, third].map(Number) as [number, number, number]
  const isDayFirst = sign !== '/' || a > 12 || (dayFirst && b <= 12)
  const [year, month, day] = first.length > 2 ? [a, b, c] : isDayFirst ? [c, b, a] : [c, a, b]
  if (!sign || month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return new Date(
    year < 100 ? 2000 + year : year,
    month - 1,
    day,
    hours,
    Number(minute),
    Number(seconds),
  ).getTime()
}

function timeOf(value: number | string): number {
  if (typeof value === 'number' || EPOCH.test(value)) {
    const number = Number(value)
    return number < MOST_SECONDS ? number * 1_000 : number
  }
  const iso = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN
  const calendar = Number.isNaN(iso) ? calendarTime(value) : iso
  // "June 19, 2023 2:20pm"
  return Number.isNaN(calendar) ? Date.parse(value.replace(/(\d)([ap]m)$/i, '$1 $2')) : calendar
}

/** A date as programs write it; null without one. @throws Refusal for an unreadable or impossible one. */
export function dateOf(value: unknown, of: string): Date | null {
  if (value === null || value === undefined || value === '') return null
  // As MongoDB writes it.
  if (typeof value === 'object' && ('$date' in value || '$numberLong' in value))
    return dateOf(Object.values(value)[0], of)
  if (typeof value !== 'number' && typeof value !== 'string')
    throw new ImportRefusal(`${of} has a date of the wrong type.`)
  const at = new Date(timeOf(typeof value === 'string' ? value.trim() : value))
  if (Number.isNaN(at.getTime()))
    throw new ImportRefusal(`${of} has a date that cannot be read: ${String(value).slice(0, 40)}.`)
  if (at.getTime() < 0 || at.getUTCFullYear() > limits.transfer.latestYear)
    throw new ImportRefusal(`${of} has an impossible date: ${String(value).slice(0, 40)}.`)
  return at
}
