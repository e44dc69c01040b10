/** Days such as `2026-03-01` in a time zone. */
export function daysIn(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  return (at) => format.format(at)
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** A day as pages show it: "Nov 26, 2026". */
export function dayOf(date: string): string {
  const at = new Date(date.slice(0, 10))
  return Number.isNaN(at.getTime()) ? date : DAY.format(at)
}
