import { DateTime } from 'luxon'
import {
  back,
  between,
  type CalendarSpan,
  dateSpan,
  lastUnits,
  latestHour,
  nextWeekday,
  seasonSpan,
  unitAt,
  weekdayBefore,
  wholeDay,
} from './calendar'
import { given, type Rule, wordPattern } from './rule'
import {
  COUNT,
  countNamed,
  MONTH,
  monthOf,
  SEASON,
  SOME,
  seasonMonth,
  someOf,
  timeUnit,
  UNIT,
  WEEKDAY,
  weekdayNumber,
} from './words'

const STEP: Record<string, number> = { last: -1, previous: -1, this: 0, current: 0, next: 1 }
const stepOf = (word: string | undefined) => STEP[word ?? 'this'] ?? 0
const times = (unit: string | undefined, count: number | null) => {
  const found = timeUnit(unit)
  return found && count !== null ? { unit: found.unit, count: count * found.times } : null
}
const QUARTERS: Record<string, number> = { first: 1, second: 2, third: 3 }
const LAST = 'last|past|previous'
const YEAR = '(?:19|20)\\d\\d'

const HOURS = '(?<h>hours?|hrs?)|(?<m>minutes?|mins?)'
/** A moment of the past, by a count of hours or minutes. */
const hoursBack = (now: DateTime, { n, h }: Record<string, string | undefined>) => {
  const count = someOf(n ?? 'an')?.[0] ?? countNamed(n ?? 'an')
  return count === null ? null : now.minus({ [h ? 'hours' : 'minutes']: count })
}

