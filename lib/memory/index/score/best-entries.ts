import type { UnitPlace } from '@/lib/db/memory/full-text-search'

/** A word of a query: its weight, and its bit in the sets of words per unit. */
export type Weighted = { weight: number; bit: number }
/** What a turn gets from adjacent turns and those one further: roughly the ranking's kernel. */
const LENT = [0.5, 0.3]

const ones = (bits: number) => {
  let count = 0
  for (let rest = bits; rest; rest &= rest - 1) count += 1
  return count
}
/** Larger than any sum of weights, so that units with more required words come first. */
const TIER = 1e6
const worth = (bits: number, terms: readonly Weighted[], must: number) =>
  terms.reduce((sum, { bit, weight }) => sum + (bits & bit ? weight : 0), TIER * ones(bits & must))

/** Units have few distinct sets of words, so the sets are sorted instead; of equals the latest first. */
export function bestUnits(
  held: ReadonlyMap<number, number>,
  terms: readonly Weighted[],
  must: number,
  most: number,
): number[] {
  const bySet = new Map<number, number[]>()
  for (const [id, bits] of held) {
    const ids = bySet.get(bits)
    if (ids) ids.push(id)
    else bySet.set(bits, [id])
  }
  const found: number[] = []
  for (const [, ids] of [...bySet].sort(([a], [b]) => worth(b, terms, must) - worth(a, terms, must))) {
    if (found.length >= most) break
    found.push(...ids.sort((a, b) => b - a).slice(0, most - found.length))
  }
  return found
}

export const onePerEntry = (places: readonly UnitPlace[]) => [
  ...new Map(places.map((place) => [place.refId, place])).values(),
]
const at = (branchId: string, number: number) => `${number} ${branchId}`

export function bestEntries(
  places: readonly UnitPlace[],
  held: ReadonlyMap<number, number>,
  terms: readonly Weighted[],
  must: number,
  count: number,
): UnitPlace[] {
  const words = new Map<string, number>()
  const own = new Map<string, number>()
  for (const { id, refId } of places) words.set(refId, (words.get(refId) ?? 0) | (held.get(id) ?? 0))
  const entries = onePerEntry(places).filter(({ refId }) => ((words.get(refId) ?? 0) & must) === must)
  for (const { branchId, number, refId } of entries)
    own.set(at(branchId, number), worth(words.get(refId) ?? 0, terms, must))
  const scoreOf = ({ branchId, number }: UnitPlace) => {
    const ownAt = (n: number) => own.get(at(branchId, n)) ?? 0
    const lent = LENT.map((share, d) => share * (ownAt(number - d - 1) + ownAt(number + d + 1)))
    return lent.reduce((sum, value) => sum + value, ownAt(number))
  }
  return entries
    .map((place) => ({ place, score: scoreOf(place) }))
    .sort((a, b) => b.score - a.score || b.place.id - a.place.id)
    .slice(0, count)
    .map(({ place }) => place)
}

export function rangesOf(numbers: ReadonlySet<number>): [from: number, to: number][] {
  const ranges: [number, number][] = []
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === n - 1) last[1] = n
    else ranges.push([n, n])
  }
  return ranges
}
