/** Days such as `2026-03-01` in a time zone. */
export function daysIn(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  return (at) => format.format(at)
}
