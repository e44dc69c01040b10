import type { Db } from '@/lib/db/engine/client'
import { bucketRows, laneRows, rollUpById, turnRows } from '@/lib/db/memory/graph'
import { fileHistory, fileText, rollUpsAcross, sourcesOf, summaryInFull } from '@/lib/db/memory/graph-nodes'
import { type GraphNodeDetails, NODE_KINDS, nodeId, rangeId } from '@/lib/shared/graph'
import { limits } from '@/lib/shared/limits'
import { complete, insightList, type Related, section } from './graph-detail'
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
  const related = sources.map((source): Related => {
    const kind = source.level ? 'roll-up' : 'summary'
    return {
      kind: 'rolls-up',
      direction: 'out',
      node: nodeId(kind, source.id),
      label: turns(source.fromNumber, source.toNumber),
      score: null,
    }
  })
  return complete(node, {
    conversationTitle: full.conversation.title,
    sections: [...section('Summary', full.text), ...section('Insights', insightList(full.insights))],
    related,
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
  const [node] = await nodesOf(
    db,
    ownerId,
    [],
    { ...NO_PARTS, turns: rows, touches },
    new Set(['file'] as const),
  )
  const head = text.length > fileHeadChars ? `${text.slice(0, fileHeadChars)}\n... (truncated)` : text
  const related = history.map(
    ({ op, turn }): Related => ({
      kind: 'touched',
      direction: 'in',
      node: nodeId('turn', turn.id),
      label: `Turn ${turn.number}: ${op}`,
      score: null,
    }),
  )
  const details = complete(node, {
    conversationTitle: newest.turn.conversation.title,
    sections: section('Content', head),
    related,
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
  const range = {
    conversationId,
    from,
    to,
    turns: bucket.turns,
    tokens: bucket.tokens,
    node: rangeId(conversationId, from, to),
  }
  const [[node], rollUps] = await Promise.all([
    nodesOf(db, ownerId, [lane], { ...NO_PARTS, ranges: [range] }, ALL),
    rollUpsAcross(db, ownerId, conversationId, from, to, MOST),
  ])
  const inside = rollUps.filter((rollUp) => rollUp.fromNumber >= from && rollUp.toNumber <= to)
  const related = rollUps.map(
    (rollUp): Related => ({
      kind: 'rolls-up',
      direction: 'in',
      node: nodeId('roll-up', rollUp.id),
      label: turns(rollUp.fromNumber, rollUp.toNumber),
      score: null,
    }),
  )
  return complete(node, {
    conversationTitle: lane.title,
    sections: inside.map((rollUp) => ({
      title: turns(rollUp.fromNumber, rollUp.toNumber),
      text: rollUp.text,
    })),
    related,
  })
}
