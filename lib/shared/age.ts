import { DAY_MS } from './day'
import { daysIn } from './time/day'

const UNITS = [
  ['year', 365.25],
  ['month', 30.4375],
  ['week', 7],
  ['day', 1],
] as const

/**
 * How long before `now` something happened, in its largest whole unit (`3-hours`); `moments` below a minute.
 * From an hour on, by the days of a time zone: what was said last evening is `1-day` old in the morning.
 */
export function ageInWords(at: Date, now: Date, zone: string): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'moments'
  if (minutes < 60) return counted(minutes, 'minute')
  const day = daysIn(zone)
  const days = Math.round((Date.parse(day(now.getTime())) - Date.parse(day(at.getTime()))) / DAY_MS)
  const unit = UNITS.find(([, size]) => days >= size)
  return unit ? counted(Math.floor(days / unit[1]), unit[0]) : counted(Math.floor(minutes / 60), 'hour')
}

const counted = (count: number, unit: string) => `${count}-${unit}${count > 1 ? 's' : ''}`
