import type { Db } from '@/lib/db/engine/client'
import { countUnits, type SearchState, type SoughtTerm, type UnitFilter } from '@/lib/db/memory/full-text'
import {
  countLatest,
  frequencyOf,
  latestUnits,
  turnsInRanges,
  type UnitPlace,
  unitPlaces,
  unitsHolding,
  unitsWithin,
} from '@/lib/db/memory/full-text-search'
import { branchPaths } from '@/lib/db/turns/active-path'
import type { BranchPath } from '@/lib/db/turns/path'
import { getOrMake } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import { type AskedDates, dateSpans } from '../../text/question'
import type { QueryWord } from '../../text/terms'
import type { MessageFilter, Whole } from '../load/data'
import { soughtKey } from '../tokens'
import { idf, wordWeight } from './rank'
import type { ReachFactor } from './reach'

/**
 * Units of the months and days in a query: how many, and the latest `most` if they are few enough to be
 * candidates. A date without a year is of this year or the last. A unit that matches two dates counts twice.
 */
async function datedUnits(
  db: Db,
  state: SearchState,
  asked: readonly AskedDates[],
  filter: UnitFilter,
  most: number,
) {
  const dates = asked.filter(({ month }) => month !== null)
  const year = new Date().getUTCFullYear()
  const spans = dateSpans(dates, limits.rank.datedFit, [year - 1, year])
  const times = spans
    .map(([a, b]) => ({ ...filter, from: Math.max(a, filter.from ?? a), to: Math.min(b, filter.to ?? b) }))
    .filter(({ from, to }) => from <= to)
  let count = 0
  for (const time of times) count += await countLatest(db, state, time, limits.index.commonPostings + 1)
  const latest = new Map<number, UnitPlace>()
  if (count > 0 && count <= limits.index.commonPostings)
    for (const time of times)
      for (const place of await latestUnits(db, state, [], time, most)) latest.set(place.id, place)
  return { count, latest: [...latest.values()] }
}

const { fullText } = limits

export type CandidateQuery = {
  words: readonly QueryWord[]
  /** Positions in `words` that are required. */
  must?: readonly number[]
  /** The last word while it may continue. */
  beginning?: string | null
  dates?: readonly AskedDates[]
  order?: 'best' | 'newest'
  only?: MessageFilter
  /** The only conversation in reach. */
  within?: string
  /** A conversation whose turns are slightly preferred. */
  prefer?: string
  count: number
  reachOf(conversationIds: readonly string[]): Promise<ReachFactor>
}
type Term = Weighted & { terms: SoughtTerm[]; df: number }
/** An entry with the units of it that contain words of the query, the best first. */
export type EntryUnits = [refId: string, units: number[]]

/**
 * Entries worth ranking: those with the rarest words in the full text, weighted and lent roughly as the
 * ranking does. `whole` = its statistics.
 */
