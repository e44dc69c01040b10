import type { Question } from '@/lib/memory/text/question'
import { keysOfWord, type QueryWord } from '@/lib/memory/text/terms'
import { limits } from '@/lib/shared/limits'
import { keysFrom } from './beginnings'
import { clearScores, filterOf, hitMaker, laterIn, ordering, topScore } from './found'
import { AT, type IndexData, ROW, unitOf } from './load/data'
import type { MessageFilter, MessageHit } from './message-hit'
import { bestOf } from './score/best'
import { factorsOf, mostOf, NO_FACTORS, NO_NAMES } from './score/factors'
import { type RankSettings, selfScore } from './score/rank'
import { type Reach, reachedBy } from './score/reach'
import { scoreMessages } from './score/score'
import { scoreAlone } from './score/score-alone'
import { scratch } from './score/scratch'

/** `must` = places in `question.words` that have to be there; `beginning` = the last word while it may still go on; `facets` = with what the filters could be set to. */
export type LiteralQuery = {
  question: Question
  must: readonly number[]
  beginning: string | null
  order: 'best' | 'newest'
  facets: boolean
}
/** `whole` = holds every word of the query; `exact` = the last one as it stands, not only as the beginning of another; `share` = score before clipping, to be compared with that of other kinds. */
export type LiteralHit = MessageHit & { whole: boolean; exact: boolean; share: number }
/** `speakers` and `conversations` count what each filter could be set to, the other filters kept; empty unless asked for. */
export type LiteralFound = {
  hits: LiteralHit[]
  total: number
  speakers: Map<string, number>
  conversations: Map<string, number>
}

/** A word with its beginnings written out: keys that begin so, the most frequent first, up to so many that the answer comes before the next letter. */
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

/** Beyond the bits of words, which have their places: the one still being typed stands there as it is. */
const EXACT = 1 << 30
/** Notes which of the messages that were found hold one of the keys. */
function cover(data: IndexData, keys: readonly string[], bit: number) {
  const { covered, mark } = scratch(data.messages.turn.length, data.units.message.length)
  for (const key of keys)
    for (const posting of data.postings.get(key) ?? []) {
      const message = data.units.message[unitOf(posting)] ?? 0
      if (mark[message]) covered[message] = (covered[message] ?? 0) | bit
    }
}

/** Not 北 and others that are words. */
const LETTER = /^[a-z]$/

/** Above any score: with every word; among those, and among the others, with the last one as it was typed. */
const TIER = 1e6

/**
 * The best `count` messages that hold words of the query themselves: those with all of them first, then by the ranking of recall.
 * Names of speakers count as words here, since somebody who types a name looks for it.
 */
