import { limits } from '@/lib/shared/limits'

const KEY = 'mneme.searches'

/** Searches whose result was opened, newest first. Stored in this browser only. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept)
      ? kept.filter((text): text is string => typeof text === 'string').slice(0, limits.search.recent)
      : []
  } catch {
    return []
  }
}

const write = (searches: string[]) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches))
  } catch {
    // Storage may be full or forbidden.
  }
}

export function keepSearch(text: string) {
  const kept = text.trim()
  if (kept) write([kept, ...recentSearches().filter((one) => one !== kept)].slice(0, limits.search.recent))
}
export const forgetSearches = () => write([])
