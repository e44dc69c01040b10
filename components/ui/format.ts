/** Numbers for people. Every function takes the locale last; `useFormat` binds it. */

const made = new Map<string, unknown>()
/**
 * A cache: creating a formatter takes a hundred times longer than using it, and a page of tables uses
 * thousands.
 */
function kept<T>(kind: string, locale: string, options: object, make: () => T): T {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`
  const known = made.get(key) as T | undefined
  if (known) return known
  const one = make()
  made.set(key, one)
  return one
}
const numbers = (locale: string, options: Intl.NumberFormatOptions = {}) =>
  kept('number', locale, options, () => new Intl.NumberFormat(locale, options))
const dates = (locale: string, options: Intl.DateTimeFormatOptions) =>
  kept('date', locale, options, () => new Intl.DateTimeFormat(locale, options))

export const formatNumber = (value: number, locale = 'en') => numbers(locale).format(value)

/** Tokens: exact below 100,000, then short ("1.9M"). */
export const formatTokens = (tokens: number, locale = 'en') =>
  tokens < 100_000 ? formatNumber(tokens, locale) : formatCompact(tokens, locale)
/** "12K", "1.9M". */
export const formatCompact = (value: number, locale = 'en') =>
  numbers(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)

/** A cost in millionths of a dollar; null = no price. Small amounts keep two significant digits. */
export function formatCost(micros: number | null, locale = 'en') {
  if (micros === null) return 'no price'
  if (micros === 0) return 'free'
  const dollars = micros / 1_000_000
  const digits =
    dollars >= 0.1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 }
  return numbers(locale, { style: 'currency', currency: 'USD', ...digits }).format(dollars)
}

/** Milliseconds as "320 ms", "4.1 s" or "2 min 5 s". */
export function formatDuration(ms: number, locale = 'en') {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${numbers(locale, { maximumFractionDigits: 1 }).format(ms / 1_000)} s`
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.floor((ms - minutes * 60_000) / 1_000)
  return seconds ? `${minutes} min ${seconds} s` : `${minutes} min`
}

export function formatBytes(bytes: number, locale = 'en') {
  if (bytes < 1_000) return `${bytes} B`
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${numbers(locale, { maximumFractionDigits: 1 }).format(size)} ${unit}`
}

export const formatPercent = (share: number, locale = 'en') =>
  numbers(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share)

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "3 minutes ago", "yesterday", "just now". */
export function formatRelative(at: Date, now: Date, locale = 'en') {
  const seconds = (at.getTime() - now.getTime()) / 1_000
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size)
  if (!step) return 'just now'
  return kept('relative', locale, {}, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(
    Math.round(seconds / step[1]),
    step[0],
  )
}

export const formatExact = (at: Date, locale = 'en') =>
  dates(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)

export const formatMonth = (at: string, locale = 'en') =>
  dates(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(at))
/** "3 May 2023", in the locale's order. */
export const formatDay = (at: Date, locale = 'en') =>
  dates(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(at)

/** "3 May". */
export const formatDate = (at: Date, timeZone: string, locale = 'en') =>
  dates(locale, { day: 'numeric', month: 'short', timeZone }).format(at)
/** "14:05", in the locale's form. */
export const formatTime = (at: Date, timeZone: string, locale = 'en') =>
  dates(locale, { hour: 'numeric', minute: '2-digit', timeZone }).format(at)

/** "1 turn", "3 turns". */
export const plural = (count: number, one: string, many = `${one}s`, locale = 'en') =>
  `${formatNumber(count, locale)} ${count === 1 ? one : many}`
