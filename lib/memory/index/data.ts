import type { TurnText } from '@/lib/db/turn-texts'
import { limits } from '@/lib/shared/limits'
import { contentTerms } from '../terms'

/** Raise it when the shape below changes: an index of another format is built anew. */
export const INDEX_FORMAT = 1
export const SPEAKERS = ['user', 'assistant'] as const
export type Speaker = (typeof SPEAKERS)[number]

/** Long ids stored once, as small numbers. */
export type Names = { list: string[]; at: Map<string, number> }

/**
 * An owner's inverted index as plain data: ids and offsets, no text. A unit is up to `limits.index.unitTerms` terms of one message.
 * A posting is `unit << 4 | tf` (tf up to 15, units up to 134 million). Turns and units are only added; what is replaced or deleted stays as a tombstone until compaction.
 */
export type IndexData = {
  format: number
  /** Memory revision the index has caught up with. */
  rev: number
  postings: Map<string, number[]>
  conversations: Names
  branches: Names
  turns: { id: string[]; conversation: number[]; branch: number[]; number: number[]; at: number[]; alive: boolean[]; firstUnit: number[] }
  /** `start` and `end` are offsets into the message. */
  units: { turn: number[]; speaker: number[]; start: number[]; end: number[]; length: number[] }
  turnOf: Map<string, number>
  live: { units: number; terms: number }
  postingCount: number
}

export const emptyIndex = (): IndexData => ({
  format: INDEX_FORMAT,
  rev: 0,
  postings: new Map(),
  conversations: { list: [], at: new Map() },
  branches: { list: [], at: new Map() },
  turns: { id: [], conversation: [], branch: [], number: [], at: [], alive: [], firstUnit: [] },
  units: { turn: [], speaker: [], start: [], end: [], length: [] },
  turnOf: new Map(),
  live: { units: 0, terms: 0 },
  postingCount: 0,
})

/** Bits of a posting that hold the term frequency. */
const TF_BITS = 4
const MAX_TF = (1 << TF_BITS) - 1
export const unitOf = (posting: number) => posting >> TF_BITS
export const tfOf = (posting: number) => posting & MAX_TF
function ordinal(names: Names, name: string): number {
  const known = names.at.get(name)
  if (known !== undefined) return known
  names.at.set(name, names.list.length)
  return names.list.push(name) - 1
}

/** Units of a turn: from `firstUnit` up to the next turn's. */
const unitEnd = (data: IndexData, turn: number) => data.turns.firstUnit[turn + 1] ?? data.units.turn.length

/** Takes a turn out; nothing happens when it is not in. */
export function removeTurn(data: IndexData, turnId: string) {
  const turn = data.turnOf.get(turnId)
  if (turn === undefined) return
  data.turnOf.delete(turnId)
  data.turns.alive[turn] = false
  for (let unit = data.turns.firstUnit[turn] ?? 0; unit < unitEnd(data, turn); unit++) {
    data.live.units -= 1
    data.live.terms -= data.units.length[unit] ?? 0
  }
}

/** Puts a turn in; an earlier version of it is taken out. */
export function putTurn(data: IndexData, turn: TurnText) {
  removeTurn(data, turn.id)
  const at = data.turns.id.push(turn.id) - 1
  data.turnOf.set(turn.id, at)
  data.turns.conversation.push(ordinal(data.conversations, turn.conversationId))
  data.turns.branch.push(ordinal(data.branches, turn.branchId))
  data.turns.number.push(turn.number)
  data.turns.at.push(turn.createdAt.getTime())
  data.turns.alive.push(true)
  data.turns.firstUnit.push(data.units.turn.length)
  putMessage(data, at, 0, turn.userText)
  putMessage(data, at, 1, turn.answer)
}

function putMessage(data: IndexData, turn: number, speaker: number, text: string) {
  const terms = contentTerms(text)
  const size = Math.ceil(terms.length / Math.ceil(terms.length / limits.index.unitTerms))
  for (let from = 0; from < terms.length; from += size) {
    const slice = terms.slice(from, from + size)
    const unit = data.units.turn.push(turn) - 1
    data.units.speaker.push(speaker)
    data.units.start.push(slice[0]?.start ?? 0)
    data.units.end.push(slice.at(-1)?.end ?? 0)
    data.units.length.push(slice.length)
    data.live.units += 1
    data.live.terms += slice.length
    for (const { key } of slice) {
      const list = data.postings.get(key)
      const last = list?.at(-1)
      if (list && last !== undefined && unitOf(last) === unit) {
        if (tfOf(last) < MAX_TF) list[list.length - 1] = last + 1
        continue
      }
      if (list) list.push((unit << TF_BITS) | 1)
      else data.postings.set(key, [(unit << TF_BITS) | 1])
      data.postingCount += 1
    }
  }
}

const deadUnits = (data: IndexData) => data.units.turn.length - data.live.units

/**
 * The index without its tombstones, once they are over `limits.index.compactAt` of all units; else the index itself.
 * A copy, because a search that pauses goes on with the turn numbers it began with.
 */
export function compacted(data: IndexData): IndexData {
  if (deadUnits(data) <= data.units.turn.length * limits.index.compactAt) return data
  const kept = data.turns.alive.flatMap((alive, turn) => (alive ? [turn] : []))
  const moved = new Int32Array(data.units.turn.length).fill(-1)
  const units: IndexData['units'] = { turn: [], speaker: [], start: [], end: [], length: [] }
  const firstUnit: number[] = []
  kept.forEach((old, turn) => {
    firstUnit.push(units.turn.length)
    for (let unit = data.turns.firstUnit[old] ?? 0; unit < unitEnd(data, old); unit++) {
      moved[unit] = units.turn.push(turn) - 1
      for (const field of ['speaker', 'start', 'end', 'length'] as const) units[field].push(data.units[field][unit] ?? 0)
    }
  })
  const postings = new Map<string, number[]>()
  let postingCount = 0
  for (const [key, list] of data.postings) {
    const rest = list.flatMap((posting) => {
      const unit = moved[unitOf(posting)] ?? -1
      return unit < 0 ? [] : [(unit << TF_BITS) | tfOf(posting)]
    })
    if (rest.length) postings.set(key, rest)
    postingCount += rest.length
  }
  const pick = <T>(values: T[]) => kept.flatMap((turn) => values[turn] ?? [])
  const { id, conversation, branch, number, at } = data.turns
  const turns = { id: pick(id), conversation: pick(conversation), branch: pick(branch), number: pick(number), at: pick(at), alive: kept.map(() => true), firstUnit }
  return { ...data, postings, postingCount, units, turns, turnOf: new Map(turns.id.map((id, turn) => [id, turn])) }
}

/** Rough size in memory, in bytes: what the least recently used index is evicted by. */
export const sizeOf = (data: IndexData) => data.postingCount * 12 + data.postings.size * 120 + data.units.turn.length * 40 + data.turns.id.length * 220
