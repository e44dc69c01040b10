import type { Db } from '@/lib/db/engine/client'
import { turnRows } from '@/lib/db/memory/graph'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { sinceOf } from '@/lib/memory/facts/since'
import { type Fact, latest } from '@/lib/memory/facts/timeline'
import { complete, type FoundNode, section } from './graph-detail'
import { factNodes, statedIn } from './graph-facts'

type Kind = 'fact' | 'entity'
const isMeant = (fact: Fact, kind: Kind, ref: string) =>
  kind === 'fact' ? fact.statements.some(({ id }) => id === ref) : latest(fact).subjectId === ref

/** The facts of a node that turns state. */
async function factsOf(db: Db, ownerId: string, kind: Kind, ref: string) {
  const facts = (await factsFor(everywhere(db, ownerId))).filter((fact) => isMeant(fact, kind, ref))
  const ids = facts.flatMap(({ statements }) => statements.flatMap(({ said }) => said?.turnId ?? []))
  return statedIn(facts, await turnRows(db, ownerId, [...new Set(ids)]))
}

export async function factDetails(db: Db, ownerId: string, ref: string): Promise<FoundNode | null> {
  const [one] = await factsOf(db, ownerId, 'fact', ref)
  if (!one) return null
  const { fact } = one
  const { object, quote, subject } = latest(fact)
  return complete(factNodes([one])[0], {
    sections: [...section('Value', object), ...section('In your words', quote ?? '')],
    ...{ subject, validity: { from: sinceOf(fact), until: fact.until?.toISOString() ?? null } },
  })
}

export async function entityDetails(db: Db, ownerId: string, ref: string): Promise<FoundNode | null> {
  const facts = await factsOf(db, ownerId, 'entity', ref)
  const [first] = facts
  const node = factNodes(facts).find(({ kind }) => kind === 'entity')
  if (!first || !node) return null
  const held = facts.filter(({ fact }) => fact.until === null).map(({ fact }) => latest(fact))
  return complete(node, {
    sections: section('Now', held.map(({ predicate, object }) => `${predicate} ${object}`).join('\n')),
    subject: latest(first.fact).subject,
  })
}