export const ENGLISH_RULES: Rule[] = [
  {
    pattern: wordPattern(`(?:${LAST}) (?:(?<n>${COUNT}|${SOME}) )?(?:${HOURS})`),
    span(groups, now) {
      const from = hoursBack(now, groups)
      return from && [from, now]
    },
  },
  {
    pattern: wordPattern(
      `(?<w>more|over|longer|older|less|fewer)(?: than)? (?<n>${COUNT}) (?:${HOURS}|(?<u>${UNIT}))(?<ago> ago| back)?`,
    ),
    span({ w = '', u, ago, ...groups }, now) {
      if (!ago && w !== 'older') return null
      const found = times(u, countNamed(groups.n))
      const at = found ? back(now, found.unit, found.count).startOf('day') : hoursBack(now, groups)
      if (!at || /less|fewer/.test(w)) return at && [at, found ? wholeDay(now)[1] : now]
      return [DateTime.fromMillis(0, { zone: now.zone }), at]
    },
  },
  {
    pattern: wordPattern(
      `(?<a>${COUNT})(?: ?(?<v>${UNIT})(?: ago)?)? ?(?<w>to|and|or|(?<=\\d ?)[-–]) ?(?<b>${COUNT}) ?(?<u>${UNIT}) (?:ago|back)`,
    ),
    // From the beginning of the far day to that of the near one, so that ranges in a row share no day. "Two or
    // three days ago", "2-3 days ago": both days.
    span({ a, b, u, v, w = '' }, now) {
      const [one, other] = [times(v ?? u, countNamed(a)), times(u, countNamed(b))]
      if (!one || !other) return null
      const ends = [one, other].map(({ unit, count }) => back(now, unit, count).startOf('day'))
      const [from, to] = [DateTime.min(...ends), DateTime.max(...ends)]
      if (!from || !to) return null
      const isVague = w === 'or' || (/[-–]/.test(w) && Math.abs(one.count - other.count) === 1)
      return [from, isVague || to.hasSame(now, 'day') ? wholeDay(to)[1] : to]
    },
  },
  {
    pattern: wordPattern(`(?:${LAST}) (?<n>${COUNT}|${SOME}) (?<u>${UNIT})`),
    span({ n = '', u }, now) {
      const found = times(u, someOf(n)?.[0] ?? countNamed(n))
      return found && lastUnits(now, found.unit, found.count)
    },
  },
  {
    pattern: wordPattern(`(?<n>${SOME}) (?<u>${UNIT}) (?:ago|back)`),
    span({ n = '', u }, now) {
      const [found, range] = [timeUnit(u), someOf(n)]
      return found && range ? between(now, found.unit, range[0] * found.times, range[1] * found.times) : null
    },
  },
  {
    pattern: wordPattern(`(?<n>${COUNT}) ?(?<u>${UNIT}) (?:ago|back|earlier)`),
    ago: true,
    span({ n, u }, now) {
      const found = times(u, countNamed(n))
      return found && wholeDay(back(now, found.unit, found.count))
    },
  },
  {
    pattern: wordPattern(`in (?<n>${COUNT}) (?<u>${UNIT})|(?<m>${COUNT}) (?<v>${UNIT}) (?:later|from now)`),
    span({ n, u, m, v }, now) {
      const found = times(u ?? v, countNamed(n ?? m))
      return found && wholeDay(back(now, found.unit, -found.count))
    },
  },
  {
    pattern: wordPattern('(?:the )?past (?<u>week|month|quarter|year)'),
    span({ u }, now) {
      const found = times(u, 1)
      return found && lastUnits(now, found.unit, 1)
    },
  },
  {
    pattern: wordPattern(`(?<w>last|previous|this|current) (?<u>week|weekend|fortnight|month|quarter|year)`),
    span({ w, u }, now) {
      const found = times(u, 1)
      if (!found) return null
      return found.count === 1 ? unitAt(now, found.unit, stepOf(w)) : lastUnits(now, found.unit, found.count)
    },
  },
  {
    pattern: wordPattern(
      `(?:the )?(?:(?<n>day|night)|(?<u>week|weekend|month|quarter|year)|(?<s>${SEASON})|(?<d>${WEEKDAY})) before last`,
    ),
    span({ n, u, s, d }, now) {
      const earlier = ([from, to]: CalendarSpan, unit: 'weeks' | 'years'): CalendarSpan => [
        from.minus({ [unit]: 1 }),
        to.minus({ [unit]: 1 }),
      ]
      if (d) return earlier(weekdayBefore(now, weekdayNumber(d)), 'weeks')
      const month = seasonMonth(s)
      if (month) return earlier(seasonSpan(now, month, 'last'), 'years')
      const found = times(n ? 'day' : u, 1)
      return found && unitAt(now, found.unit, -2)
    },
  },
  {
    pattern: wordPattern(
      '(?:the )?day before yesterday|(?<y>yesterday|last night)|(?<t>tomorrow)|(?:earlier )?today|right now|now|this (?:morning|afternoon|evening)',
    ),
    span: ({ y, t, all = '' }, now) =>
      unitAt(now, 'day', y ? -1 : t ? 1 : all.includes('yesterday') ? -2 : 0),
  },
  {
    pattern: wordPattern('(?<noon>noon)|(?<midnight>midnight)|at (?<h>1[0-2]|[1-9]) ?(?<m>am|pm)'),
    span: ({ noon, midnight, h, m }, now) =>
      latestHour(now, noon ? 12 : midnight ? 0 : (Number(h) % 12) + (m === 'pm' ? 12 : 0)),
  },
  {
    pattern: wordPattern(
      `(?<w>last|past|this|current) (?<s>${SEASON})(?! \\d)|(?<t>${SEASON})(?: of)?,? (?<y>${YEAR})|(?:in|during|since|over)(?: the)? (?<v>${SEASON})`,
    ),
    span({ w, s, t, v, y }, now) {
      const month = seasonMonth(s ?? t ?? v)
      if (!month) return null
      return seasonSpan(now, month, y ? Number(y) : w === 'last' || w === 'past' ? 'last' : 'this')
    },
  },
  {
    pattern: wordPattern(
      `(?:(?<n>first|second|third|fourth|last) quarter|q(?<q>[1-4]))(?:(?: of)?,? (?<y>${YEAR}))?`,
    ),
    span({ n, q, y }, now) {
      if (n === 'last' && !y) return unitAt(now, 'quarter', -1)
      const quarter = q ? Number(q) : (QUARTERS[n ?? ''] ?? 4)
      const from = dateSpan(now, { ...(y ? { year: Number(y) } : {}), month: quarter * 3 - 2 })?.[0]
      return from ? [from, from.plus({ months: 3 })] : null
    },
  },
  {
    pattern: wordPattern(`(?<h>first|second) half of (?:(?<y>${YEAR})|(?<w>this|last) year)`),
    span({ h, y, w }, now) {
      const year = y ? Number(y) : now.year + (w === 'last' ? -1 : 0)
      const from = dateSpan(now, { year, month: h === 'first' ? 1 : 7 })?.[0]
      return from ? [from, from.plus({ months: 6 })] : null
    },
  },
  {
    pattern: wordPattern(
      `(?<y>\\d{4})[-/](?<m>\\d{1,2})(?:[-/](?<d>\\d{1,2}))?(?:t[\\d:.]+z?)?|(?<n>\\d{1,2})/(?<e>\\d{1,2})/(?<z>\\d{4})`,
    ),
    span: ({ y, m, d, n, e, z }, now) => dateSpan(now, given(y ?? z, Number(m ?? n), d ?? e)),
  },
  {
    pattern: wordPattern(
      `(?<m>${MONTH})\\.? (?<d>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?:,? (?<y>\\d{4}))?|(?:the )?(?<e>\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of| de| di)? (?<n>${MONTH})\\.?(?:,?(?: of| de)? (?<z>\\d{4}))?`,
    ),
    span: ({ m, d, y, e, n, z }, now) => dateSpan(now, given(y ?? z, monthOf(m ?? n), d ?? e)),
  },
  {
    pattern: wordPattern(
      `(?:(?<p>early|mid|late|beginning of|start of|middle of|end of)[ -])?(?<m>${MONTH})\\.?,?(?: of| de)? (?<y>\\d{4})`,
    ),
    span: ({ p, m, y }, now) => partOf(p, dateSpan(now, given(y, monthOf(m)))),
  },
  {
    pattern: wordPattern(
      `(?<w>in|during|of|last|this|since|by|until|before|after|early|mid|late|beginning of|start of|middle of|end of)[ -](?<m>${MONTH})(?!\\.?,?(?: of| de)? \\d)|^(?<o>(?!may\\b|mar\\b|mai\\b)(?:${MONTH}))$`,
    ),
    span({ w, m, o }, now) {
      const month = monthOf(m ?? o)
      if (!month) return null
      const span = dateSpan(now, { month })
      const isOver = !span || span[1] <= now
      return partOf(
        w,
        w === 'last' && !isOver ? span && [span[0].minus({ years: 1 }), span[1].minus({ years: 1 })] : span,
      )
    },
  },
  {
    pattern: wordPattern(
      `(?:in|during|since|by|until|before|after|year|early|mid|late)[ -](?<y>${YEAR})|^(?<o>${YEAR})$|the year (?<z>\\d{4})`,
    ),
    span: ({ y, o, z }, now) => dateSpan(now, { year: Number(y ?? o ?? z) }),
  },
  {
    pattern: wordPattern(`(?<w>last|this|next|past|on)? ?(?<d>${WEEKDAY})(?: (?<l>last|this|next) week)?`),
    span({ w, d, l }, now) {
      const day = weekdayNumber(d)
      if (l) return nextWeekday(now, day, stepOf(l))
      return w === 'this' || w === 'next' ? nextWeekday(now, day, stepOf(w)) : weekdayBefore(now, day)
    },
  },
]

/** The first ten days of a month (`early`), the next ten (`mid`), or the rest (`late`). Others: the whole. */
function partOf(part: string | undefined, span: CalendarSpan | null): CalendarSpan | null {
  if (!span || !part) return span
  const [tenth, twentieth] = [span[0].plus({ days: 10 }), span[0].plus({ days: 20 })]
  if (/^(?:early|beginning|start)/.test(part)) return [span[0], tenth]
  if (/^mid/.test(part)) return [tenth, twentieth]
  return /^(?:late|end)/.test(part) ? [twentieth, span[1]] : span
}
