import { DAY_MS } from '../day'
import { keepLast } from '../keep-last'

/** Cached: creating a formatter takes longer than formatting a thousand dates. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** Days such as `2026-03-01` in a time zone. */
export function daysIn(zone: string): (at: number) => string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  keepLast(formats, 100, zone, format)
  return (at) => format.format(at)
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** A time as prompts show it: in the person's zone, to the second. Swedish times are written as ISO times. */
export function timeIn(at: Date, zone: string): string {
  const format =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  keepLast(clocks, 100, zone, format)
  return format.format(at).replace(' ', 'T')
}

/** A day that was named is stored as its midnight in UTC, and is the same in every zone. */
export const isNamedDay = (at: Date) => at.getTime() % DAY_MS === 0
/** The day of a fact's date: a named one, or that of a moment in the zone. */
export const dayNamed = (at: Date, zone: string): string =>
  isNamedDay(at) ? at.toISOString().slice(0, 10) : daysIn(zone)(at.getTime())
/** The same to the second where it is a moment. */
export const timeNamed = (at: Date, zone: string): string =>
  isNamedDay(at) ? dayNamed(at, zone) : timeIn(at, zone)

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
/** The English weekday of a day such as `2026-03-01`, which models get wrong by themselves. */
export const weekdayOf = (day: string): string => WEEKDAY.format(new Date(day))

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** A day as pages show it: "Nov 26, 2026". */
export function dayOf(date: string): string {
  const at = new Date(date.slice(0, 10))
  return Number.isNaN(at.getTime()) ? date : DAY.format(at)
}