export async function candidatesFor(db: Db, state: SearchState, asked: CandidateQuery) {
  const { part: _, ...only }: MessageFilter = asked.only ?? {}
  const filter: UnitFilter = { ...only, conversationId: asked.within ?? only.conversationId }
  const words = asked.words.slice(0, fullText.words)
  const sought = words.map((word) => soughtOf(state, word, asked.beginning ?? null))
  const here =
    asked.within === undefined ? null : await unitsWithin(db, state, sought, { conversationId: asked.within })
  const size =
    asked.within === undefined
      ? { units: state.units, terms: state.terms }
      : await countUnits(db, state, asked.within)
  const dfs = here
    ? sought.map((_, i) => [...here.values()].filter((held) => held & (1 << i)).length)
    : await Promise.all(sought.map((terms) => frequencyOf(db, state, terms, fullText.counted)))
  const terms = sought.map((terms, i): Term => {
    const df = Math.min(dfs[i] ?? 0, size.units)
    return { terms, df, weight: wordWeight(idf(size.units, df), words[i]?.asking ?? false), bit: 1 << i }
  })
  const df = new Map(words.map((word, i) => [word.word, terms[i]?.df ?? 0]))
  const whole: Whole = { ...size, all: state.units, matched: 0, df, dated: 0 }
  const must = (asked.must ?? []).reduce((bits, place) => bits | (1 << place), 0)

  // Either a few or all that can ever be shown: with other candidates per page, hits would be sorted
  // differently on each.
  const wanted =
    asked.count <= fullText.first ? fullText.entries : Math.max(limits.search.mostShown, asked.count)
  const most = Math.max(fullText.pool, wanted * 3)
  const units = new Map<string, Set<number>>()
  const note = (refId: string | undefined, id: number) => {
    if (refId !== undefined) units.set(refId, (units.get(refId) ?? new Set()).add(id))
  }
  const choose = async (held: ReadonlyMap<number, number>, count: number) => {
    const matched = must ? [...held.values()].filter((bits) => (bits & must) === must).length : held.size
    whole.matched = Math.max(whole.matched, matched)
    const best = bestUnits(held, terms, must, most)
    const places = await unitPlaces(db, state, best)
    const refOf = new Map(places.map((place) => [place.id, place.refId]))
    for (const id of best) note(refOf.get(id), id)
    return bestEntries(await inReach(places, asked), held, terms, must, count)
  }
  const unitsIn = (conversationId: string) => unitsWithin(db, state, sought, { ...filter, conversationId })
  let chosen: UnitPlace[]
  if (asked.order === 'newest' || terms.length === 0) {
    const allTerms = terms.flatMap((term) => term.terms)
    const latest = await latestUnits(db, state, allTerms, filter, most)
    chosen = onePerEntry(await inReach(latest, asked)).slice(0, wanted)
  } else if (filter.conversationId !== undefined) {
    chosen = await choose(here ?? (await unitsIn(filter.conversationId)), wanted)
  } else {
    chosen = await choose(await unitsAnywhere(db, state, terms, filter), wanted)
    if (asked.prefer !== undefined)
      chosen.push(...(await choose(await unitsIn(asked.prefer), Math.ceil(wanted / 4))))
  }
  const dated = await datedUnits(db, state, asked.dates ?? [], filter, most)
  whole.dated = dated.count
  chosen.push(...onePerEntry(await inReach(dated.latest, asked)).slice(0, Math.ceil(wanted / 4)))
  for (const { refId, id } of chosen) note(refId, id)
  const hasNear = state.kind === 'message' && terms.length > 0
  const near = hasNear ? await beside(db, state.ownerId, onePerEntry(chosen), asked) : []
  const refIds = new Set([...chosen.map((place) => place.refId), ...near])
  return { entries: [...refIds].map((refId): EntryUnits => [refId, [...(units.get(refId) ?? [])]]), whole }
}

function soughtOf(state: SearchState, word: QueryWord, beginning: string | null): SoughtTerm[] {
  if (word.word !== beginning) return word.keys.map((key) => soughtKey(state.id, key))
  return [
    soughtKey(state.id, beginning, true),
    ...word.keys.filter((key) => !key.startsWith(beginning)).map((key) => soughtKey(state.id, key)),
  ]
}

/** Units with the words each contains, as bits. A common word finds no units next to a rarer one. */
async function unitsAnywhere(db: Db, state: SearchState, terms: readonly Term[], filter: UnitFilter) {
  const held = new Map<number, number>()
  const read: SoughtTerm[] = []
  for (const { terms: one, df, bit } of [...terms].sort((a, b) => a.df - b.df)) {
    if (df === 0) continue
    const common = held.size > 0 && df > limits.index.commonPostings
    for (const id of await unitsHolding(db, state, common ? [read, one] : [one], filter, fullText.read))
      held.set(id, (held.get(id) ?? 0) | bit)
    if (!common) read.push(...one)
  }
  return held
}

async function inReach(places: readonly UnitPlace[], asked: CandidateQuery): Promise<UnitPlace[]> {
  const reach = await asked.reachOf([...new Set(places.map((place) => place.conversationId))])
  return places.filter(({ conversationId, branchId, number }) => {
    const { factor, upTo } = reach(conversationId, branchId)
    return factor > 0 && number <= upTo
  })
}

