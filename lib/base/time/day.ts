import { keepLast } from '../keep-last'

/** Cached: creating a formatter takes longer than formatting a thousand dates. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** Days such as `2026-03-01` in a time zone. */
export function daysIn(zone: string): (at: number) => string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  keepLast(formats, 100, zone, format)
  return (at) => format.format(at)
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** A day as pages show it: "Nov 26, 2026". */
export function dayOf(date: string): string {
  const at = new Date(date.slice(0, 10))
  return Number.isNaN(at.getTime()) ? date : DAY.format(at)
}
