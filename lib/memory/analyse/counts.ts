import { contentTerms } from '@/lib/memory/text/terms'
import { feelingsIn } from '@/lib/model/offline/fallbacks'

export type Counted = [name: string, count: number]

const most = (counts: ReadonlyMap<string, number>, least: number, places: number): Counted[] =>
  [...counts]
    .filter(([, count]) => count >= least)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, places)

/** The words that most of these texts share, as they are written, without those of `but`. */
export function topicsOf(texts: readonly string[], but: string, places: number): Counted[] {
  const left = new Set(contentTerms(but).map(({ key }) => key))
  const counts = new Map<string, number>()
  const written = new Map<string, string>()
  for (const text of texts)
    for (const [key, word] of new Map(
      contentTerms(text).map(({ key, start, end }) => [key, text.slice(start, end)] as const),
    )) {
      if (left.has(key) || !/\p{L}{3}/u.test(word)) continue
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (!written.has(key)) written.set(key, word.toLowerCase())
    }
  return most(counts, 2, places).map(([key, count]) => [written.get(key) ?? key, count])
}

/** How many of these texts express each feeling. */
export function feelingsOf(texts: readonly string[]): Counted[] {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const feeling of feelingsIn(text)) counts.set(feeling, (counts.get(feeling) ?? 0) + 1)
  return most(counts, 1, counts.size)
}

/** `piano 5, lessons 3`, or a dash. */
export const counted = (counts: readonly Counted[]) =>
  counts.map(([name, count]) => `${name} ${count}`).join(', ') || '–'
