const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * How long before `now` something happened, in its largest whole unit (`3-hours`); `moments` below a minute.
 */
export function ageInWords(at: Date, now: Date): string {
  const seconds = (now.getTime() - at.getTime()) / 1_000
  const unit = UNITS.find(([, size]) => seconds >= size)
  if (!unit) return 'moments'
  const count = Math.floor(seconds / unit[1])
  return `${count}-${unit[0]}${count > 1 ? 's' : ''}`
}
