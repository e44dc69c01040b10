'use client'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import {
  formatBytes,
  formatCompact,
  formatCost,
  formatDate,
  formatDay,
  formatDuration,
  formatExact,
  formatMonth,
  formatNumber,
  formatPercent,
  formatRelative,
  formatTime,
  formatTokens,
  plural,
} from './format'

const Locale = createContext('en')
/** The reader's locale, decided once on the server so that both renders agree. */
export const LocaleProvider = ({ locale, children }: { locale: string; children: ReactNode }) => (
  <Locale value={locale}>{children}</Locale>
)

export function useFormat() {
  const locale = useContext(Locale)
  return useMemo(
    () => ({
      number: (value: number) => formatNumber(value, locale),
      tokens: (tokens: number) => formatTokens(tokens, locale),
      compact: (value: number) => formatCompact(value, locale),
      cost: (micros: number | null) => formatCost(micros, locale),
      duration: (ms: number) => formatDuration(ms, locale),
      bytes: (bytes: number) => formatBytes(bytes, locale),
      percent: (share: number) => formatPercent(share, locale),
      relative: (at: Date, now: Date) => formatRelative(at, now, locale),
      exact: (at: Date) => formatExact(at, locale),
      month: (at: string) => formatMonth(at, locale),
      day: (at: Date) => formatDay(at, locale),
      date: (at: Date, timeZone: string) => formatDate(at, timeZone, locale),
      time: (at: Date, timeZone: string) => formatTime(at, timeZone, locale),
      plural: (count: number, one: string, many?: string) => plural(count, one, many, locale),
    }),
    [locale],
  )
}
export type Format = ReturnType<typeof useFormat>
