import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { branchesOf, pathThrough } from '@/lib/db/turns/active-path'
import { type Called, calledById, getConversation } from '@/lib/db/turns/conversations'
import { pathLimits } from '@/lib/db/turns/path'
import { conversationsTagged, tagsByConversation } from '@/lib/db/turns/tags'
import { browse, type FilterCounts, searchLiteral } from '@/lib/memory/index/literal'
import { type IndexBounds, kindIndex, type Wanted } from '@/lib/memory/index/load/owner-index'
import { ownerReach } from '@/lib/memory/index/memory-index'
import type { ReachFactor } from '@/lib/memory/index/score/reach'
import { searchedIndex } from '@/lib/memory/index/searched-index'
import { notFound } from '@/lib/shared/errors'
import { countEach } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import {
  ALL_BRANCHES,
  type Facet,
  type Facets,
  MEMORY_KINDS,
  type MemoryKind,
  type MemorySearch,
  memorySearchSchema,
  type SearchHit,
  type SearchPage,
} from '@/lib/shared/memory/search'
import { type OfKind, read, type SourceOfHit } from './search-readers'
import {
  asTypedFirst,
  excerptOf,
  holdsPhrases,
  type ParsedSearch,
  parseSearch,
  soughtWords,
  typedWords,
} from './search-text'
import { factIndex, lessonIndex } from './small-indexes'

type Query = ReturnType<typeof memorySearchSchema.parse>
type Found = FilterCounts & {
  hits: OfKind[]
  total: number
  kinds: Map<MemoryKind, number>
  partial: boolean
}
const ANYWHERE: ReachFactor = () => ({ factor: 1, upTo: Number.POSITIVE_INFINITY })
const NOWHERE = { factor: 0, upTo: 0 }
const NOTHING: Omit<SearchPage, 'ms'> = { hits: [], next: null, total: 0, words: [], facets: null, rev: 0 }
/** Messages count more than what was derived from them: a summary repeats much of them. */
const WEIGHT: Record<MemoryKind, number> = { message: 1, file: 0.9, fact: 0.5, strategy: 0.5, summary: 0.5 }
/** Kinds of which a person has few. */
const SMALL = { fact: factIndex, strategy: lessonIndex }
const isSmall = (kind: MemoryKind): kind is keyof typeof SMALL => kind in SMALL
/** Kinds that a search of any branch finds: files are as the active path left them; facts and strategies have none. */
const OF_ANY_BRANCH: ReadonlySet<MemoryKind> = new Set(['file', 'fact', 'strategy'])

/**
 * One page of hits: literal matches, those with every word first; without words, all that matches the
 * filters, newest first. Searches the active path unless `branch` is given. @throws MnemeError not_found for
 * a missing conversation or branch.
 */
export async function searchMemory(
  db: Db,
  ownerId: string,
  input: MemorySearch,
  size: IndexBounds = {},
): Promise<SearchPage> {
  const start = performance.now()
  const query = memorySearchSchema.parse(input)
  if (query.conversationId) await getConversation(db, ownerId, query.conversationId)
  const chosen = await chosenReach(db, ownerId, query)
  const text = parseSearch(query.text)
  const { conversationId, tag, from: since, to: until, speaker, kinds } = query
  const filtered = conversationId || tag || since || until || speaker || kinds
  if (text.words.length === 0 && (query.text.trim() || !filtered))
    return { ...NOTHING, ms: performance.now() - start }
  const skip = Number(query.cursor ?? 0)
  const most = Math.min(skip + query.limit, limits.search.mostShown)
  const typed = query.order === 'best' && skip < limits.search.together ? typedWords(query.text, text) : null
  const [from, to] = typed === null ? [skip, most] : [0, Math.max(most, limits.search.together)]
  const rev = await memoryRev(db, ownerId)
  const found = await findIn(db, ownerId, query, text, to, chosen, { ...size, rev })
  const looked = found.hits.slice(from, to)
  const ids = [...new Set(looked.map(({ hit }) => hit.conversationId))]
  const [entries, names, tags, facets] = await Promise.all([
    read(db, ownerId, looked),
    calledById(db, ownerId, ids),
    tagsByConversation(db, ownerId, ids),
    query.facets ? facetsOf(db, ownerId, query, found) : null,
  ])
  const { together } = limits.search
  const shown =
    typed === null
      ? entries
      : [...asTypedFirst(entries.slice(0, together), typed), ...entries.slice(together)].slice(skip, most)
  return {
    hits: hitsOf(shown, names, tags, text),
    next:
      found.total > most && most < limits.search.mostShown && found.hits.length >= most ? String(most) : null,
    total: found.total,
    words: text.words.map((word) => word.word),
    facets,
    ...(found.partial ? { partial: true } : {}),
    rev,
    ms: performance.now() - start,
  }
}

