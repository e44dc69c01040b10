import type { DateTime } from 'luxon'
import type { CalendarSpan } from './calendar'

type Groups = Record<string, string | undefined>
/** `ago` = the span is one day, given by a count of units ("3 weeks ago"): people mean the time around it. */
export type Rule = { pattern: RegExp; span(groups: Groups, now: DateTime): CalendarSpan | null; ago?: true }

/** Matches `pattern` as whole words only. */
export const wordPattern = (pattern: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'u')
export const cjk = (pattern: string) => new RegExp(pattern, 'u')
/** The parts of a date that were given. */
export const given = (year: string | undefined, month: number | undefined, day?: string) => ({
  ...(year === undefined ? {} : { year: Number(year) }),
  ...(month === undefined ? {} : { month }),
  ...(day === undefined ? {} : { day: Number(day) }),
})
