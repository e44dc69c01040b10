import { type IndexData, tfOf, unitOf } from '@/lib/memory/index/load/data'
import type { QueryWord } from '@/lib/memory/text/terms'
import { limits } from '@/lib/shared/limits'
import { type RankSettings, saturate } from './rank'
import type { Reached } from './reach'
import { collectionOf, type Scores } from './score'
import { scratch } from './scratch'

/**
 * `scoreMessages` without neighbours and names, in one pass: for words so frequent that the answer would come
 * after the next key. `covered` gets a bit per word that a message contains. Per key only the `latest`
 * postings count. It also scores what is out of reach, which the caller filters.
 */
export function scoreAlone(
  data: IndexData,
  query: readonly QueryWord[],
  reached: Reached,
  latest: number,
  rank: RankSettings,
): Scores {
  const { messages, units, postings } = data
  const { tf, unitScore, mark, found, covered } = scratch(messages.turn.length, units.message.length)
  const { units: all, averageLength, dfOf, weightOf } = collectionOf(data, reached, rank)
  let count = 0
  const listed = query.map((word, place) => {
    const lists = word.keys.map((key) => postings.get(key) ?? [])
    const size = lists.reduce((sum, list) => sum + list.length, 0)
    const df = dfOf(word, size)
    // A unit counts once per key of a word, including units out of reach.
    return {
      word,
      place,
      lists: lists.map((list) => (list.length > latest ? list.slice(-latest) : list)),
      size,
      df,
      idf: weightOf(word, df, Math.max(df, all)),
    }
  })
  for (const { place, lists, size, df, idf: weight } of [...listed].sort((a, b) => a.df - b.df)) {
    const open = count === 0 || df <= limits.index.commonPostings
    const held = new Int32Array(size)
    let last = 0
    for (const list of lists)
      for (const posting of list) {
        const unit = unitOf(posting)
        if (tf[unit] === 0) held[last++] = unit
        tf[unit] = (tf[unit] ?? 0) + tfOf(posting)
      }
    for (let i = 0; i < last; i++) {
      const unit = held[i] ?? 0
      const times = tf[unit] ?? 0
      tf[unit] = 0
      const message = units.message[unit] ?? 0
      if (mark[message] === 0) {
        if (!open && (reached.most <= 1 || reached.near(message) <= 1)) continue
        mark[message] = 1
        found[count++] = message
      }
      covered[message] = (covered[message] ?? 0) | (1 << place)
      unitScore[unit] =
        (unitScore[unit] ?? 0) + weight * saturate(times, units.length[unit] ?? 0, averageLength, rank)
    }
  }
  return { words: listed.map(({ word, idf: weight }) => ({ word, idf: weight })), averageLength, count }
}
