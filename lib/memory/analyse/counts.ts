import type { Db } from '@/lib/db/engine/client'
import { feelingsIn } from '@/lib/heuristics/feelings'
import { contentWords } from '@/lib/heuristics/text/words'
import { kindIndex } from '@/lib/memory/index/load/owner-index'
import { contentTerms } from '@/lib/memory/text/terms'

export type Counted = [name: string, count: number]

/** How telling a word is, by how few of all messages contain it; every word is alike in a huge memory. */
export async function rarityIn(db: Db, ownerId: string): Promise<(key: string) => number> {
  const data = await kindIndex(db, ownerId, 'message')
  return (key) => (data ? Math.log((data.live.units + 1) / (data.postings.get(key)?.length || 1)) ** 2 : 1)
}

/** The words that at least two of these texts share and that tell them apart, as written. */
export function topicsOf(
  texts: readonly string[],
  but: string,
  places: number,
  rarity: (key: string) => number,
): Counted[] {
  const left = new Set(contentTerms(but).map(({ key }) => key))
  const counts = new Map<string, number>()
  const written = new Map<string, string>()
  for (const text of texts) {
    const telling = new Set(contentWords(text).map(({ at }) => at))
    for (const [key, word] of new Map(
      contentTerms(text).flatMap(({ key, start, end }) =>
        telling.has(start) ? [[key, text.slice(start, end)] as const] : [],
      ),
    )) {
      if (left.has(key) || !/\p{L}{3}|[\p{Script=Han}\p{Script=Kana}\p{Script=Hangul}]{2}/u.test(word))
        continue
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (!written.has(key)) written.set(key, word.toLowerCase())
    }
  }
  return [...counts]
    .filter(([, count]) => count >= 2)
    .map(([key, count]) => ({ name: written.get(key) ?? key, count, weight: count * rarity(key) }))
    .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    .slice(0, places)
    .map(({ name, count }) => [name, count])
}

/** How many of these texts express each feeling, the most frequent ones. */
export function feelingsOf(texts: readonly string[], places: number): Counted[] {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const feeling of feelingsIn(text)) counts.set(feeling, (counts.get(feeling) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, places)
}

/** `piano 5, lessons 3`, or a dash. */
export const counted = (counts: readonly Counted[]) =>
  counts.map(([name, count]) => `${name} ${count}`).join(', ') || '–'
