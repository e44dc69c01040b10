import type { AskedWord, HitRanks } from '@/lib/shared/turn/events'
import type { Part } from './load/data'

/** `start` and `end` are offsets into the turn's text of `part`; `unit` = the part that matched best. */
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
  /** Whether the message itself contains a word of the query; else its neighbours do. */
  literal: boolean
  raw: number
  /** For people, in [0, 1]. */
  score: number
  /** What each word and factor contributed, as shares of the best possible score; they add up to it. */
  parts: Record<string, number>
  /** The words of the query without names of speakers. */
  asked: AskedWord[]
  /** Ranks before fusion, by turn; absent without fusion. */
  ranks?: HitRanks
  /** The rarity (idf) of each key of the query, the same for every hit. */
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
/** `more` = there may be more than `count`. */
export type IndexHits = { hits: MessageHit[]; more: boolean }
/** A ranked message, before its score is explained. */
export type Ranked = { message: number; turnId: string; literal(): boolean }
