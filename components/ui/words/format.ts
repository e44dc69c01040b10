import { DAY_MS } from '@/lib/shared/day'

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** By the reader's calendar: the evening before last is not yesterday. */
const dayNumber = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS

/** After so many seconds, a date says more than how long ago it was. */
const DATED = 14 * 86_400

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const rules = new Intl.PluralRules('en', { type: 'ordinal' })
/** As in "1st", "22nd", "113th". */
export const ordinalEnding = (value: number) => ENDINGS[rules.select(value)] ?? 'th'

function makeFormat(locale: string) {
  const dates = (options: Intl.DateTimeFormatOptions): ((at: Date) => string) =>
    new Intl.DateTimeFormat(locale, options).format
  const numbers = (options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options).format
  const dollar = { style: 'currency', currency: 'USD' } as const
  const number = numbers()
  const tenths = numbers({ maximumFractionDigits: 1 })
  const compact = numbers({ notation: 'compact', maximumFractionDigits: 1 })
  const percent = numbers({ style: 'percent', maximumFractionDigits: 0 })
  const dollars = numbers({ ...dollar, minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const smallSum = numbers({ ...dollar, maximumSignificantDigits: 2 })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const month = dates({ month: 'long', year: 'numeric', timeZone: 'UTC' })
  const aDay = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const day = dates(aDay)
  const dayOfYear = dates({ day: 'numeric', month: 'short' })
  const shortMonth = dates({ month: 'short', timeZone: 'UTC' })
  return {
    number: (value: number) => number(value),
    /** Exact below 100,000, then short ("1.9M"). */
    tokens: (tokens: number) => (tokens < 100_000 ? number(tokens) : compact(tokens)),
    compact: (value: number) => compact(value),
    /** Millionths of a dollar; null = no price. Small amounts keep two significant digits. */
    cost(micros: number | null) {
      if (micros === null) return 'no price'
      if (micros === 0) return 'free'
      return (micros >= 100_000 ? dollars : smallSum)(micros / 1_000_000)
    },
    /** Always in dollars and cents. */
    money: (micros: number) => dollars(micros / 1_000_000),
    /** "320 ms", "4.1 s" or "2 min 5 s". */
    duration(ms: number) {
      if (ms < 1_000) return `${Math.round(ms)} ms`
      if (ms < 60_000) return `${tenths(ms / 1_000)} s`
      const minutes = Math.floor(ms / 60_000)
      const seconds = Math.floor((ms - minutes * 60_000) / 1_000)
      return seconds ? `${minutes} min ${seconds} s` : `${minutes} min`
    },
    bytes(bytes: number) {
      if (bytes < 1_000) return `${bytes} B`
      if (bytes < 1_000_000) return `${tenths(bytes / 1_000)} kB`
      return bytes < 1e9 ? `${tenths(bytes / 1e6)} MB` : `${tenths(bytes / 1e9)} GB`
    },
    /** "82%", as in English, also where the locale puts a blank before the sign. */
    percent: (share: number) => percent(share).replace(/\s+%/, '%'),
    /** "3 minutes ago", "yesterday", "just now"; after two weeks the date. */
    relative(at: Date, now: Date) {
      const seconds = (at.getTime() - now.getTime()) / 1_000
      if (Math.abs(seconds) >= DATED) return (at.getFullYear() === now.getFullYear() ? dayOfYear : day)(at)
      const step = STEPS.find(([, size]) => Math.abs(seconds) >= size)
      if (!step) return 'just now'
      const isDays = step[0] === 'day'
      return relative.format(isDays ? dayNumber(at) - dayNumber(now) : Math.round(seconds / step[1]), step[0])
    },
    exact: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    month: (at: string) => month(new Date(at)),
    /** "May"; of January the year. In UTC, for dates without a time. */
    monthMark: (at: Date) => (at.getUTCMonth() === 0 ? String(at.getUTCFullYear()) : shortMonth(at)),
    /** "3 May 2023", in the locale's order. */
    day,
    /** The day in UTC, for dates without a time. */
    utcDay: dates({ ...aDay, timeZone: 'UTC' }),
    date: (at: Date, timeZone: string) => dates({ day: 'numeric', month: 'short', timeZone })(at),
    time: (at: Date, timeZone: string) => dates({ hour: 'numeric', minute: '2-digit', timeZone })(at),
    ordinal: (value: number) => `${number(value)}${ordinalEnding(value)}`,
    /** "1 message", "3 messages". */
    plural: (count: number, one: string, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`,
  }
}

const made = new Map<string, ReturnType<typeof makeFormat>>()
/** Numbers and dates for people. Kept per locale, because making a formatter is slow. */
export function formatIn(locale: string) {
  const format = made.get(locale) ?? makeFormat(locale)
  made.set(locale, format)
  return format
}