export function searchLiteral(
  data: IndexData,
  query: LiteralQuery,
  reach: Reach,
  only: MessageFilter,
  count: number,
  rank: RankSettings = limits.rank,
): LiteralFound {
  const { messages, units } = data
  const { beginning, order: by } = query
  const words = query.question.words.map((word) =>
    word.word === beginning ? writtenOut(data, word, beginning) : word,
  )
  const question = { ...query.question, words }
  const [all, must] = [2 ** words.length - 1, query.must.reduce((bits, place) => bits | (1 << place), 0)]
  const reached = reachedBy(data, reach)
  const frequent = words.reduce(
    (sum, word) => sum + word.keys.reduce((keys, key) => keys + (data.postings.get(key)?.length ?? 0), 0),
    0,
  )
  // Neighbours of so many would take longer than a keystroke, and tell little.
  const alone = frequent > limits.search.lendingPostings
  const isLetter =
    words.length === 1 && beginning !== null && LETTER.test(beginning) && Object.keys(only).length === 0
  const latest = isLetter ? limits.search.letterLatest : Number.POSITIVE_INFINITY
  const {
    words: weighed,
    averageLength,
    count: size,
  } = alone
    ? scoreAlone(data, words, reached, latest, rank)
    : scoreMessages(data, words, reached, NO_NAMES, rank)
  if (!alone) for (const [place, word] of words.entries()) cover(data, word.keys, 1 << place)
  if (beginning !== null) cover(data, keysOfWord(beginning), EXACT)
  const { unitScore, order, found, covered } = scratch(messages.turn.length, units.message.length)
  const { wanted, counts } = filtering(data, only, query.facets)
  const [factors, most] = [factorsOf(data, question, rank), mostOf(data, question, rank)]
  const later = laterIn(data)
  const tierOf = (has: number) => ((has & all) === all ? TIER : 0) + (has & EXACT ? TIER / 2 : 0)
  const chosen = bestOf(
    count,
    by === 'newest'
      ? (a, b) => later(b, a)
      : (a, b) => (order[a] ?? 0) < (order[b] ?? 0) || (order[a] === order[b] && later(b, a)),
  )
  let total = 0
  // The latest first: of equals it stays, and the others need not be put in order.
  for (let i = size - 1; i >= 0; i--) {
    const message = found[i] ?? 0
    const has = covered[message] ?? 0
    if (has === 0 || (has & must) !== must || reached.near(message) === 0) continue
    if (!wanted(message)) continue
    total += 1
    const tier = tierOf(has)
    const score = topScore(data, unitScore, message)
    if (by === 'best' && chosen.full() && tier + score * most < (order[chosen.worst()] ?? 0)) continue
    order[message] = tier + ordering(factors.times(message, score))
    chosen.offer(message)
  }
  const best = selfScore(weighed, averageLength, rank) * most
  const hitOf = hitMaker(data, { words: weighed, averageLength, best, factors, isName: NO_NAMES, rank })
  const hits = chosen.sorted().map((message): LiteralHit => {
    const has = covered[message] ?? 0
    const raw = (order[message] ?? 0) - tierOf(has)
    return Object.assign(hitOf(message, raw), {
      whole: (has & all) === all,
      exact: (has & EXACT) !== 0,
      share: best > 0 ? raw / best : 0,
    })
  })
  clearScores(data, size)
  return { hits, total, ...counts() }
}

/** Everything within reach that the filters let through, newest first. */
export function browse(
  data: IndexData,
  reach: Reach,
  only: MessageFilter,
  count: number,
  facets: boolean,
): LiteralFound {
  const [reached, later, { wanted, counts }] = [
    reachedBy(data, reach),
    laterIn(data),
    filtering(data, only, facets),
  ]
  const chosen = bestOf(count, (a, b) => later(b, a))
  let total = 0
  for (let message = 0; message < data.messages.turn.length; message++) {
    if (reached.near(message) === 0 || !wanted(message)) continue
    total += 1
    chosen.offer(message)
  }
  const hitOf = hitMaker(data, {
    words: [],
    averageLength: 0,
    best: 0,
    factors: NO_FACTORS,
    isName: NO_NAMES,
    rank: limits.rank,
  })
  return {
    hits: chosen
      .sorted()
      .map((message) => Object.assign(hitOf(message, 0), { whole: true, exact: false, share: 0 })),
    total,
    ...counts(),
  }
}

type Filtering = {
  wanted(message: number): boolean
  counts(): Pick<LiteralFound, 'speakers' | 'conversations'>
}
const filtering = (data: IndexData, only: MessageFilter, facets: boolean): Filtering =>
  facets
    ? counting(data, only)
    : { wanted: filterOf(data, only), counts: () => ({ speakers: new Map(), conversations: new Map() }) }

/** The filters, and how much each value of one would let through while the others stay. */
function counting(data: IndexData, { speaker, conversationId, ...rest }: MessageFilter): Filtering {
  const { rows } = data
  const inTime = filterOf(data, rest)
  const by = speaker === undefined ? null : (data.speakers.at.get(speaker) ?? -1)
  const within = conversationId === undefined ? null : (data.conversations.at.get(conversationId) ?? -1)
  const [speakers, conversations] = [
    new Int32Array(data.speakers.list.length),
    new Int32Array(data.conversations.list.length),
  ]
  const named = (counts: Int32Array, names: readonly string[]) => {
    const some = new Map<string, number>()
    for (let i = 0; i < counts.length; i++) if (counts[i]) some.set(names[i] ?? '', counts[i] ?? 0)
    return some
  }
  return {
    wanted(message: number): boolean {
      if (!inTime(message)) return false
      const spoke = rows.of[message * ROW + AT.speaker] ?? 0
      const conversation = rows.of[message * ROW + AT.conversation] ?? 0
      const [bySpeaker, inConversation] = [
        by === null || by === spoke,
        within === null || within === conversation,
      ]
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
