import { idf, lent, type RankSettings, saturate, share, wordWeight } from '../rank'
import type { QueryWord } from '../terms'
import { ASKS } from '../traits'
import { type IndexData, messageEnd, tfOf, unitEnd, unitOf } from './data'
import { scratch } from './scratch'

/** Whether a turn may be found: the factor of its branch for ordering (0 = no), and the highest turn number there. */
export type Reach = (conversationId: string, branchId: string) => { factor: number; upTo: number }
/** By message; 0 = out of reach. */
export type Reached = (message: number) => number

/** A word of the query against the index: its postings within reach, names of speakers taken out. */
export type Weighed = { word: QueryWord; idf: number }
export type Scores = { words: Weighed[]; averageLength: number; found: Int32Array; count: number }

/** Looks each branch up once. */
export function reachOf(data: IndexData, reach: Reach): Reached {
  const { turns, messages } = data
  const known: ({ factor: number; upTo: number } | undefined)[] = new Array(data.branches.list.length)
  return (message) => {
    const turn = messages.turn[message] ?? -1
    if (!turns.alive[turn]) return 0
    const branch = turns.branch[turn] ?? 0
    const there = known[branch] ?? reach(data.conversations.list[turns.conversation[turn] ?? 0] ?? '', data.branches.list[branch] ?? '')
    known[branch] = there
    return (turns.number[turn] ?? 0) <= there.upTo ? there.factor : 0
  }
}

/** Units and terms within reach, by conversation; branches are not told apart. */
function sizeWithin(data: IndexData, reach: Reach): { units: number; terms: number } {
  let [units, terms] = [0, 0]
  for (const [i, id] of data.conversations.list.entries()) {
    if (reach(id, '').factor === 0) continue
    units += data.sizes.units[i] ?? 0
    terms += data.sizes.terms[i] ?? 0
  }
  return { units, terms }
}

/** First messages of branches by the message they follow; null without any. */
function forksByMessage(data: IndexData): Map<number, number[]> | null {
  const found = new Map<number, number[]>()
  for (const fork of [...data.forks.values()].flat()) {
    const message = data.turns.firstMessage[fork] ?? -1
    const left = data.turns.alive[fork] && message < messageEnd(data, fork) ? (data.messages.left[message] ?? -1) : -1
    if (left >= 0 && data.messages.right[left] !== message) found.set(left, [...(found.get(left) ?? []), message])
  }
  return found.size ? found : null
}

/**
 * Scores every message that a word of the query reaches, itself or by its neighbours. Results stand in the scratch buffers (`score` by message) until `wipe`.
 * `isName` = the word names a speaker of this conversation, so it says who spoke, not what about.
 */
export function scoreMessages(
  data: IndexData,
  query: QueryWord[],
  reach: Reach,
  isName: (word: QueryWord) => ((conversation: number) => boolean) | null,
  rank: RankSettings,
): Scores {
  const { messages, units } = data
  const buffers = scratch(messages.turn.length, units.message.length)
  const { tf, around, seen, unitScore, mark, found, touched } = buffers
  const size = sizeWithin(data, reach)
  const averageLength = size.units > 0 ? size.terms / size.units : 0
  const reached = reachOf(data, reach)
  const forked = forksByMessage(data)
  let count = 0
  const words = query.map((word): Weighed => {
    const named = isName(word)
    let [df, reachedNow] = [0, 0]
    const touch = (message: number) => {
      if (seen[message]) return
      seen[message] = 1
      touched[reachedNow++] = message
    }
    const lendRight = (from: number, d: number, first: number, given: number) => {
      for (let at = from; d < rank.kernel.length; d++) {
        for (const fork of forked?.get(at) ?? []) {
          lend(fork, d, d === 0 ? first : given)
          lendRight(fork, d + 1, first, given)
        }
        at = messages.right[at] ?? -1
        if (at < 0) return
        lend(at, d, d === 0 ? first : given)
      }
    }
    const lend = (at: number, d: number, given: number) => {
      around[at] = (around[at] ?? 0) + (rank.kernel[d] ?? 0) * given
      touch(at)
    }
    for (const key of word.keys)
      for (const posting of data.postings.get(key) ?? []) {
        const unit = unitOf(posting)
        const message = units.message[unit] ?? 0
        if (reached(message) === 0 || named?.(data.turns.conversation[messages.turn[message] ?? 0] ?? 0)) continue
        const times = tfOf(posting)
        df += 1
        const given = lent(times, messages.length[message] ?? 0, rank)
        tf[unit] = (tf[unit] ?? 0) + times
        touch(message)
        for (let d = 0, at = messages.left[message] ?? -1; d < rank.kernel.length && at >= 0; d++, at = messages.left[at] ?? -1) lend(at, d, given)
        lendRight(message, 0, given * ((messages.traits[message] ?? 0) & ASKS ? rank.answers : 1), given)
      }
    const weight = wordWeight(idf(size.units, df), word.asking, rank)
    for (let i = 0; i < reachedNow; i++) {
      const message = touched[i] ?? 0
      seen[message] = 0
      if (!mark[message]) {
        mark[message] = 1
        found[count++] = message
      }
      const end = unitEnd(data, message)
      const from = messages.firstUnit[message] ?? 0
      const near = (around[message] ?? 0) * share(messages.length[message] ?? 0, rank)
      around[message] = 0
      for (let unit = from; unit < end; unit++) {
        const all = (tf[unit] ?? 0) + near
        tf[unit] = 0
        if (all > 0) unitScore[unit] = (unitScore[unit] ?? 0) + weight * saturate(all, units.length[unit] ?? 0, averageLength, rank)
      }
    }
    return { word, idf: weight }
  })
  return { words, averageLength, found, count }
}
