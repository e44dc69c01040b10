import { shown } from '../rank'
import { type IndexData, PARTS, unitEnd } from './data'
import { partsOf } from './explain'
import type { Factors } from './factors'
import { scratch } from './scratch'
import type { MessageFilter, MessageHit } from './search'

/** Which messages a filter lets through. */
export function filterOf(
  data: IndexData,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, speaker, part, conversationId }: MessageFilter,
): (message: number) => boolean {
  const { messages, turns } = data
  const by = speaker === undefined ? null : (data.speakers.at.get(speaker) ?? -1)
  const inPart = part === undefined ? null : PARTS.indexOf(part)
  const within = conversationId === undefined ? null : (data.conversations.at.get(conversationId) ?? -1)
  return (message) => {
    const at = messages.at[message] ?? 0
    if (at < from || at > to || (by !== null && messages.speaker[message] !== by) || (inPart !== null && messages.part[message] !== inPart)) return false
    return within === null || turns.conversation[messages.turn[message] ?? 0] === within
  }
}

/** The best unit of a message. */
export function topUnit(data: IndexData, unitScore: Float64Array, message: number): { unit: number; score: number } {
  let [score, at] = [0, data.messages.firstUnit[message] ?? 0]
  for (let unit = at; unit < unitEnd(data, message); unit++) {
    const value = unitScore[unit] ?? 0
    if (value > score) [score, at] = [value, unit]
  }
  return { score, unit: at }
}

/** Where a message stands, and the unit of it that was found. */
export function placeOfHit(data: IndexData, message: number, unit: number) {
  const { messages, units } = data
  const turn = messages.turn[message] ?? 0
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
  }
}

type Scored = Pick<Parameters<typeof partsOf>[1], 'words' | 'averageLength' | 'best' | 'isName' | 'rank'> & { factors: Factors; dated?: (message: number) => number }
/** Makes hits of messages that were scored, while their units' scores are still in the scratch buffer. */
export function hitMaker(data: IndexData, scored: Scored): (message: number, raw: number) => MessageHit {
  const { messages, units } = data
  const { unitScore } = scratch(messages.turn.length, units.message.length)
  const weights = new Map(scored.words.flatMap(({ word, idf }) => word.keys.map((key) => [key, idf] as const)))
  return (message, raw) => {
    const { unit, score } = topUnit(data, unitScore, message)
    const { parts, asked, total } = partsOf(data, { ...scored, unit, score, dated: scored.dated?.(message) ?? 0, factors: scored.factors(message) })
    return {
      ...placeOfHit(data, message, unit),
      literal: scored.words.some(({ word }) => word.word in parts),
      raw,
      score: shown(total, 1),
      parts,
      asked,
      weights,
    }
  }
}

/** Scores of the first `count` messages found back to zero, for the next query. */
export function clearScores(data: IndexData, count: number) {
  const { unitScore, mark, found } = scratch(data.messages.turn.length, data.units.message.length)
  for (let i = 0; i < count; i++) {
    const message = found[i] ?? 0
    mark[message] = 0
    for (let unit = data.messages.firstUnit[message] ?? 0; unit < unitEnd(data, message); unit++) unitScore[unit] = 0
  }
}

/** Which of two messages is the later one; any two have an order. */
export function laterIn({ messages, turns }: IndexData): (a: number, b: number) => boolean {
  const idOf = (message: number) => turns.id[messages.turn[message] ?? 0] ?? ''
  return (a, b) => {
    const [x, y] = [messages.at[a] ?? 0, messages.at[b] ?? 0]
    return x !== y ? x > y : messages.turn[a] !== messages.turn[b] ? idOf(a) > idOf(b) : a > b
  }
}

const PRECISION = 1e9
/** Rounded, since sums differ in their last bits with the order in which turns came. */
export const ordering = (score: number) => Math.round(score * PRECISION) / PRECISION
