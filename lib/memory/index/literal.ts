import { limits } from '@/lib/shared/limits'
import type { Question } from '../text/question'
import { keysOfWord, type QueryWord } from '../text/terms'
import { FOUND_NOTHING } from '../text/traits'
import { bestOf, clearScores, filterOf, hitMaker, laterIn, numberNamed, ordering, topScore } from './found'
import { AT, type IndexData, type MessageFilter, type MessageHit, postingUnit, ROW } from './load/data'
import { factorsOf, isShortQuestion, mostOf, NO_FACTORS, NO_NAMES } from './score/factors'
import { selfScore } from './score/rank'
import { type ReachFactor, reachedUnits } from './score/reach'
import { scoreMessages, scratch } from './score/score'

type Listed = readonly [key: string, postings: readonly number[]]
function keysFrom({ postings }: IndexData, beginning: string): Listed[] {
  const found: Listed[] = []
  for (const one of postings) if (one[0].startsWith(beginning)) found.push(one)
  return found
}

/** `must` = required words by position; `beginning` = the last word while it may continue. */
type LiteralQuery = {
  question: Question
  must: readonly number[]
  beginning: string | null
  order: 'best' | 'newest'
}
/**
 * `empty` = the person's own question, or an answer that found nothing; `whole` = contains every word; `exact`
 * = and the last one as typed, not only as a beginning; `share` = unclipped score, for comparing kinds.
 */
export type LiteralHit = MessageHit & { empty: boolean; whole: boolean; exact: boolean; share: number }
export type FilterCounts = { speakers: Map<string, number>; conversations: Map<string, number> }
/** `counts` = the values of each filter with the other filters applied; its maps are made when called. */
type LiteralFound = { hits: LiteralHit[]; total: number; counts(): FilterCounts }

/** A word with its most frequent completions, as many as can be searched before the next key press. */
function writtenOut(data: IndexData, word: QueryWord, beginning: string): QueryWord {
  let left = Math.min(beginning.length * limits.search.letterPostings, limits.search.beginningPostings)
  const kept = keysFrom(data, beginning)
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([key, postings]) => {
      if (postings.length > left) return []
      left -= postings.length
      return [key]
    })
  return { ...word, keys: [...new Set([...word.keys, ...kept.slice(0, limits.search.prefixKeys)])] }
}

/** A bit beyond those of the words, for the last word exactly as typed. */
const EXACT = 1 << 30
/** Marks which of the found messages contain one of the keys. */
function cover(data: IndexData, keys: readonly string[], bit: number) {
  const { covered, mark } = scratch(data.messages.turn.length, data.units.message.length)
  for (const key of keys)
    for (const posting of data.postings.get(key) ?? []) {
      const message = data.units.message[postingUnit(posting)] ?? 0
      if (mark[message]) covered[message] = (covered[message] ?? 0) | bit
    }
}

/**
 * Added to scores: messages with every word come first, of these those with the last word as typed, and
 * within each group the person's own questions and answers that found nothing come last.
 */
const TIER = 1e6

/**
 * The best `count` messages with words of the query, those with all words first. Names of speakers count as
 * words. `alone` = without neighbours.
 */
