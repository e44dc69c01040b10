import type { DateTime } from 'luxon'
import type { Span } from './calendar'

type Groups = Record<string, string | undefined>
/** `ago` = the span is one day, given by a count of units: people mean the time around it. */
export type Rule = { pattern: RegExp; span(groups: Groups, now: DateTime): Span | null; ago?: true }

/** Pieces of a pattern, not inside a word. */
export const words = (pattern: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'u')
export const cjk = (pattern: string) => new RegExp(pattern, 'u')
/** A date in parts, those that were named. */
export const given = (year: string | undefined, month: number | undefined, day?: string) => ({
  ...(year === undefined ? {} : { year: Number(year) }),
  ...(month === undefined ? {} : { month }),
  ...(day === undefined ? {} : { day: Number(day) }),
})