/** Turns adjacent to the candidates on their paths, in reach: their words are lent. */
async function beside(db: Db, ownerId: string, places: readonly UnitPlace[], asked: CandidateQuery) {
  const conversations = [...new Set(places.map((place) => place.conversationId))]
  const reach = await asked.reachOf(conversations)
  const branches = await branchPaths(db, ownerId, conversations)
  const pathsBy = new Map<string, BranchPath[]>()
  for (const { path } of branches.filter(({ id, conversationId }) => reach(conversationId, id).upTo > 0))
    for (const [branchId] of path) pathsBy.set(branchId, [...(pathsBy.get(branchId) ?? []), path])
  const wanted = new Map<string, Set<number>>()
  for (const { branchId, number } of places)
    for (const path of pathsBy.get(branchId) ?? []) {
      if (number > (path.find(([id]) => id === branchId)?.[1] ?? 0)) continue
      for (let n = Math.max(1, number - fullText.beside); n <= number + fullText.beside; n++) {
        const on = path.find(([, max]) => n <= max)?.[0]
        if (on !== undefined) wanted.set(on, (wanted.get(on) ?? new Set()).add(n))
      }
    }
  const ranges = [...wanted].flatMap(([branchId, numbers]) =>
    rangesOf(numbers).map(([from, to]) => ({ branchId, from, to })),
  )
  return turnsInRanges(db, ownerId, ranges)
}

/** A word of a query: its weight, and its bit in the sets of words per unit. */
type Weighted = { weight: number; bit: number }
/** Weights lent by adjacent turns and by those one further: roughly the ranking's kernel. */
const LENT = [0.5, 0.3]

const ones = (bits: number) => {
  let count = 0
  for (let rest = bits; rest; rest &= rest - 1) count += 1
  return count
}
/** Larger than any sum of weights, so that units with more required words come first. */
const TIER = 1e6
const worth = (bits: number, terms: readonly Weighted[], must: number) =>
  terms.reduce((sum, { bit, weight }) => sum + (bits & bit ? weight : 0), TIER * ones(bits & must))

/** Units have few distinct sets of words, so the sets are sorted instead; of equals the latest first. */
function bestUnits(
  held: ReadonlyMap<number, number>,
  terms: readonly Weighted[],
  must: number,
  most: number,
): number[] {
  const bySet = new Map<number, number[]>()
  for (const [id, set] of held) getOrMake(bySet, set, () => []).push(id)
  const found: number[] = []
  for (const [, ids] of [...bySet].sort(([a], [b]) => worth(b, terms, must) - worth(a, terms, must))) {
    if (found.length >= most) break
    found.push(...ids.sort((a, b) => b - a).slice(0, most - found.length))
  }
  return found
}

const onePerEntry = (places: readonly UnitPlace[]) => [
  ...new Map(places.map((place) => [place.refId, place])).values(),
]
const at = (branchId: string, number: number) => `${number} ${branchId}`

function bestEntries(
  places: readonly UnitPlace[],
  held: ReadonlyMap<number, number>,
  terms: readonly Weighted[],
  must: number,
  count: number,
): UnitPlace[] {
  const words = new Map<string, number>()
  const own = new Map<string, number>()
  for (const { id, refId } of places) words.set(refId, (words.get(refId) ?? 0) | (held.get(id) ?? 0))
  const entries = onePerEntry(places).filter(({ refId }) => ((words.get(refId) ?? 0) & must) === must)
  for (const { branchId, number, refId } of entries)
    own.set(at(branchId, number), worth(words.get(refId) ?? 0, terms, must))
  const scoreOf = ({ branchId, number }: UnitPlace) => {
    const ownAt = (n: number) => own.get(at(branchId, n)) ?? 0
    const lent = LENT.map((share, d) => share * (ownAt(number - d - 1) + ownAt(number + d + 1)))
    return lent.reduce((sum, value) => sum + value, ownAt(number))
  }
  return entries
    .map((place) => ({ place, score: scoreOf(place) }))
    .sort((a, b) => b.score - a.score || b.place.id - a.place.id)
    .slice(0, count)
    .map(({ place }) => place)
}

function rangesOf(numbers: ReadonlySet<number>): [from: number, to: number][] {
  const ranges: [number, number][] = []
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === n - 1) last[1] = n
    else ranges.push([n, n])
  }
  return ranges
}
