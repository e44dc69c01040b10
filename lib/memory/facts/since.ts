import { dayNamed } from '@/lib/shared/time/day'
import { type Fact, heldSince } from './timeline'

/** Words by which a first day of a month is meant as this day: "1 May", "yesterday", "two weeks ago". */
const NAMES_DAY = /(?<!\d)0?1(?!\d)|day|week/i
/** Since when a fact holds, as exactly as it was said: a year, a month ("2019-03"), or a moment. */
export function sinceOf(fact: Pick<Fact, 'statements'>): string {
  const from = heldSince(fact)
  const at = from.toISOString()
  const quote = fact.statements.find((one) => one.from.getTime() === from.getTime())?.quote ?? '1'
  if (!at.endsWith('-01T00:00:00.000Z') || NAMES_DAY.test(quote)) return at
  return at.slice(0, at.slice(5, 7) === '01' && !/\bjan/i.test(quote) ? 4 : 7)
}
/** The same for a prompt: a year, a month or a day. */
export function sinceNamed(fact: Pick<Fact, 'statements'>, zone: string): string {
  const since = sinceOf(fact)
  return since.length < 10 ? since : dayNamed(new Date(since), zone)
}
