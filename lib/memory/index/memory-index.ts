import { activePaths } from '@/lib/db/active-path'
import type { Db } from '@/lib/db/client'
import { type BranchPath, pathLimits } from '@/lib/db/path'
import { limits } from '@/lib/shared/limits'
import { queryWords } from '../terms'
import { ownerIndex } from './owner-index'
import { searchIndex, type TurnHit } from './search'

export type IndexQuery = {
  text: string
  conversationId: string
  /** Of the turn that asks; of its conversation only turns on this path with a number below `before` are found. */
  path: BranchPath
  before: number
  /** owner = the owner's other conversations too: their active paths, nothing in the trash. */
  scope: 'conversation' | 'owner'
  limit: number
  /** Turns not wanted again. */
  skip?: ReadonlySet<string>
}

/** What recall searches with; a better engine takes its place behind this type. */
export type MemoryIndex = { readonly engine: string; search(db: Db, ownerId: string, query: IndexQuery): Promise<TurnHit[]> }

const BATCH = 50

export const lexicalIndex: MemoryIndex = {
  engine: 'bm25',
  async search(db, ownerId, query) {
    const words = queryWords(query.text)
    if (words.length === 0 || query.limit <= 0) return []
    const data = await ownerIndex(db, ownerId)
    const own = pathLimits(query.path)
    const found = searchIndex(data, words, (conversationId, branchId, number) => {
      if (conversationId !== query.conversationId) return query.scope === 'owner' ? 1 : 0
      return number < query.before && number <= (own.get(branchId) ?? 0) ? limits.rank.currentConversation : 0
    })
    const others = new Map<string, Map<string, number>>()
    const onActivePath = (hit: TurnHit) => hit.conversationId === query.conversationId || hit.number <= (others.get(hit.conversationId)?.get(hit.branchId) ?? 0)
    const hits: TurnHit[] = []
    while (hits.length < query.limit) {
      const batch = [...take(found, BATCH)]
      if (batch.length === 0) break
      const unknown = new Set(batch.map((hit) => hit.conversationId).filter((id) => id !== query.conversationId && !others.has(id)))
      const paths = unknown.size ? await activePaths(db, ownerId, [...unknown]) : new Map()
      for (const id of unknown) others.set(id, pathLimits(paths.get(id)?.path ?? []))
      hits.push(...batch.filter((hit) => !query.skip?.has(hit.turnId) && onActivePath(hit)))
    }
    return hits.slice(0, query.limit)
  },
}

/** The next `count` values, leaving the rest for later (a for-of loop would close the generator). */
function* take<T>(values: Iterator<T>, count: number): Generator<T> {
  for (let i = 0; i < count; i++) {
    const next = values.next()
    if (next.done) return
    yield next.value
  }
}
