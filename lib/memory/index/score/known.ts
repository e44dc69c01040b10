import type { Db } from '@/lib/db/engine/client'
import { entriesAt, indexedEntries, type SearchState } from '@/lib/db/memory/full-text'
import type { IndexData } from '@/lib/memory/index/load/data'

/** Which entries an index already has, in RAM or in the database. */
export type Known = {
  /** Entries of some conversations, with their stamps. */
  within(conversationIds: readonly string[]): Promise<ReadonlyMap<string, string | null>>
  /** Entries at these positions. */
  at(places: readonly { conversationId: string; branchId: string; to: number }[]): Promise<string[]>
}

export const knownInMemory = (data: IndexData): Known => ({
  async within(conversationIds) {
    const wanted = new Set(conversationIds.flatMap((id) => data.conversations.at.get(id) ?? []))
    const known = new Map<string, string | null>()
    if (wanted.size)
      for (const [id, entry] of data.turnOf)
        if (wanted.has(data.turns.conversation[entry] ?? -1)) known.set(id, data.turns.stamp[entry] ?? null)
    return known
  },
  async at(places) {
    if (places.length === 0) return []
    const { id, alive, number, branch } = data.turns
    const wanted = new Set(places.map(({ branchId, to }) => `${to} ${branchId}`))
    const placeOf = (entry: number) => `${number[entry]} ${data.branches.list[branch[entry] ?? 0]}`
    return id.filter((_, entry) => alive[entry] && wanted.has(placeOf(entry)))
  },
})

export const knownInDatabase = (db: Db, state: SearchState): Known => ({
  within: (conversationIds) => indexedEntries(db, state, { conversationIds: [...conversationIds] }),
  at: (places) => entriesAt(db, state, [...places]),
})
