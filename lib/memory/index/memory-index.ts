import type { Db } from '@/lib/db/engine/client'
import { activePaths, forkedConversations } from '@/lib/db/turns/active-path'
import { samplesOf } from '@/lib/db/turns/conversations'
import { type BranchPath, pathLimits } from '@/lib/db/turns/path'
import { questionOf } from '@/lib/memory/text/question'
import { limits } from '@/lib/shared/limits'
import type { IndexData, MessageFilter, MessageHit, Ranked } from './load/data'
import type { IndexBounds } from './load/owner-index'
import type { CandidateQuery } from './score/candidates'
import type { ReachFactor } from './score/reach'
import { searchIndex } from './search'
import { searchedIndex } from './searched-index'

export type IndexQuery = {
  text: string
  conversationId: string
  /** The asking turn's path; in its conversation only turns on it below `before` are found. */
  path: BranchPath
  before: number
  /** owner = also the active paths of the owner's other conversations, without the trash and the sample. */
  scope: 'conversation' | 'owner'
  /** Other conversations find the sample, too. */
  withSample?: boolean
  /** The most turns, or with `of` messages. */
  limit: number
  of?: 'turns' | 'messages'
  skip?: ReadonlySet<string>
  only?: MessageFilter
  /** Only messages that contain a word of the query; otherwise their neighbours are found too, below them. */
  literal?: boolean
}

/** The search engine behind recall. Hits are messages, best first. `notice` = for a person. */
export type MemoryIndex = {
  readonly engine: string
  notice?(): string
  search(db: Db, ownerId: string, query: IndexQuery): Promise<MessageHit[]>
}

/** Hits considered at first, and ten times as many if too few remain. */
const FIRST = 60

const PARTIAL = 'Indexing is still running; some results are missing.'

/** Ranks by words. `size` = the limits of the index in RAM. One instance serves one recall. */
export function lexicalIndexOf(size: IndexBounds = {}): MemoryIndex & { notice(): string } {
  let notice = ''
  return {
    engine: 'kernel-bm25',
    notice: () => notice,
    async search(db, ownerId, query) {
      notice = ''
      const question = questionOf(query.text)
      if (question.words.length === 0 || query.limit <= 0) return []
      const { only, conversationId } = query
      const asked: CandidateQuery = {
        ...{ words: question.words, dates: question.dates, count: query.limit, only },
        ...(query.scope === 'conversation' ? { within: conversationId } : { prefer: conversationId }),
        reachOf: (ids) => reachFor(db, ownerId, ids, query),
      }
      const { data, partial } = await searchedIndex(db, ownerId, 'message', asked, size)
      if (partial) notice = PARTIAL
      const reach = await reachFor(db, ownerId, data, query)
      const isWanted = (one: Ranked) => !query.skip?.has(one.turnId) && (!query.literal || one.literal())
      const take = (ranked: Ranked[]) => cut(ranked.filter(isWanted), query)
      for (let count = Math.max(FIRST, query.limit * 3); ; count *= 10) {
        const { hits, more } = searchIndex(data, question, reach, count, { only, take })
        const counted = query.of === 'messages' ? hits.length : new Set(hits.map((hit) => hit.turnId)).size
        if (counted >= query.limit || !more) return hits
      }
    },
  }
}
export const lexicalIndex = lexicalIndexOf()

/** An index, or the ids of the relevant conversations. */
type Talks = IndexData | readonly string[]

export async function reachFor(
  db: Db,
  ownerId: string,
  data: Talks,
  query: Pick<IndexQuery, 'conversationId' | 'path' | 'before' | 'scope' | 'withSample'>,
): Promise<ReachFactor> {
  const own = pathLimits(query.path)
  // Where branches part, only the active path is in reach: siblings must not contribute words to it either.
  const others = query.scope === 'owner' ? await othersReach(db, ownerId, data, query) : nowhere
  return (conversationId, branchId) =>
    conversationId === query.conversationId
      ? { factor: limits.rank.currentConversation, upTo: Math.min(query.before - 1, own.get(branchId) ?? 0) }
      : others(conversationId, branchId)
}

const nowhere: ReachFactor = () => ({ factor: 0, upTo: 0 })

async function othersReach(
  db: Db,
  ownerId: string,
  data: Talks,
  { conversationId: but, withSample }: Pick<IndexQuery, 'conversationId' | 'withSample'>,
): Promise<ReachFactor> {
  const [reach, samples] = await Promise.all([
    ownerReach(db, ownerId, data, but),
    withSample ? Promise.resolve<string[]>([]) : sampleIds(db, ownerId, data),
  ])
  return (conversationId, branchId) =>
    (samples.includes(conversationId) ? nowhere : reach)(conversationId, branchId)
}

/** What an owner may find: the active path of every conversation except `but`. */
export async function ownerReach(db: Db, ownerId: string, data: Talks, but = ''): Promise<ReachFactor> {
  const forked = (await forkedOf(db, ownerId, data)).filter((id) => id !== but)
  const paths = forked.length ? await activePaths(db, ownerId, forked) : new Map()
  const limitsOf = new Map(forked.map((id) => [id, pathLimits(paths.get(id)?.path ?? [])]))
  return (conversationId, branchId) => {
    const path = limitsOf.get(conversationId)
    return { factor: 1, upTo: path ? (path.get(branchId) ?? 0) : Number.POSITIVE_INFINITY }
  }
}

/** Reads something of conversations from the database; of an index in RAM once per change. */
function perChange<T>(read: (db: Db, ownerId: string, conversationIds?: readonly string[]) => Promise<T>) {
  const known = new WeakMap<IndexData, { changed: number; found: T }>()
  return async (db: Db, ownerId: string, of: Talks): Promise<T> => {
    if (!('rev' in of)) return read(db, ownerId, of)
    if (of.whole) return read(db, ownerId, of.conversations.list)
    const last = known.get(of)
    if (last?.changed === of.changed) return last.found
    const now = { changed: of.changed, found: await read(db, ownerId) }
    known.set(of, now)
    return now.found
  }
}
const sampleIds = perChange((db, ownerId) => samplesOf(db, ownerId))
/** From the database: a branch whose first turn is still running is not in the index. */
const forkedOf = perChange(forkedConversations)

/** The first `limit` messages, or all messages of the first `limit` turns. */
function cut(hits: Ranked[], { limit, of }: IndexQuery): Ranked[] {
  if (of === 'messages') return hits.slice(0, limit)
  const turns = new Set([...new Set(hits.map((hit) => hit.turnId))].slice(0, limit))
  return hits.filter((hit) => turns.has(hit.turnId))
}
