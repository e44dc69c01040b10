import { keepLast } from '@/lib/base/keep-last'
import { once } from '@/lib/base/once'
import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { activePaths, forkedConversations } from '@/lib/db/turns/active-path'
import { emptyIndex, type IndexData } from '@/lib/memory/index/load/data'
import { entryOfText } from '@/lib/memory/index/load/entry'
import { putEntrySlowly } from '@/lib/memory/index/load/put'
import { limits } from '@/lib/shared/limits'
import { shownFact } from '@/lib/shared/memory/facts'
import { everywhere, factsFor } from './known-facts'
import { type Fact, latest, sourceOf } from './timeline'

/** `facts` by their first statement. `version` = what they were derived from. */
type FactIndex = { version: string; data: IndexData; facts: ReadonlyMap<string, Fact> }
const kept = () => once('fact-indexes', () => new Map<string, FactIndex>())

/** The searchable and displayed text of a fact: "cat: name Mochi", then the person's words. */
export function factText(fact: Fact): string {
  const said = latest(fact)
  return said.quote ? `${shownFact(said)}\n“${said.quote}”` : shownFact(said)
}

/** Facts also change when another branch becomes the active one, which does not change the revision. */
async function versionOf(db: Db, ownerId: string, rev: number): Promise<string> {
  const paths = await activePaths(db, ownerId, await forkedConversations(db, ownerId))
  return [rev, ...[...paths.values()].map(({ leaf }) => leaf.id).sort()].join(' ')
}

/**
 * An owner's facts as an index for search. Rebuilt after a change: facts are few and derived from each other.
 */
export async function factIndex(db: Db, ownerId: string, rev?: number): Promise<FactIndex> {
  const version = await versionOf(db, ownerId, rev ?? (await memoryRev(db, ownerId)))
  const all = kept()
  const known = all.get(ownerId)
  all.delete(ownerId)
  const index = known?.version === version ? known : await build(db, ownerId, version)
  keepLast(all, limits.fullText.keptOwners, ownerId, index)
  return index
}

async function build(db: Db, ownerId: string, version: string): Promise<FactIndex> {
  const data = emptyIndex('fact')
  const facts = new Map<string, Fact>()
  for (const fact of await factsFor(everywhere(db, ownerId))) {
    const [{ id, at }] = fact.statements
    const { conversationId = '', branchId = '', number = 0 } = sourceOf(fact) ?? {}
    facts.set(id, fact)
    await putEntrySlowly(
      data,
      entryOfText({ id, conversationId, branchId, number, stamp: null }, at, factText(fact)),
    )
  }
  return { version, data, facts }
}
