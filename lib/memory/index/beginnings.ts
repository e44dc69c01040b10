import { isCodeKey } from '@/lib/memory/text/codes'
import type { IndexData } from './load/data'

/** A key with its postings, which are looked up once. */
export type Listed = readonly [key: string, postings: readonly number[]]
/** The keys of an index by first character, as far as `seen`. */
type Beginnings = { seen: number; by: Map<string, Listed[]> }
const known = new WeakMap<IndexData, Beginnings>()

/**
 * The keys of an index with this beginning. Keys are only ever appended, so new ones since the last search
 * are added.
 */
export function keysFrom(data: IndexData, beginning: string): Listed[] {
  const made = known.get(data) ?? { seen: 0, by: new Map<string, Listed[]>() }
  known.set(data, made)
  if (made.seen < data.postings.size) {
    let place = 0
    for (const one of data.postings) {
      if (place++ < made.seen || isCodeKey(one[0])) continue
      const first = one[0].charAt(0)
      const there = made.by.get(first)
      if (there) there.push(one)
      else made.by.set(first, [one])
    }
    made.seen = place
  }
  return (made.by.get(beginning.charAt(0)) ?? []).filter(([key]) => key.startsWith(beginning))
}
