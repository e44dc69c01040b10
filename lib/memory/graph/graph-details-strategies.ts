import type { Db } from '@/lib/db/engine/client'
import { type TurnNodeRow, turnRows } from '@/lib/db/memory/graph'
import {
  strategiesOfTurns,
  strategyInFull,
  strategyLinks,
  strategyNames,
  strategyNode,
} from '@/lib/db/memory/graph-strategies'
import { titlesOf } from '@/lib/db/turns/conversations'
import { limits } from '@/lib/shared/limits'
import { type GraphNodeDetails, nodeId } from '@/lib/shared/memory/graph'
import { UNTITLED } from '@/lib/shared/untitled'
import { complete, type Related, related, section } from './graph-detail'
import { strategyNodes, withTurns } from './graph-strategies'

const { related: MOST } = limits.graph

async function readStrategy(db: Db, ownerId: string, id: string) {
  const row = await strategyNode(db, ownerId, id)
  if (!row) return null
  const turns = await turnRows(db, ownerId, [...new Set([...row.taught, ...row.cited])])
  return withTurns([row], turns)[0] ?? null
}

/** The latest turn that a strategy was learned from, else the latest that cites it. */
export async function placeOfStrategy(db: Db, ownerId: string, id: string): Promise<TurnNodeRow | null> {
  const strategy = await readStrategy(db, ownerId, id)
  return strategy?.taught.at(-1) ?? strategy?.cited.at(-1) ?? null
}

/** What the strategies of a turn add to its links. */
export async function strategiesOfTurn(db: Db, ownerId: string, turnId: string): Promise<Related[]> {
  const rows = await strategiesOfTurns(db, ownerId, [turnId])
  return rows.flatMap(({ id, slug, label, taught, cited }) => {
    const link = (kind: Related['kind']) => related(kind, 'out', nodeId('strategy', id), `${label} (${slug})`)
    return [...(taught.length ? [link('taught')] : []), ...(cited.length ? [link('cited')] : [])]
  })
}

export async function strategyDetails(db: Db, ownerId: string, id: string): Promise<GraphNodeDetails | null> {
  const [strategy, full, links] = await Promise.all([
    readStrategy(db, ownerId, id),
    strategyInFull(db, ownerId, id),
    strategyLinks(db, ownerId, [id]),
  ])
  if (!strategy || !full) return null
  const [node] = strategyNodes({ nodes: [strategy], links: [] })
  const here = node?.conversationId ?? ''
  const [turns, others, titles] = await Promise.all([
    turnsOf(db, ownerId, strategy.taught, strategy.cited, here),
    othersOf(db, ownerId, id, links),
    titlesOf(db, ownerId, [here]),
  ])
  const details = complete(node, {
    conversationTitle: here && (titles.get(here) || UNTITLED),
    sections: [...section('What to do', full.content), ...section('When', full.description)],
    related: [...others, ...turns].slice(0, MOST),
  })
  return details && { ...details, strategy: full.slug }
}

/** The newest turns of a strategy. Those of another conversation name it. */
async function turnsOf(
  db: Db,
  ownerId: string,
  taught: readonly TurnNodeRow[],
  cited: readonly TurnNodeRow[],
  here: string,
): Promise<Related[]> {
  const all = [
    ...taught.slice(-MOST).map((turn) => ({ turn, kind: 'taught' as const })),
    ...cited.slice(-MOST).map((turn) => ({ turn, kind: 'cited' as const })),
  ]
  const titles = await titlesOf(db, ownerId, [...new Set(all.map(({ turn }) => turn.conversationId))])
  return all.map(({ turn: { id, number, conversationId }, kind }) => ({
    ...related(kind, 'in', nodeId('turn', id), `Message ${number}`),
    ...(conversationId === here ? {} : { conversation: titles.get(conversationId) || UNTITLED }),
  }))
}

async function othersOf(
  db: Db,
  ownerId: string,
  id: string,
  links: Awaited<ReturnType<typeof strategyLinks>>,
): Promise<Related[]> {
  const others = links.map((link) => (link.from === id ? link.to : link.from))
  const names = await strategyNames(db, ownerId, [...new Set(others)])
  return links.flatMap(({ from, to, relation }) => {
    const other = from === id ? to : from
    const name = names.get(other)
    return name ? [related(relation, from === id ? 'out' : 'in', nodeId('strategy', other), name)] : []
  })
}
