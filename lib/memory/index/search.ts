import { idf, saturate, selfScore, shown } from '../rank'
import type { QueryWord } from '../terms'
import { type IndexData, SPEAKERS, type Speaker, tfOf, unitOf } from './data'

/** Where a query matched inside a message of a turn. */
export type UnitHit = { speaker: Speaker; start: number; end: number; score: number }
export type TurnHit = {
  turnId: string
  conversationId: string
  branchId: string
  number: number
  at: number
  /** BM25, for ordering. */
  raw: number
  /** For people, in [0, 1]. */
  score: number
  /** What each word of the query gave, as a share of what it could give at most; they add up to the score before clipping. */
  parts: Record<string, number>
  units: UnitHit[]
  /** How telling each key of the query is (idf), the same for every hit of a query. */
  weights: ReadonlyMap<string, number>
}

/** Called with the numbers of a turn, not with objects: it runs for every turn that holds a word of the query. 0 = not wanted, else the factor for ordering. */
export type Weigh = (conversationId: string, branchId: string, number: number) => number

type Scored = { unitScores: Float64Array; words: { word: string; keys: string[]; idf: number; hits: number[] }[]; averageLength: number }

/** Postings of one word whose turns are alive. */
function liveHits(data: IndexData, keys: string[]): number[] {
  const hits: number[] = []
  for (const key of keys) for (const posting of data.postings.get(key) ?? []) if (data.turns.alive[data.units.turn[unitOf(posting)] ?? -1]) hits.push(posting)
  return hits
}

function scoreUnits(data: IndexData, query: QueryWord[]): Scored {
  const averageLength = data.live.units > 0 ? data.live.terms / data.live.units : 0
  const unitScores = new Float64Array(data.units.turn.length)
  const words = query.map(({ word, keys }) => {
    const hits = liveHits(data, keys)
    const weight = idf(data.live.units, hits.length)
    for (const posting of hits) {
      const unit = unitOf(posting)
      unitScores[unit] = (unitScores[unit] ?? 0) + weight * saturate(tfOf(posting), data.units.length[unit] ?? 0, averageLength)
    }
    return { word, keys, idf: weight, hits }
  })
  return { unitScores, words, averageLength }
}

/** Turns that hold a word of the query, best first; ties go to the later turn, then by id. Lazy: nothing but the order is computed before a hit is asked for. */
export function* searchIndex(data: IndexData, query: QueryWord[], weigh: Weigh): Generator<TurnHit> {
  const { unitScores, words, averageLength } = scoreUnits(data, query)
  const best = new Map<number, number>()
  for (const { hits } of words)
    for (const posting of hits) {
      const unit = unitOf(posting)
      const turn = data.units.turn[unit] ?? 0
      const score = unitScores[unit] ?? 0
      if (score > (best.get(turn) ?? 0)) best.set(turn, score)
    }
  const ranked: { turn: number; order: number }[] = []
  for (const [turn, raw] of best) {
    const factor = weigh(data.conversations.list[data.turns.conversation[turn] ?? 0] ?? '', data.branches.list[data.turns.branch[turn] ?? 0] ?? '', data.turns.number[turn] ?? 0)
    if (factor > 0) ranked.push({ turn, order: raw * factor })
  }
  const id = (turn: number) => data.turns.id[turn] ?? ''
  ranked.sort((a, b) => b.order - a.order || at(data, b.turn) - at(data, a.turn) || (id(a.turn) < id(b.turn) ? -1 : 1))
  const self = selfScore(
    words.map((word) => word.idf),
    averageLength,
  )
  const weights = new Map(words.flatMap((word) => word.keys.map((key) => [key, word.idf] as const)))
  for (const { turn } of ranked) yield { ...explain(data, { unitScores, words, averageLength }, turn, best.get(turn) ?? 0, self), weights }
}

function explain(data: IndexData, { unitScores, words, averageLength }: Scored, turn: number, raw: number, self: number): Omit<TurnHit, 'weights'> {
  const from = data.turns.firstUnit[turn] ?? 0
  const to = data.turns.firstUnit[turn + 1] ?? data.units.turn.length
  const units: (UnitHit & { unit: number })[] = []
  for (let unit = from; unit < to; unit++) {
    const score = unitScores[unit] ?? 0
    if (score > 0) units.push({ unit, speaker: SPEAKERS[data.units.speaker[unit] ?? 0] ?? 'user', start: data.units.start[unit] ?? 0, end: data.units.end[unit] ?? 0, score })
  }
  units.sort((a, b) => b.score - a.score || a.unit - b.unit)
  const top = units[0]?.unit ?? -1
  const parts: Record<string, number> = {}
  for (const { word, idf: weight, hits } of words) {
    const posting = hits.find((hit) => unitOf(hit) === top)
    if (posting !== undefined) parts[word] = (weight * saturate(tfOf(posting), data.units.length[top] ?? 0, averageLength)) / self
  }
  return {
    turnId: data.turns.id[turn] ?? '',
    conversationId: data.conversations.list[data.turns.conversation[turn] ?? 0] ?? '',
    branchId: data.branches.list[data.turns.branch[turn] ?? 0] ?? '',
    number: data.turns.number[turn] ?? 0,
    at: at(data, turn),
    raw,
    score: shown(raw, self),
    parts,
    units: units.map(({ unit: _, ...hit }) => hit),
  }
}

const at = (data: IndexData, turn: number) => data.turns.at[turn] ?? 0