export function searchLiteral(
  data: IndexData,
  query: LiteralQuery,
  reach: ReachFactor,
  only: MessageFilter,
  count: number,
  alone = false,
): LiteralFound {
  const { messages, units } = data
  const { beginning, order: by } = query
  const words = query.question.words.map((word) =>
    word.word === beginning ? writtenOut(data, word, beginning) : word,
  )
  const question = { ...query.question, words }
  const [all, must] = [2 ** words.length - 1, query.must.reduce((bits, place) => bits | (1 << place), 0)]
  const reached = reachedUnits(data, reach)
  const keys = words.flatMap((word) => word.keys)
  const frequent = keys.reduce((sum, key) => sum + (data.postings.get(key)?.length ?? 0), 0)
  // Neighbours of so many postings would take longer than a key press and add little.
  const isAlone = alone || frequent > limits.search.lendingPostings
  const scores = scoreMessages(data, words, reached, NO_NAMES, isAlone)
  const { words: weighed, averageLength, count: size } = scores
  for (const [place, word] of words.entries()) cover(data, word.keys, 1 << place)
  if (beginning !== null) cover(data, keysOfWord(beginning), EXACT)
  const { unitScore, order, found, covered } = scratch(messages.turn.length, units.message.length)
  const { wanted, counts } = filtering(data, only)
  const [factors, most] = [factorsOf(data, question), mostOf(data, question)]
  const later = laterIn(data)
  const [person, engine] = [numberNamed(data.speakers, 'user'), numberNamed(data.speakers, 'assistant')]
  const isEmpty = (message: number) => {
    const [row, of] = [message * ROW, data.rows.of]
    const [speaker, traits] = [of[row + AT.speaker], of[row + AT.traits] ?? 0]
    if (speaker === engine) return (traits & FOUND_NOTHING) !== 0
    return speaker === person && isShortQuestion(traits, of[row + AT.length] ?? 0)
  }
  const isWhole = (has: number) => (has & all) === all
  const isExact = (has: number) => isWhole(has) && (has & EXACT) !== 0
  const tierOf = (message: number, has: number) =>
    (isWhole(has) ? TIER : 0) + (isExact(has) ? TIER / 2 : 0) + (isEmpty(message) ? 0 : TIER / 4)
  const chosen = bestOf<number>(
    count,
    by === 'newest'
      ? (a, b) => later(b, a)
      : (a, b) => (order[a] ?? 0) < (order[b] ?? 0) || (order[a] === order[b] && later(b, a)),
  )
  let total = 0
  // Latest first, so equal scores need no sorting.
  for (let i = size - 1; i >= 0; i--) {
    const message = found[i] ?? 0
    const has = covered[message] ?? 0
    if (has === 0 || (has & must) !== must || reached.near(message) === 0) continue
    if (!wanted(message)) continue
    total += 1
    const tier = tierOf(message, has)
    const score = topScore(data, unitScore, message)
    if (by === 'best' && chosen.full() && tier + score * most < (order[chosen.worst() ?? 0] ?? 0)) continue
    order[message] = tier + ordering(factors.times(message, score))
    chosen.offer(message)
  }
  const best = selfScore(weighed, averageLength) * most
  const hitOf = hitMaker(data, { words: weighed, averageLength, best, factors, isName: NO_NAMES })
  const hits = chosen.sorted().map((message): LiteralHit => {
    const has = covered[message] ?? 0
    const raw = (order[message] ?? 0) - tierOf(message, has)
    return Object.assign(hitOf(message, raw), {
      empty: isEmpty(message),
      whole: isWhole(has),
      exact: isExact(has),
      share: best > 0 ? raw / best : 0,
    })
  })
  clearScores(data, size)
  return { hits, total, counts }
}

/** Everything in reach that matches the filters, newest first. */
export function browse(
  data: IndexData,
  reach: ReachFactor,
  only: MessageFilter,
  count: number,
): LiteralFound {
  const [reached, later, { wanted, counts }] = [
    reachedUnits(data, reach),
    laterIn(data),
    filtering(data, only),
  ]
  const chosen = bestOf<number>(count, (a, b) => later(b, a))
  let total = 0
  // Newest first, so older messages are rejected quickly.
  for (let message = data.messages.turn.length - 1; message >= 0; message--) {
    if (reached.near(message) === 0 || !wanted(message)) continue
    total += 1
    chosen.offer(message)
  }
  const unscored = { words: [], averageLength: 0, best: 0, factors: NO_FACTORS, isName: NO_NAMES }
  const hitOf = hitMaker(data, unscored)
  const plain = { empty: false, whole: true, exact: false, share: 0 }
  return { hits: chosen.sorted().map((message) => ({ ...hitOf(message, 0), ...plain })), total, counts }
}

/** A filter that counts, for each value of a filter, what matches the other filters. */
function filtering(data: IndexData, { speaker, conversationId, ...rest }: MessageFilter) {
  const { rows } = data
  const inTime = filterOf(data, rest)
  const by = numberNamed(data.speakers, speaker)
  const within = numberNamed(data.conversations, conversationId)
  const speakers = new Int32Array(data.speakers.list.length)
  const conversations = new Int32Array(data.conversations.list.length)
  const named = (counts: Int32Array, names: readonly string[]) =>
    new Map([...counts].flatMap((count, i) => (count ? [[names[i] ?? '', count] as const] : [])))
  return {
    wanted(message: number): boolean {
      if (!inTime(message)) return false
      const spoke = rows.of[message * ROW + AT.speaker] ?? 0
      const conversation = rows.of[message * ROW + AT.conversation] ?? 0
      const bySpeaker = by === undefined || by === spoke
      const inConversation = within === undefined || within === conversation
      if (inConversation) speakers[spoke] = (speakers[spoke] ?? 0) + 1
      if (bySpeaker) conversations[conversation] = (conversations[conversation] ?? 0) + 1
      return bySpeaker && inConversation
    },
    counts: () => ({
      speakers: named(speakers, data.speakers.list),
      conversations: named(conversations, data.conversations.list),
    }),
  }
}
