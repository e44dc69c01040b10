import type { IndexData } from './data'

/** The keys of an index by their first character, as far as `seen` of them. */
type Beginnings = { seen: number; by: Map<string, string[]> }
const known = new WeakMap<IndexData, Beginnings>()

/** The keys of an index that begin so. An index only gains keys, at the end: those since the last search are added. */
export function keysFrom(data: IndexData, beginning: string): string[] {
  const made = known.get(data) ?? { seen: 0, by: new Map<string, string[]>() }
  known.set(data, made)
  if (made.seen < data.postings.size) {
    let place = 0
    for (const key of data.postings.keys()) {
      if (place++ < made.seen) continue
      const first = key.charAt(0)
      const there = made.by.get(first)
      if (there) there.push(key)
      else made.by.set(first, [key])
    }
    made.seen = place
  }
  return (made.by.get(beginning.charAt(0)) ?? []).filter((key) => key.startsWith(beginning))
}
