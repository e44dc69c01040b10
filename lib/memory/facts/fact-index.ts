import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { emptyIndex, type IndexData } from '@/lib/memory/index/load/data'
import { entryOfText } from '@/lib/memory/index/load/entry'
import { putEntrySlowly } from '@/lib/memory/index/load/put'
import { keepLast } from '@/lib/shared/keep-last'
import { limits } from '@/lib/shared/limits'
import { shownFact } from '@/lib/shared/memory/facts'
import { once } from '@/lib/shared/once'
import { everywhere, factsFor } from './known-facts'
import { type Fact, latest, sourceOf } from './timeline'

/** `facts` by their first statement. `rev` = the revision of memory that they were derived from. */
type FactIndex = { rev: number; data: IndexData; facts: ReadonlyMap<string, Fact> }
const kept = () => once('fact-indexes', () => new Map<string, FactIndex>())

/** The searchable and displayed text of a fact: "cat: name Mochi", then the person's words. */
export function factText(fact: Fact): string {
  const said = latest(fact)
  return said.quote ? `${shownFact(said)}\n“${said.quote}”` : shownFact(said)
}

/**
 * An owner's facts as an index for search. Rebuilt after a change of memory, such as another active branch:
 * facts are few and derived from each other.
 */
export async function factIndex(db: Db, ownerId: string, known?: number): Promise<FactIndex> {
  const rev = known ?? (await memoryRev(db, ownerId))
  const all = kept()
  const last = all.get(ownerId)
  all.delete(ownerId)
  const index = last?.rev === rev ? last : await build(db, ownerId, rev)
  keepLast(all, limits.fullText.keptOwners, ownerId, index)
  return index
}

async function build(db: Db, ownerId: string, rev: number): Promise<FactIndex> {
  const data = emptyIndex('fact')
  const facts = new Map<string, Fact>()
  for (const fact of await factsFor(everywhere(db, ownerId))) {
    const [{ id, at, from }] = fact.statements
    const { conversationId = '', branchId = '', number = 0 } = sourceOf(fact) ?? {}
    facts.set(id, fact)
    await putEntrySlowly(
      data,
      entryOfText(
        { id, conversationId, branchId, number, stamp: null },
        new Date(Math.max(from.getTime(), at.getTime())),
        factText(fact),
      ),
    )
  }
  return { rev, data, facts }
}
