import { limits } from '@/lib/shared/limits'
import type { AskedWord } from '@/lib/shared/turn/events'
import {
  AT,
  type IndexData,
  MESSAGE_PARTS,
  type MessageFilter,
  type MessageHit,
  type Names,
  postingUnit,
  ROW,
  tfOf,
  unitEnd,
} from './load/data'
import type { Factors, NameTest } from './score/factors'
import { idf, saturate, shownScore, wordWeight } from './score/rank'
import { scratch, type Weighed } from './score/score'

/** The number of a name, -1 for an unknown one; undefined without a name. */
export const numberNamed = ({ at }: Names, name: string | undefined) =>
  name === undefined ? undefined : (at.get(name) ?? -1)

export function filterOf(
  data: IndexData,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, part, ...names }: MessageFilter,
): (message: number) => boolean {
  const { messages, rows } = data
  const speaker = numberNamed(data.speakers, names.speaker)
  const conversation = numberNamed(data.conversations, names.conversationId)
  return (message) => {
    const at = messages.at[message] ?? 0
    return (
      at >= from &&
      at <= to &&
      (part === undefined || MESSAGE_PARTS[messages.part[message] ?? 0] === part) &&
      (speaker === undefined || rows.of[message * ROW + AT.speaker] === speaker) &&
      (conversation === undefined || rows.of[message * ROW + AT.conversation] === conversation)
    )
  }
}

/** A message's score is that of its best unit. */
export function topScore(data: IndexData, unitScore: Float64Array, message: number): number {
  const row = message * ROW
  const end = data.rows.of[row + AT.endUnit] ?? 0
  let score = 0
  for (let unit = data.rows.of[row + AT.firstUnit] ?? 0; unit < end; unit++)
    score = Math.max(score, unitScore[unit] ?? 0)
  return score
}
/** The best unit of a message; the first one of equals. */
function topUnit(data: IndexData, unitScore: Float64Array, message: number): { unit: number; score: number } {
  const score = topScore(data, unitScore, message)
  let unit = data.messages.firstUnit[message] ?? 0
  while (unit + 1 < unitEnd(data, message) && (unitScore[unit] ?? 0) < score) unit += 1
  return { score, unit }
}

type HitScores = Pick<MessageHit, 'literal' | 'raw' | 'score' | 'parts' | 'asked' | 'weights'>
export function hitAt(data: IndexData, message: number, unit: number, said: HitScores): MessageHit {
  const { messages, units } = data
  const turn = messages.turn[message] ?? 0
  return {
    turnId: data.turns.id[turn] ?? '',
    conversationId: data.conversations.list[data.turns.conversation[turn] ?? 0] ?? '',
    branchId: data.branches.list[data.turns.branch[turn] ?? 0] ?? '',
    number: data.turns.number[turn] ?? 0,
    part: MESSAGE_PARTS[messages.part[message] ?? 0] ?? 'user',
    start: messages.start[message] ?? 0,
    end: messages.end[message] ?? 0,
    unit: { start: units.start[unit] ?? 0, end: units.end[unit] ?? 0 },
    speaker: data.speakers.list[messages.speaker[message] ?? 0] ?? '',
    at: messages.at[message] ?? 0,
    ...said,
  }
}

/** Makes hits while the units' scores are still in the scratch buffer. */
export function hitMaker(data: IndexData, scored: Scored): (message: number, raw: number) => MessageHit {
  const { messages, units } = data
  const { unitScore } = scratch(messages.turn.length, units.message.length)
  const weights = new Map(
    scored.words.flatMap(({ word, idf }) => word.keys.map((key) => [key, idf] as const)),
  )
  return (message, raw) => {
    const { unit, score } = topUnit(data, unitScore, message)
    const { parts, asked, total } = partsOf(data, scored, message, unit, score)
    return hitAt(data, message, unit, {
      literal: asked.some((word) => word.held),
      ...{ raw, score: shownScore(total, 1), parts, asked, weights },
    })
  }
}

/** Whether the matching unit itself contains a word of the query. */
export function holdsWord(data: IndexData, words: readonly Weighed[], isName: NameTest, message: number) {
  const { unitScore } = scratch(data.messages.turn.length, data.units.message.length)
  const { unit } = topUnit(data, unitScore, message)
  const conversation = data.turns.conversation[data.messages.turn[message] ?? 0] ?? 0
  return words.some(
    ({ word }) =>
      !isName(word)?.(conversation) &&
      word.keys.some((key) => countInUnit(data.postings.get(key) ?? [], unit) > 0),
  )
}

