import type { Db } from '@/lib/db/engine/client'
import { turnRows } from '@/lib/db/memory/graph'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { sinceOf } from '@/lib/memory/facts/since'
import { type Fact, latest } from '@/lib/memory/facts/timeline'
import { edge } from '@/lib/memory/map/map-edges'
import { complete, type FoundNode, section } from './graph-detail'
import { factId, factNodes, statedIn } from './graph-facts'

/** Those of these facts that turns state. */
async function stated(db: Db, ownerId: string, facts: readonly Fact[]) {
  const ids = facts.flatMap(({ statements }) => statements.flatMap(({ said }) => said?.turnId ?? []))
  return statedIn(facts, await turnRows(db, ownerId, [...new Set(ids)]))
}

export async function factDetails(db: Db, ownerId: string, ref: string): Promise<FoundNode | null> {
  const all = await factsFor(everywhere(db, ownerId))
  const fact = all.find(({ statements }) => statements.some(({ id }) => id === ref))
  if (!fact) return null
  const others = all.filter((other) => other === fact.before || other.before === fact)
  const found = await stated(db, ownerId, [fact, ...others])
  const { object, quote, subject } = latest(fact)
  return complete(factNodes(found.filter((one) => one.fact === fact))[0], {
    sections: [...section('Value', object), ...section('In your words', quote ?? '')],
    ...{ subject, validity: { from: sinceOf(fact), until: fact.until?.toISOString() ?? null } },
    linked: found.flatMap((one) => {
      const [node] = one.fact === fact ? [] : factNodes([one])
      const [newer, older] = one.fact === fact.before ? [fact, one.fact] : [one.fact, fact]
      return node ? [{ edge: edge('supersedes', factId(newer), factId(older), 1), node }] : []
    }),
  })
}

export async function entityDetails(db: Db, ownerId: string, ref: string): Promise<FoundNode | null> {
  const all = await factsFor(everywhere(db, ownerId))
  const facts = await stated(
    db,
    ownerId,
    all.filter((fact) => latest(fact).subjectId === ref),
  )
  const [first] = facts
  const node = factNodes(facts).find(({ kind }) => kind === 'entity')
  if (!first || !node) return null
  const held = facts.filter(({ fact }) => fact.until === null).map(({ fact }) => latest(fact))
  return complete(node, {
    sections: section('Now', held.map(({ predicate, object }) => `${predicate} ${object}`).join('\n')),
    subject: latest(first.fact).subject,
  })
}
