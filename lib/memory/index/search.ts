import type { AskedWord, HitRanks } from '@/lib/shared/events'
import { limits } from '@/lib/shared/limits'
import type { Question } from '../question'
import { type RankSettings, selfScore, shown } from '../rank'
import { bestOf } from './best'
import { type IndexData, PARTS, type Part, unitEnd } from './data'
import { partsOf } from './explain'
import { factorsOf, mostOf, nameTest } from './factors'
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
export type MessageFilter = { from?: number; to?: number; speaker?: string; part?: Part }
/** `more` = others were found beyond `count`. */
export type Found = { hits: MessageHit[]; more: boolean }

function filterOf(data: IndexData, { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, speaker, part }: MessageFilter): (message: number) => boolean {
  const { messages } = data
  const by = speaker === undefined ? null : (data.speakers.at.get(speaker) ?? -1)
  const inPart = part === undefined ? null : PARTS.indexOf(part)
  return (message) => {
    const at = messages.at[message] ?? 0
    return at >= from && at <= to && (by === null || messages.speaker[message] === by) && (inPart === null || messages.part[message] === inPart)
  }
}

/** The best unit of a message. */
function topUnit(data: IndexData, unitScore: Float64Array, message: number): { unit: number; score: number } {
  let [score, at] = [0, data.messages.firstUnit[message] ?? 0]
  for (let unit = at; unit < unitEnd(data, message); unit++) {
    const value = unitScore[unit] ?? 0
    if (value > score) [score, at] = [value, unit]
  }
  return { score, unit: at }
}

const PRECISION = 1e9
/** The best `count` messages within reach that the query reaches, by themselves or by their neighbours; ties go to the later message. */
export function searchIndex(data: IndexData, question: Question, reach: Reach, count: number, only: MessageFilter = {}, rank: RankSettings = limits.rank): Found {
  const { messages, units } = data
  const isName = nameTest(data)
  const reached = reachedBy(data, reach)
  const { words, averageLength, count: size } = scoreMessages(data, question.words, reached, isName, rank)
  const { unitScore, order, mark, found } = scratch(messages.turn.length, units.message.length)
  const [wanted, factors, most] = [filterOf(data, only), factorsOf(data, question, rank), mostOf(data, question, rank)]
  const idOf = (message: number) => data.turns.id[messages.turn[message] ?? 0] ?? ''
  const later = (a: number, b: number) => {
    const [x, y] = [messages.at[a] ?? 0, messages.at[b] ?? 0]
    return x !== y ? x > y : messages.turn[a] !== messages.turn[b] ? idOf(a) > idOf(b) : a > b
  }
  const chosen = bestOf(count, (a, b) => (order[a] ?? 0) < (order[b] ?? 0) || (order[a] === order[b] && later(b, a)))
  let candidates = 0
  for (let i = 0; i < size; i++) {
    const message = found[i] ?? 0
    const near = reached.near(message)
    if (near === 0 || !wanted(message)) continue
    const { score } = topUnit(data, unitScore, message)
    if (score === 0) continue
    candidates += 1
    // Factors are dear; most messages cannot come among the best with any.
    if (chosen.full() && score * near * most < (order[chosen.worst()] ?? 0)) continue
    // Rounded, since sums differ in their last bits with the order in which turns came.
    order[message] = Math.round(factors(message).reduce((product, [, factor]) => product * factor, score * near) * PRECISION) / PRECISION
    chosen.offer(message)
  }
  const best = selfScore(words, averageLength, rank) * most
  const weights = new Map(words.flatMap(({ word, idf }) => word.keys.map((key) => [key, idf] as const)))
  const hits = chosen.sorted().map((message): MessageHit => {
    const turn = messages.turn[message] ?? 0
    const { unit, score } = topUnit(data, unitScore, message)
    const { parts, asked, total } = partsOf(data, { words, averageLength, unit, score, factors: factors(message), best, isName, rank })
    return {
      turnId: data.turns.id[turn] ?? '',
      conversationId: data.conversations.list[data.turns.conversation[turn] ?? 0] ?? '',
      branchId: data.branches.list[data.turns.branch[turn] ?? 0] ?? '',
      number: data.turns.number[turn] ?? 0,
      part: PARTS[messages.part[message] ?? 0] ?? 'user',
      start: messages.start[message] ?? 0,
      end: messages.end[message] ?? 0,
      unit: { start: units.start[unit] ?? 0, end: units.end[unit] ?? 0 },
      speaker: data.speakers.list[messages.speaker[message] ?? 0] ?? '',
      at: messages.at[message] ?? 0,
      literal: words.some(({ word }) => word.word in parts),
      raw: order[message] ?? 0,
      score: shown(total, 1),
      parts,
      asked,
      weights,
    }
  })
  // Back to zero for the next query.
  for (let i = 0; i < size; i++) {
    const message = found[i] ?? 0
    mark[message] = 0
    for (let unit = messages.firstUnit[message] ?? 0; unit < unitEnd(data, message); unit++) unitScore[unit] = 0
  }
  return { hits, more: candidates > hits.length }
}
