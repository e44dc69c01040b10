import { type IndexData, tfOf, unitOf } from '@/lib/memory/index/load/data'
import { limits } from '@/lib/shared/limits'
import type { AskedWord } from '@/lib/shared/turn/events'
import type { Factor, NameTest } from './factors'
import { idf, saturate, wordWeight } from './rank'
import type { Weighed } from './score'

/** Occurrences of a key in a unit. Postings are sorted by unit. */
export function timesIn(list: readonly number[], unit: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (unitOf(list[middle] ?? 0) < unit) low = middle + 1
    else high = middle
  }
  const posting = list[low]
  return posting !== undefined && unitOf(posting) === unit ? tfOf(posting) : 0
}

/** `score` = the unit's, before factors; `dated` = what the date in the question contributed. */
export type Explained = {
  words: Weighed[]
  averageLength: number
  unit: number
  score: number
  dated: number
  factors: readonly Factor[]
  best: number
  isName: NameTest
}

/**
 * Splits a unit's score into words, date, neighbours and factors, divided by `best`; they add up to `total`.
 * `asked` = each word except names of speakers, with its rarity.
 */
export function partsOf(data: IndexData, from: Explained) {
  const message = data.units.message[from.unit] ?? 0
  const conversation = data.turns.conversation[data.messages.turn[message] ?? 0] ?? 0
  const parts: Record<string, number> = {}
  const asked: AskedWord[] = []
  const units = Math.max(data.whole?.all ?? data.units.message.length, limits.recall.rareUnits)
  const rarest = wordWeight(idf(units, 1), false)
  const share = (value: number) => (from.best > 0 ? value / from.best : 0)
  let alone = 0
  for (const { word, idf: weight } of from.words) {
    if (from.isName(word)?.(conversation)) continue
    const times = word.keys.reduce((sum, key) => sum + timesIn(data.postings.get(key) ?? [], from.unit), 0)
    const rarity = Math.round(Math.min(1, weight / rarest) * 100) / 100
    asked.push({ word: word.word, rarity, held: times > 0 })
    if (times === 0) continue
    const given = weight * saturate(times, data.units.length[from.unit] ?? 0, from.averageLength)
    alone += given
    parts[word.word] = share(given)
  }
  if (from.dated > 0) parts.date = (parts.date ?? 0) + share(from.dated)
  const lent = from.score - alone - from.dated
  if (lent > 1e-4) parts.neighbours = (parts.neighbours ?? 0) + share(lent)
  let total = from.score
  for (const [part, factor] of from.factors) {
    if (Math.abs(factor - 1) > 1e-4) parts[part] = (parts[part] ?? 0) + share(total * (factor - 1))
    total *= factor
  }
  return { parts, asked, total: share(total) }
}
