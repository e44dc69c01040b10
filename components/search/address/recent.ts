import { z } from 'zod'
import { readStoredAs, writeStored } from '@/components/ui/hooks/stored'
import { limits } from '@/lib/shared/limits'

const KEY = 'mneme.searches'

/** Searches whose result was opened, newest first. Stored in this browser only. */
export const recentSearches = (): string[] => readStoredAs(KEY, z.array(z.string())) ?? []

const write = (searches: string[]) =>
  writeStored(KEY, JSON.stringify(searches.slice(0, limits.search.recent)))

export function keepSearch(text: string) {
  const kept = text.trim()
  if (kept) write([kept, ...recentSearches().filter((one) => one !== kept)])
}
export const forgetSearches = () => write([])
