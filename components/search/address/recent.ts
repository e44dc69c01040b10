import { limits } from '@/lib/shared/limits'

const KEY = 'mneme.searches'

/** Searches that led somewhere, newest first; kept in this browser only. */
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
    // A full or forbidden store only means that nothing is kept.
  }
}

export function keepSearch(text: string) {
  const kept = text.trim()
  if (kept) write([kept, ...recentSearches().filter((one) => one !== kept)].slice(0, limits.search.recent))
}
export const forgetSearches = () => write([])
