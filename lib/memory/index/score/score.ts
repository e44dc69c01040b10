import { AT, type IndexData, postingUnit, ROW, tfOf } from '@/lib/memory/index/load/data'
import type { QueryWord } from '@/lib/memory/text/terms'
import { ASKS } from '@/lib/memory/text/traits'
import { limits } from '@/lib/shared/limits'
import { once } from '@/lib/shared/once'
import type { NameTest } from './factors'
import { forksByMessage } from './neighbours'
import { idf, lent, saturate, share, wordWeight } from './rank'
import type { Reached } from './reach'

const GROW = 1.25
const make = (messages: number, units: number) => ({
  /** By unit. */
  tf: new Float32Array(units),
  unitScore: new Float64Array(units),
  /** By message. */
  around: new Float64Array(messages),
  seen: new Uint8Array(messages),
  mark: new Uint8Array(messages),
  order: new Float64Array(messages),
  found: new Int32Array(messages),
  /** Which words of a search a message contains, as bits. */
  covered: new Int32Array(messages),
  touched: new Int32Array(messages),
})

/** Buffers of all queries, all zero between queries. Scoring never pauses, so sharing is safe. */
export function scratch(messages: number, units: number): ReturnType<typeof make> {
  const held = once('index-scratch', () => ({ now: make(0, 0) }))
  if (held.now.seen.length < messages || held.now.tf.length < units)
    held.now = make(Math.ceil(messages * GROW), Math.ceil(units * GROW))
  return held.now
}

/** A word of the query in the index; `idf` = its weight. */
export type Weighed = { word: QueryWord; idf: number }
type Scores = { words: Weighed[]; averageLength: number; count: number }

/** Results for lengths up to this are in a table, because pow() and division dominate the cost. */
const TABLE = 512
type ByLength = (length: number) => number
const tabled = (make: ByLength): ByLength => {
  const table = Float64Array.from({ length: TABLE }, (_, length) => make(length))
  return (length) => (length < TABLE ? (table[length] ?? 0) : make(length))
}
const shareOf = tabled(share)
const lentOf = tabled((length) => lent(1, length))

/**
 * The average unit length and the weight of a word: of the whole collection if the index is only a part of
 * it. A unit counts once per key of a word, so `df` may exceed the units.
 */
function collectionOf(data: IndexData, reached: Reached) {
  const { units, terms } = data.whole ?? reached
  return {
    averageLength: units > 0 ? terms / units : 0,
    dfOf: (word: QueryWord, held: number) => Math.max(held, data.whole?.df.get(word.word) ?? 0),
    weightOf: (word: QueryWord, df: number) => wordWeight(idf(Math.max(units, df), df), word.asking),
  }
}

/**
 * Scores every message that contains a word of the query or whose neighbours do: messages in the buffer
 * `found` up to `count`, their units in `unitScore`. A word with over `limits.index.commonPostings` units
 * makes no message a candidate beside a rarer one, except in the preferred conversation.
 */
export function scoreMessages(
  data: IndexData,
  query: QueryWord[],
  reached: Reached,
  isName: NameTest,
  alone = false,
): Scores {
  const { messages, units } = data
  const { tf, around, seen, unitScore, mark, found, touched } = scratch(
    messages.turn.length,
    units.message.length,
  )
  const { averageLength, dfOf, weightOf } = collectionOf(data, reached)
  const forked = forksByMessage(data)
  const kernel: readonly number[] = alone ? [] : limits.rank.kernel
  let [count, touchedNow, open] = [0, 0, true]

  const postingsOf = (word: QueryWord): Int32Array => {
    const named = isName(word)
    const lists = word.keys.map((key) => data.postings.get(key) ?? [])
    const kept = new Int32Array(lists.reduce((sum, list) => sum + list.length, 0))
    let size = 0
    for (const list of lists)
      for (const posting of list) {
        const message = units.message[postingUnit(posting)] ?? 0
        if (reached.near(message) === 0 || named?.(data.rows.of[message * ROW + AT.conversation] ?? 0))
          continue
        kept[size++] = posting
      }
    return kept.subarray(0, size)
  }
  const lend = (at: number, given: number) => {
    if (!open && mark[at] === 0 && (reached.most <= 1 || reached.near(at) <= 1)) return
    around[at] = (around[at] ?? 0) + given
    if (seen[at]) return
    seen[at] = 1
    touched[touchedNow++] = at
  }
  const lendRight = (from: number, start: number, first: number, given: number) => {
    for (let at = from, d = start; d < kernel.length; d++) {
      const now = (kernel[d] ?? 0) * (d === 0 ? first : given)
      if (forked)
        for (const fork of forked.get(at) ?? []) {
          lend(fork, now)
          lendRight(fork, d + 1, first, given)
        }
      at = messages.right[at] ?? -1
      if (at < 0) return
      lend(at, now)
    }
  }
  const lentBy = (message: number, times: number) => times * lentOf(messages.length[message] ?? 0)
  const firstBy = (message: number) => ((messages.traits[message] ?? 0) & ASKS ? limits.rank.answers : 1)

  const addUp = (message: number, near: number, weight: number) => {
    const end = data.rows.of[message * ROW + AT.endUnit] ?? 0
    const borrowed = near > 0 ? near * shareOf(messages.length[message] ?? 0) : 0
    for (let unit = data.rows.of[message * ROW + AT.firstUnit] ?? 0; unit < end; unit++) {
      const all = (tf[unit] ?? 0) + borrowed
      tf[unit] = 0
      if (all > 0)
        unitScore[unit] =
          (unitScore[unit] ?? 0) + weight * saturate(all, units.length[unit] ?? 0, averageLength)
    }
  }
  /** Lends each posting to its neighbours, which become candidates if `open`. */
  const spread = (postings: Int32Array, weight: number, all: boolean) => {
    touchedNow = 0
    open = all
    for (const posting of postings) {
      const unit = postingUnit(posting)
      const message = units.message[unit] ?? 0
      tf[unit] = (tf[unit] ?? 0) + tfOf(posting)
      lend(message, 0)
      if (kernel.length === 0) continue
      const given = lentBy(message, tfOf(posting))
      let at = messages.left[message] ?? -1
      for (let d = 0; d < kernel.length && at >= 0; d++) {
        lend(at, (kernel[d] ?? 0) * given)
        at = messages.left[at] ?? -1
      }
      lendRight(message, 0, given * firstBy(message), given)
    }
    for (let i = 0; i < touchedNow; i++) {
      const message = touched[i] ?? 0
      seen[message] = 0
      addUp(message, around[message] ?? 0, weight)
      around[message] = 0
      if (mark[message]) continue
      mark[message] = 1
      found[count++] = message
    }
    if (!open) for (const posting of postings) tf[postingUnit(posting)] = 0
  }

  const listed = query
    .map((word) => ({ word, postings: postingsOf(word) }))
    .map((one) => ({ ...one, df: dfOf(one.word, one.postings.length) }))
    .map((one) => ({ ...one, idf: weightOf(one.word, one.df) }))
  const rarestFirst = [...listed].sort((a, b) => a.df - b.df)
  for (const { postings, df, idf: weight } of rarestFirst)
    spread(postings, weight, count === 0 || df <= limits.index.commonPostings)
  return { words: listed.map(({ word, idf: weight }) => ({ word, idf: weight })), averageLength, count }
}
