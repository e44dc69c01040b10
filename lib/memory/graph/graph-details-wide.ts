import type { Db } from '@/lib/db/engine/client'
import { bucketRows, laneRows, rollUpById, turnRows } from '@/lib/db/memory/graph'
import { fileHistory, fileText, rollUpsAcross, sourcesOf, summaryInFull } from '@/lib/db/memory/graph-nodes'
import { limits } from '@/lib/shared/limits'
import { type GraphNodeDetails, NODE_KINDS, nodeId, rangeId } from '@/lib/shared/memory/graph'
import { complete, insightList, related, section } from './graph-detail'
import { nodesOf } from './graph-nodes'
import { NO_PARTS } from './graph-parts'

const ALL = new Set(NODE_KINDS)
const { related: MOST, fileHeadChars } = limits.graph
const turns = (from: number, to: number) => (from === to ? `Turn ${from}` : `Turns ${from}-${to}`)

export async function rollUpDetails(db: Db, ownerId: string, id: string): Promise<GraphNodeDetails | null> {
  const [full, row] = await Promise.all([summaryInFull(db, ownerId, id), rollUpById(db, ownerId, id)])
  if (!full || !row) return null
  const [[node], sources] = await Promise.all([
    nodesOf(db, ownerId, [], { ...NO_PARTS, rollUps: [row] }, ALL),
    sourcesOf(db, ownerId, full, MOST),
  ])
  return complete(node, {
    conversationTitle: full.conversation.title,
    sections: [...section('Summary', full.text), ...section('Insights', insightList(full.insights))],
    related: sources.map(({ id, level, fromNumber, toNumber }) =>
      related('rolls-up', 'out', nodeId(level ? 'roll-up' : 'summary', id), turns(fromNumber, toNumber)),
    ),
  })
}

/** A file after its latest touch, on any branch. */
export async function fileDetails(
  db: Db,
  ownerId: string,
  conversationId: string,
  path: string,
): Promise<GraphNodeDetails | null> {
  const history = await fileHistory(db, ownerId, conversationId, path, MOST)
  const [newest] = history
  if (!newest) return null
  const [text, rows] = await Promise.all([
    fileText(db, ownerId, newest.toHash),
    turnRows(db, ownerId, [{ ids: [...new Set(history.map((touch) => touch.turnId))] }]),
  ])
  const touches = history.map(({ turnId, op, tokens }) => ({ turnId, path, op, tokens }))
  const nodes = await nodesOf(db, ownerId, [], { ...NO_PARTS, turns: rows, touches }, ALL)
  const node = nodes.find(({ kind }) => kind === 'file')
  const head = text.length > fileHeadChars ? `${text.slice(0, fileHeadChars)}\n... (truncated)` : text
  const details = complete(node, {
    conversationTitle: newest.turn.conversation.title,
    sections: section('Content', head).map((content) => ({ ...content, path })),
    related: history.map(({ op, turn }) =>
      related('touched', 'in', nodeId('turn', turn.id), `Turn ${turn.number}: ${op}`),
    ),
  })
  return (
    details && {
      ...details,
      links: { conversationId, turnId: newest.turn.id, turnNumber: newest.turn.number },
    }
  )
}

export async function rangeDetails(
  db: Db,
  ownerId: string,
  { conversationId, from, to }: { conversationId: string; from: number; to: number },
): Promise<GraphNodeDetails | null> {
  const [[lane], [bucket]] = await Promise.all([
    laneRows(db, ownerId, conversationId),
    bucketRows(db, ownerId, conversationId, from, to, to),
  ])
  if (!lane || !bucket) return null
  const range = { ...bucket, conversationId, from, to, node: rangeId(conversationId, from, to) }
  const [[node], rollUps] = await Promise.all([
    nodesOf(db, ownerId, [lane], { ...NO_PARTS, ranges: [range] }, ALL),
    rollUpsAcross(db, ownerId, conversationId, from, to, MOST),
  ])
  return complete(node, {
    conversationTitle: lane.title,
    sections: rollUps
      .filter(({ fromNumber, toNumber }) => fromNumber >= from && toNumber <= to)
      .map(({ fromNumber, toNumber, text }) => ({ title: turns(fromNumber, toNumber), text })),
    related: rollUps.map(({ id, fromNumber, toNumber }) =>
      related('rolls-up', 'in', nodeId('roll-up', id), turns(fromNumber, toNumber)),
    ),
  })
}
