import { casual } from 'chrono-node/en'
import { DateTime } from 'luxon'
import { languageOf } from '../languages'
import { words } from '../words'
import { type CalendarSpan, dateSpan, wholeDay } from './calendar'
import { OTHERS } from './elsewhere'
import { ENGLISH_RULES } from './english'

/** Yesterday in French; a German sentence means this place. */
const HERE = 'hier'

type Named = { span: CalendarSpan; at: number; end: number; ago: boolean }
/** The first time named in a text in lower case; of those that start at the same place the longest. */
function firstNamed(text: string, now: DateTime): Named | null {
  let best: Named | null = null
  for (const { pattern, span, ago = false } of [...ENGLISH_RULES, ...OTHERS]) {
    const match = pattern.exec(text)
    if (!match) continue
    const [at, end] = [match.index, match.index + match[0].length]
    if (best && (at > best.at || (at === best.at && end <= best.end))) continue
    if (match[0] === HERE && text !== HERE && languageOf(words(text)) === 'de') continue
    const found = span({ ...match.groups, all: match[0] }, now)
    if (found?.[0].isValid && found[1].isValid) best = { span: found, at, end, ago }
  }
  return best
}

/** `from` is inside, `to` is the first moment after. */
export type TimeRange = { from: Date; to: Date }

const LONGEST = 2_000
const INTERVAL = /^(?<a>\d{4}-\d\S*?)(?:\/|\.\.| to | until | - | – )(?<b>\d{4}-\d\S*)$/u
const BETWEEN = /(?:^| )between (?<a>.{2,60}?) (?<w>and) (?<b>.{2,60})$/du
const FROM_TO =
  /(?:^| )(?:from )?(?<a>[\p{L}\d][\p{L}\d ,.]{2,40}?) (?<w>to|until|till|through|-|–) (?<b>.{2,60})$/du
const OPEN = /(?:^| )(?<w>since|before|until|till|up to|after) (?<a>.{2,60})$/du

/**
 * The first time a text names ("last spring", "three weeks ago", `last_7_days`, `2024-01-01/2024-02-01`), as
 * a person at `now` in the time zone `zone` means it; null if it names none. Without a year the latest such
 * time that has begun. Conventions follow Hindsight's labels (a few = 2 to 5, weeks start on Monday).
 */
export const timeRangeOf = (text: string, now: Date, zone: string): TimeRange | null =>
  rangeOf(text, now, zone, (named) => named.span)

/**
 * The same for searching memory: "three weeks ago" is the week around that day, "a month ago" the month
 * around it.
 */
export const searchRangeOf = (text: string, now: Date, zone: string): TimeRange | null =>
  rangeOf(text, now, zone, around)

/** A text without the first time that it names ("What did I say?"), if it names one. */
export function withoutTime(text: string): string | null {
  const named = firstNamed(text.toLowerCase(), DateTime.utc())
  if (!named) return null
  const before = text
    .slice(0, named.at)
    .replace(/\s*\b(?:in|on|over|during|since|from|within|for)?(?: the)?\s*$/i, '')
  return `${before}${text.slice(named.end)}`
}

function rangeOf(
  text: string,
  now: Date,
  zone: string,
  spanOf: (named: Named, now: DateTime) => CalendarSpan,
): TimeRange | null {
  const read = text
    .slice(0, LONGEST)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_]+/gu, ' ')
    .trim()
  const here = DateTime.fromJSDate(now, { zone })
  const one = (part: string): CalendarSpan | null => {
    const named = firstNamed(part, here)
    return named ? spanOf(named, here) : byLibrary(part, here)
  }
  // "and" in "between 30 and 60 days ago" and "before" in "the week before last" join no two times.
  const whole = firstNamed(read, here)
  const joins = (match: RegExpExecArray | null) => {
    const at = match?.indices?.groups?.w?.[0] ?? 0
    return whole && at > whole.at && at < whole.end ? null : match
  }
  const span = twoEnds(read, joins, one) ?? openEnd(joins(OPEN.exec(read)), here, one) ?? one(read)
  if (!span || span[0].year < 1 || span[1].year > 9999) return null
  return { from: span[0].toJSDate(), to: span[1].toJSDate() }
}

/** From the start of one time to the end of the other. */
function twoEnds(
  text: string,
  joins: (match: RegExpExecArray | null) => RegExpExecArray | null,
  one: (part: string) => CalendarSpan | null,
): CalendarSpan | null {
  const match = joins(BETWEEN.exec(text)) ?? joins(FROM_TO.exec(text)) ?? INTERVAL.exec(text)
  const { a, b } = match?.groups ?? {}
  // "May" alone is a month here.
  const end = (part: string) => one(part) ?? one(`in ${part}`)
  const year = /\b(?:19|20)\d\d\b/.exec(b ?? '')?.[0]
  // "March to May 2026": the year stands once.
  const first = a && year && !/\d{4}/.test(a) ? `${a} ${year}` : a
  const [from, to] = first && b ? [end(first), end(b)] : []
  return from && to && from[0] < to[1] ? [from[0], to[1]] : null
}

function openEnd(
  match: RegExpExecArray | null,
  now: DateTime,
  one: (part: string) => CalendarSpan | null,
): CalendarSpan | null {
  const { w, a } = match?.groups ?? {}
  const span = a ? one(a) : null
  if (!span) return null
  const start = DateTime.fromMillis(0, { zone: now.zone })
  const end = wholeDay(now)[1]
  if (w === 'since') return [span[0], end]
  if (w === 'after') return [span[1], end]
  return [start, w === 'before' ? span[0] : span[1]]
}

/** Half a unit to both sides of a day that was given by a count of units. */
function around({ span, ago }: Named, now: DateTime): CalendarSpan {
  if (!ago) return span
  const days = Math.abs(now.diff(span[0], 'days').days)
  const more = days < 7 ? 0 : days < 28 ? 3 : days < 360 ? 15 : 183
  return [span[0].minus({ days: more }), span[1].plus({ days: more })]
}

/** What the rules do not know is left to chrono-node, if it finds a day or a month that has begun. */
function byLibrary(text: string, now: DateTime): CalendarSpan | null {
  const [found] = casual.parse(text, { instant: now.toJSDate(), timezone: now.offset })
  if (!found || !/\d|\p{L}{4}/u.test(found.text) || found.start.date() > now.toJSDate()) return null
  const { start } = found
  const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')]
  if (year === null || month === null || !start.isCertain('month')) return null
  return dateSpan(now, { year, month, ...(day !== null && start.isCertain('day') ? { day } : {}) })
}
