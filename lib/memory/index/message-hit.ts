import type { AskedWord, HitRanks } from '@/lib/shared/events'
import type { Part } from './load/data'

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