/** Resets the scratch buffers of the first `count` messages for the next query. */
export function clearScores(data: IndexData, count: number) {
  const { unitScore, mark, found, covered } = scratch(data.messages.turn.length, data.units.message.length)
  for (let i = 0; i < count; i++) {
    const message = found[i] ?? 0
    mark[message] = 0
    covered[message] = 0
    const end = data.rows.of[message * ROW + AT.endUnit] ?? 0
    for (let unit = data.rows.of[message * ROW + AT.firstUnit] ?? 0; unit < end; unit++) unitScore[unit] = 0
  }
}

/** Which of two messages is later; a total order. */
export function laterIn({ messages, turns }: IndexData): (a: number, b: number) => boolean {
  const idOf = (message: number) => turns.id[messages.turn[message] ?? 0] ?? ''
  return (a, b) => {
    const [x, y] = [messages.at[a] ?? 0, messages.at[b] ?? 0]
    return x !== y ? x > y : messages.turn[a] !== messages.turn[b] ? idOf(a) > idOf(b) : a > b
  }
}

const PRECISION = 1e9
/** Rounded, because the last bits of a sum depend on the order in which turns were added. */
export const ordering = (score: number) => Math.round(score * PRECISION) / PRECISION

/** The best `count` of what is offered, best first. `worse(a, b)` must be a total order. */
export function bestOf<T>(count: number, worse: (a: T, b: T) => boolean) {
  const best: T[] = []
  const full = () => best.length >= count
  const isWorse = (one: T | undefined, than: T) => one !== undefined && worse(one, than)
  return {
    full,
    worst: () => best.at(-1),
    offer(value: T) {
      if (full() && !isWorse(best.at(-1), value)) return
      let [low, high] = [0, best.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (isWorse(best[middle], value)) high = middle
        else low = middle + 1
      }
      best.splice(low, 0, value)
      if (best.length > count) best.pop()
    },
    sorted: () => best,
  }
}

/** Occurrences of a key in a unit. Postings are sorted by unit. */
export function countInUnit(list: readonly number[], unit: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (postingUnit(list[middle] ?? 0) < unit) low = middle + 1
    else high = middle
  }
  const posting = list[low]
  return posting !== undefined && postingUnit(posting) === unit ? tfOf(posting) : 0
}

/** How messages were scored. `best` = the best possible score; `dated` = what a date in the question gave. */
type Scored = {
  words: Weighed[]
  averageLength: number
  best: number
  factors: Factors
  isName: NameTest
  dated?(message: number): number
}

/**
 * Splits a unit's score into words, date, neighbours and factors, divided by `best`; they add up to `total`.
 * `asked` = each word except names of speakers, with its rarity.
 */
function partsOf(data: IndexData, from: Scored, message: number, unit: number, score: number) {
  const conversation = data.turns.conversation[data.messages.turn[message] ?? 0] ?? 0
  const parts: Record<string, number> = {}
  const asked: AskedWord[] = []
  const units = Math.max(data.whole?.all ?? data.units.message.length, limits.recall.rareUnits)
  const rarest = wordWeight(idf(units, 1), false)
  const share = (value: number) => (from.best > 0 ? value / from.best : 0)
  let alone = 0
  for (const { word, idf: weight } of from.words) {
    if (from.isName(word)?.(conversation)) continue
    const times = word.keys.reduce((sum, key) => sum + countInUnit(data.postings.get(key) ?? [], unit), 0)
    const rarity = Math.round(Math.min(1, weight / rarest) * 100) / 100
    asked.push({ word: word.word, rarity, held: times > 0 })
    if (times === 0) continue
    const given = weight * saturate(times, data.units.length[unit] ?? 0, from.averageLength)
    alone += given
    parts[word.word] = share(given)
  }
  const dated = from.dated?.(message) ?? 0
  if (dated > 0) parts.date = (parts.date ?? 0) + share(dated)
  const lent = score - alone - dated
  if (lent > 1e-4) parts.neighbours = (parts.neighbours ?? 0) + share(lent)
  let total = score
  for (const [part, factor] of from.factors.of(message)) {
    if (Math.abs(factor - 1) > 1e-4) parts[part] = (parts[part] ?? 0) + share(total * (factor - 1))
    total *= factor
  }
  return { parts, asked, total: share(total) }
}