/** Preloads what will be searched. Failures are left to the search itself. */
export async function warmMemory(db: Db, ownerId: string, kinds: readonly MemoryKind[] = MEMORY_KINDS) {
  for (const kind of kinds)
    await (isSmall(kind) ? SMALL[kind](db, ownerId) : kindIndex(db, ownerId, kind)).catch(() => null)
}

/** The selected branches of the conversation; null = its active path. */
async function chosenReach(
  db: Db,
  ownerId: string,
  { conversationId, branch }: Query,
): Promise<ReachFactor | null> {
  if (!conversationId || branch === undefined) return null
  if (branch === ALL_BRANCHES) return ANYWHERE
  const path = await pathThrough(db, ownerId, conversationId, branch)
  if (!path) throw notFound('branch')
  const limitOf = pathLimits(path)
  return (_, branchId) => ({ factor: 1, upTo: limitOf.get(branchId) ?? 0 })
}

/** The best `most` of all requested kinds. With phrases, only as many candidates as can be read in time. */
export async function findIn(
  db: Db,
  ownerId: string,
  query: Query,
  text: ParsedSearch,
  most: number,
  chosen: ReachFactor | null,
  size: Wanted,
): Promise<Found> {
  const only = {
    ...(query.from ? { from: Date.parse(query.from) } : {}),
    ...(query.to ? { to: Date.parse(query.to) } : {}),
    ...(query.speaker === undefined ? {} : { speaker: query.speaker }),
    ...(query.conversationId ? { conversationId: query.conversationId } : {}),
  }
  const checked = text.phrases.length + text.codes.length > 0
  const count = checked ? limits.search.phraseLooked : most
  const counts = { speakers: new Map(), conversations: new Map(), kinds: new Map() }
  const found: Found = { hits: [], total: 0, partial: false, ...counts }
  const tagged = query.tag ? await conversationsTagged(db, ownerId, query.tag) : null
  for (const kind of query.kinds ?? MEMORY_KINDS) {
    const reachOf = async (of: Parameters<typeof ownerReach>[2]): Promise<ReachFactor> => {
      const anywhere = OF_ANY_BRANCH.has(kind) || query.branch === ALL_BRANCHES
      const others = anywhere ? ANYWHERE : await ownerReach(db, ownerId, of)
      return (id, branchId) =>
        tagged?.has(id) === false
          ? NOWHERE
          : (chosen && id === query.conversationId ? chosen : others)(id, branchId)
    }
    const { words, must, beginning } = text
    const asked = { words, must, beginning, order: query.order, only, count: count + 1, reachOf }
    const { data, partial } = isSmall(kind)
      ? { data: (await SMALL[kind](db, ownerId, size.rev)).data, partial: false }
      : await searchedIndex(db, ownerId, kind, asked, size)
    found.partial ||= partial
    const reach = await reachOf(data)
    const own = text.words.length
      ? searchLiteral(data, { ...text, order: query.order }, reach, only, count)
      : browse(data, reach, only, count)
    found.hits.push(...own.hits.map((hit) => ({ kind, hit })))
    const total = own.total && Math.max(own.total, tagged ? 0 : (data.whole?.matched ?? 0))
    found.total += total
    if (total) found.kinds.set(kind, total)
    if (!query.facets) continue
    const { speakers, conversations } = own.counts()
    add(found.speakers, speakers)
    add(found.conversations, conversations)
  }
  found.hits.sort(query.order === 'newest' || text.words.length === 0 ? newestFirst : bestFirst)
  return checked ? withTyped(db, ownerId, found, text) : found
}

