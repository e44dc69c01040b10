import { emptyIndex } from '@/lib/memory/index/load/data'
import { entryOfText, putEntrySlowly } from '@/lib/memory/index/load/put'
import { rebuilt } from '@/lib/memory/index/rebuilt'
import { shownFact } from '@/lib/shared/memory/facts'
import { everywhere, factsFor } from './known-facts'
import { type Fact, latest, sourceOf } from './timeline'

/** The searchable and displayed text of a fact: "cat: name Mochi", then the person's words. */
export function factText(fact: Fact): string {
  const said = latest(fact)
  return said.quote ? `${shownFact(said)}\n“${said.quote}”` : shownFact(said)
}

/** An owner's facts as an index for search; `facts` by their first statement. */
export const factIndex = rebuilt('fact-indexes', async (db, ownerId) => {
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
  return { data, facts }
})
