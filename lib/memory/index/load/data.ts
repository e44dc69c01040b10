import type { MemoryKind } from '@/lib/shared/memory/search'
import type { AskedWord, HitRanks } from '@/lib/shared/turn/events'

export const MESSAGE_PARTS = ['user', 'assistant'] as const
type Part = (typeof MESSAGE_PARTS)[number]

/** Long ids, stored once as small numbers. */
export type Names = { list: string[]; at: Map<string, number> }

/**
 * Statistics of a collection larger than the index: units in reach, their terms, units per word of the query
 * and per date; `all` = including units out of reach, `matched` = about how many contain any of the words.
 */
export type Whole = {
  units: number
  all: number
  matched: number
  terms: number
  df: ReadonlyMap<string, number>
  dated: number
}

const names = (): Names => ({ list: [], at: new Map() })
const numbers = (): number[] => []
/**
 * An owner's inverted index of one kind of memory as plain data: ids and offsets, no text. A turn has
 * messages, a message has units of up to `limits.index.unitTerms` terms. For other kinds `turns` are
 * summaries or files with one message and no neighbours. Kinds are separate, so that none changes the rarity
 * of a word in another. A posting is `unit << 4 | tf` (tf up to 15, units up to 134 million). Turns, messages
 * and units are only appended; replaced and deleted ones stay as tombstones until the index is loaded again.
 */
export const emptyIndex = (kind: MemoryKind = 'message') => ({
  kind,
  /** The memory revision that the index reflects. */
  rev: 0,
  /** The revision of the last change that it had to follow. */
  changed: 0,
  postings: new Map<string, number[]>(),
  conversations: names(),
  branches: names(),
  branchOf: numbers(),
  speakers: names(),
  turns: {
    id: [] as string[],
    parentId: [] as (string | null)[],
    conversation: numbers(),
    branch: numbers(),
    number: numbers(),
    stamp: [] as (string | null)[],
    alive: [] as boolean[],
    firstMessage: numbers(),
  },
  /** Offsets into the turn's text of `part`; `left` and `right` = neighbours in the session, -1 = none. */
  messages: {
    turn: numbers(),
    part: numbers(),
    start: numbers(),
    end: numbers(),
    speaker: numbers(),
    at: numbers(),
    length: numbers(),
    traits: numbers(),
    left: numbers(),
    right: numbers(),
    firstUnit: numbers(),
  },
  /** What a search reads of every message, at one cache miss: `ROW` numbers, at the positions in `AT`. */
  rows: { of: new Int32Array(0) },
  /** `start` and `end` are offsets into the turn's text. */
  units: { message: numbers(), start: numbers(), end: numbers(), length: numbers() },
  turnOf: new Map<string, number>(),
  /** Turns by position on a branch, see `turnPlace`. */
  turnAt: new Map<number, number>(),
  /** First turns of branches, by the turn they follow. */
  forks: new Map<string, number[]>(),
  /** Live messages of each speaker, by conversation. */
  talkers: new Map<number, Map<number, number>>(),
  /** Speakers by each word of their names. Roles (user, assistant) are not names. */
  named: new Map<string, number[]>(),
  /** Live units and their terms, by conversation. */
  sizes: { units: numbers(), terms: numbers() },
  live: { units: 0 },
  postingCount: 0,
  /** For an index of a query's candidates: the collection they are from. */
  whole: null as Whole | null,
})
export type IndexData = ReturnType<typeof emptyIndex>

/** Bits of a posting for the term frequency. */
export const TF_BITS = 4
export const MAX_TF = (1 << TF_BITS) - 1
export const postingUnit = (posting: number) => posting >> TF_BITS
export const tfOf = (posting: number) => posting & MAX_TF

export function ordinal(names: Names, name: string): number {
  const known = names.at.get(name)
  if (known !== undefined) return known
  names.at.set(name, names.list.length)
  return names.list.push(name) - 1
}

/** Numbers per message in `rows`, half a cache line. The branch of a dead message is -1. */
export const ROW = 8
export const AT = {
  branch: 0,
  number: 1,
  conversation: 2,
  speaker: 3,
  firstUnit: 4,
  endUnit: 5,
  length: 6,
  traits: 7,
} as const

const MOST_TURNS = 10_000_000
export const turnPlace = (branch: number, number: number) => branch * MOST_TURNS + number

/** Messages of a turn: from `firstMessage` to the next turn's. Likewise for units of a message. */
export const messageEnd = (data: IndexData, turn: number) =>
  data.turns.firstMessage[turn + 1] ?? data.messages.turn.length
export const unitEnd = (data: IndexData, message: number) =>
  data.messages.firstUnit[message + 1] ?? data.units.message.length

/** Approximate size in bytes, including a running load. */
export const indexBytes = (data: IndexData, bulk?: { length: number; names: readonly string[] }) =>
  (data.postingCount + (bulk?.length ?? 0)) * 10 +
  (data.postings.size + (bulk?.names.length ?? 0)) * 120 +
  data.units.message.length * 40 +
  data.messages.turn.length * (100 + ROW * 4) +
  data.turns.id.length * 260

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