const newestFirst = (a: OfKind, b: OfKind) => b.hit.at - a.hit.at
const bestFirst = (a: OfKind, b: OfKind) =>
  Number(b.hit.whole) - Number(a.hit.whole) ||
  Number(b.hit.exact) - Number(a.hit.exact) ||
  Number(a.hit.empty) - Number(b.hit.empty) ||
  b.hit.share * WEIGHT[b.kind] - a.hit.share * WEIGHT[a.kind]

function add(sums: Map<string, number>, counts: ReadonlyMap<string, number>) {
  for (const [value, count] of counts) sums.set(value, (sums.get(value) ?? 0) + count)
}

/** Keeps hits that really contain the phrases and codes, and recounts. */
async function withTyped(db: Db, ownerId: string, found: Found, { phrases, codes }: ParsedSearch) {
  const candidates = await read(db, ownerId, found.hits)
  const hits = candidates.flatMap((one) => {
    const said = one.entry.text.slice(one.hit.start, one.hit.end)
    const places = codes.map((code) => code.exec(said)?.index ?? -1)
    if (places.includes(-1) || !holdsPhrases(said, phrases)) return []
    return [{ ...one, hit: places[0] === undefined ? one.hit : showing(one.hit, one.hit.start + places[0]) }]
  })
  return {
    hits,
    partial: found.partial,
    total: hits.length,
    speakers: countEach(hits.map(({ hit }) => hit.speaker)),
    conversations: countEach(hits.map(({ hit }) => hit.conversationId)),
    kinds: countEach(hits.map(({ kind }) => kind)),
  }
}

/** Moves a hit's best position to `at`: for a code the index knows it only roughly. */
const showing = <H extends OfKind['hit']>(hit: H, at: number): H =>
  hit.unit.start <= at && at < hit.unit.end ? hit : { ...hit, unit: { start: at, end: at + 1 } }

function hitsOf(
  entries: (OfKind & { entry: SourceOfHit })[],
  names: ReadonlyMap<string, Called>,
  tags: ReadonlyMap<string, string[]>,
  text: ParsedSearch,
): SearchHit[] {
  const sought = soughtWords(text)
  return entries.map(({ kind, hit, entry: { text: whole, verbatim: _, imported, ...entry } }): SearchHit => {
    const { conversationId, branchId, speaker, score, parts } = hit
    const [called, own] = [names.get(conversationId), tags.get(conversationId)]
    const isTheirs = imported || kind === 'summary' || entry.part === 'user'
    return {
      ...{ kind, ...entry, conversationId, branchId, score, parts },
      conversationTitle: called?.title ?? '',
      ...(own ? { tags: own } : {}),
      at: new Date(hit.at).toISOString(),
      speaker: (imported && speaker === 'assistant' && called?.answerer) || speaker,
      ...(called?.client && isTheirs ? { client: called.client } : {}),
      excerpt: excerptOf(whole, hit, hit.unit, sought),
    }
  })
}

async function facetsOf(db: Db, ownerId: string, { conversationId }: Query, found: Found): Promise<Facets> {
  const conversations = top(found.conversations)
  const ids = conversations.map(([id]) => id)
  const facet = (value: string, count: number, label = value): Facet => ({ value, label, count })
  const [names, branches] = await Promise.all([
    calledById(db, ownerId, ids),
    conversationId ? branchesOf(db, ownerId, conversationId, limits.search.facets) : [],
  ])
  return {
    speakers: top(found.speakers).map(([name, count]) => facet(name, count)),
    conversations: conversations.map(([id, count]) => facet(id, count, names.get(id)?.title ?? '')),
    kinds: [...found.kinds].map(([kind, count]) => facet(kind, count)),
    branches,
  }
}

const top = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .filter(([value, count]) => value && count > 0)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, limits.search.facets)
