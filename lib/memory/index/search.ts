import type { AskedWord, HitRanks } from '@/lib/shared/events'
import { limits } from '@/lib/shared/limits'
import type { Question } from '../question'
import { type RankSettings, selfScore } from '../rank'
import { bestOf } from './best'
import type { IndexData, Part } from './data'
import { addDated } from './dated'
import { factorsOf, mostOf, nameTest } from './factors'
import { clearScores, filterOf, hitMaker, holdsWord, laterIn, ordering, topScore } from './found'
import { type Reach, reachedBy } from './reach'
import { scoreMessages } from './score'
import { scratch } from './scratch'

/** A message that was found. `start` and `end` are offsets into its turn's text of `part`; `unit` = the place in it that matched best. */
export type MessageHit = {
  turnId: string
  conversationId: string
  branchId: string
  number: number
  part: Part
  start: number
  end: number
  unit: { start: number; end: number }
  speaker: string
  at: number
  /** Whether the message holds a word of the query itself; else it was found through its neighbours. */
  literal: boolean
  /** For ordering. */
  raw: number
  /** For people, in [0, 1]. */
  score: number
  /** What each word of the query gave, then what neighbours, speaker, date, … gave, as shares of the best score possible; they add up to the score before clipping. */
  parts: Record<string, number>
  /** The words of the query, names of speakers left out. */
  asked: AskedWord[]
  /** Places before fusion, by turns; absent when there was none. */
  ranks?: HitRanks
  /** How telling each key of the query is (idf), the same for every hit of a query. */
  weights: ReadonlyMap<string, number>
}
/** Times in milliseconds, both included. */
export type MessageFilter = {
  from?: number
  to?: number
  speaker?: string
  part?: Part
  conversationId?: string
}
/** `more` = there may be others beyond `count`. */
export type Found = { hits: MessageHit[]; more: boolean }
/** A message in its place, before it is explained. */
export type Ranked = { message: number; turnId: string; literal(): boolean }

/**
 * The best `count` messages within reach that the query reaches, by themselves or by their neighbours; ties go to the later message.
 * Only what `take` leaves of them is explained, which takes longer than ranking.
 */
export function searchIndex(
  data: IndexData,
  question: Question,
  reach: Reach,
  count: number,
  {
    only = {},
    take = (ranked) => ranked,
    rank = limits.rank,
  }: { only?: MessageFilter | undefined; take?: (ranked: Ranked[]) => Ranked[]; rank?: RankSettings } = {},
): Found {
  const { messages, units } = data
  const isName = nameTest(data, question)
  const reached = reachedBy(data, reach)
  const { words, averageLength, count: byWords } = scoreMessages(data, question.words, reached, isName, rank)
  const dated = addDated(data, question.dates, reached, byWords, rank)
  const { unitScore, order, found } = scratch(messages.turn.length, units.message.length)
  const [wanted, factors, most] = [
    filterOf(data, only),
    factorsOf(data, question, rank),
    mostOf(data, question, rank),
  ]
  const later = laterIn(data)
  const chosen = bestOf(
    count,
    (a, b) => (order[a] ?? 0) < (order[b] ?? 0) || (order[a] === order[b] && later(b, a)),
  )
  let more = false
  for (let i = 0; i < dated.count; i++) {
    const message = found[i] ?? 0
    const score = topScore(data, unitScore, message)
    if (score === 0) continue
    // What is asked next is dear; most messages cannot come among the best with any factor.
    if (chosen.full()) {
      more = true
      if (score * reached.most * most < (order[chosen.worst()] ?? 0)) continue
    }
    const near = reached.near(message)
    if (near === 0 || !wanted(message)) continue
    order[message] = ordering(factors.times(message, score * near))
    chosen.offer(message)
  }
  const hitOf = hitMaker(data, {
    words,
    averageLength,
    best: (selfScore(words, averageLength, rank) + dated.weight) * most,
    factors,
    dated: dated.given,
    isName,
    rank,
  })
  const ranked = chosen.sorted().map(
    (message): Ranked => ({
      message,
      turnId: data.turns.id[messages.turn[message] ?? 0] ?? '',
      literal: () => holdsWord(data, words, isName, message),
    }),
  )
  const hits = take(ranked).map(({ message }) => hitOf(message, order[message] ?? 0))
  clearScores(data, dated.count)
  return { hits, more }
}
