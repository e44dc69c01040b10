import type { Db } from '@/lib/db/engine/client'
import { turnRows } from '@/lib/db/memory/graph'
import { titlesOf } from '@/lib/db/turns/conversations'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { sinceOf } from '@/lib/memory/facts/since'
import { type Fact, latest, sourceOf } from '@/lib/memory/facts/timeline'
import { limits } from '@/lib/shared/limits'
import { type GraphNodeDetails, nodeId } from '@/lib/shared/memory/graph'
import { UNTITLED } from '@/lib/shared/untitled'
import { complete, type Related, related, section } from './graph-detail'
import { factId, factLabel, factNodes, type GraphFact, statedIn } from './graph-facts'

const { related: MOST } = limits.graph
type Kind = 'fact' | 'entity'
const isMeant = (fact: Fact, kind: Kind, ref: string) =>
  kind === 'fact' ? fact.statements.some(({ id }) => id === ref) : latest(fact).subjectId === ref

/** The turn that states a fact. */
export async function placeOfFact(db: Db, ownerId: string, ref: string) {
  const fact = (await factsFor(everywhere(db, ownerId))).find((one) => isMeant(one, 'fact', ref))
  const said = fact && sourceOf(fact)
  return said ? { id: said.turnId, conversationId: said.conversationId } : null
}

/** The facts of a node that turns state, with what replaced each. */
async function factsOf(db: Db, ownerId: string, kind: Kind, ref: string) {
  const all = await factsFor(everywhere(db, ownerId))
  const meant = all.filter((fact) => isMeant(fact, kind, ref))
  const ids = meant.flatMap(({ statements }) => statements.flatMap(({ said }) => said?.turnId ?? []))
  const turns = await turnRows(db, ownerId, [...new Set(ids)])
  return { all, facts: statedIn(meant, turns) }
}

const later = (all: readonly Fact[], fact: Fact) => all.find(({ before }) => before === fact)
const factLink = (kind: Related['kind'], direction: Related['direction'], fact: Fact | null | undefined) =>
  fact && sourceOf(fact) ? [related(kind, direction, factId(fact), factLabel(fact))] : []

/** What the facts of a turn add to its links. */
export async function factsOfTurn(db: Db, ownerId: string, turnId: string): Promise<Related[]> {
  const facts = await factsFor(everywhere(db, ownerId))
  const own = facts.filter(({ statements }) => statements.some(({ said }) => said?.turnId === turnId))
  return own.flatMap((fact) => factLink('states', 'out', fact))
}

export async function factDetails(db: Db, ownerId: string, ref: string): Promise<GraphNodeDetails | null> {
  const { all, facts } = await factsOf(db, ownerId, 'fact', ref)
  const [one] = facts
  if (!one) return null
  const [node, entity] = factNodes([one])
  const { fact } = one
  const { object, quote, subject } = latest(fact)
  const until = fact.until?.toISOString() ?? null
  const details = complete(node, {
    conversationTitle: await titleOf(db, ownerId, one.turns[0].conversationId),
    sections: [...section('Value', object), ...section('In your words', quote ?? '')],
    related: [
      ...(await statedBy(db, ownerId, one)),
      ...(entity ? [related('about', 'out', entity.id, entity.label)] : []),
      ...factLink('supersedes', 'out', fact.before),
      ...factLink('supersedes', 'in', later(all, fact)),
    ],
  })
  return details && { ...details, subject, validity: { from: sinceOf(fact), until } }
}

const titleOf = async (db: Db, ownerId: string, id: string) =>
  (await titlesOf(db, ownerId, [id])).get(id) || UNTITLED

/** The turns that state a fact. Those of another conversation name it. */
async function statedBy(db: Db, ownerId: string, { turns }: GraphFact): Promise<Related[]> {
  const [{ conversationId: here }] = turns
  const shown = turns.slice(-MOST)
  const titles = await titlesOf(db, ownerId, [...new Set(shown.map((turn) => turn.conversationId))])
  return shown.map(({ id, number, conversationId }) => ({
    ...related('states', 'in', nodeId('turn', id), `Message ${number}`),
    ...(conversationId === here ? {} : { conversation: titles.get(conversationId) || UNTITLED }),
  }))
}

export async function entityDetails(db: Db, ownerId: string, ref: string): Promise<GraphNodeDetails | null> {
  const { facts } = await factsOf(db, ownerId, 'entity', ref)
  const [first] = facts
  const node = factNodes(facts).find(({ kind }) => kind === 'entity')
  if (!first || !node) return null
  const held = facts.filter(({ fact }) => fact.until === null).map(({ fact }) => latest(fact))
  const details = complete(node, {
    conversationTitle: await titleOf(db, ownerId, node.conversationId),
    sections: section('Now', held.map(({ predicate, object }) => `${predicate} ${object}`).join('\n')),
    related: facts.flatMap(({ fact }) => factLink('about', 'in', fact)).slice(-MOST),
  })
  return details && { ...details, subject: latest(first.fact).subject }
}
