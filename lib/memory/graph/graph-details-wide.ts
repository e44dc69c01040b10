import type { Db } from '@/lib/db/engine/client'
import { rollUpById, turnRows } from '@/lib/db/memory/graph'
import { fileHistory, fileText, sourcesOf, summaryInFull } from '@/lib/db/memory/graph-nodes'
import { limits } from '@/lib/shared/limits'
import { type GraphNodeDetails, nodeId } from '@/lib/shared/memory/graph'
import { complete, insightList, related, section } from './graph-detail'
import { nodesOf } from './graph-nodes'
import { NO_PARTS } from './graph-parts'

const { related: MOST, fileHeadChars } = limits.graph
const turns = (from: number, to: number) => (from === to ? `Message ${from}` : `Messages ${from}-${to}`)

export async function rollUpDetails(db: Db, ownerId: string, id: string): Promise<GraphNodeDetails | null> {
  const [full, row] = await Promise.all([summaryInFull(db, ownerId, id), rollUpById(db, ownerId, id)])
  if (!full || !row) return null
  const [[node], sources] = await Promise.all([
    nodesOf(db, ownerId, { ...NO_PARTS, rollUps: [row] }),
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
    turnRows(db, ownerId, [...new Set(history.map((touch) => touch.turnId))]),
  ])
  const touches = history.map(({ turnId, op, tokens }) => ({ turnId, path, op, tokens }))
  const nodes = await nodesOf(db, ownerId, { ...NO_PARTS, turns: rows, touches })
  const node = nodes.find(({ kind }) => kind === 'file')
  const head = text.length > fileHeadChars ? `${text.slice(0, fileHeadChars)}\n... (truncated)` : text
  const details = complete(node, {
    conversationTitle: newest.turn.conversation.title,
    sections: section('Content', head).map((content) => ({ ...content, path })),
    related: history.map(({ op, turn }) =>
      related('touched', 'in', nodeId('turn', turn.id), `Message ${turn.number}: ${op}`),
    ),
  })
  return (
    details && {
      ...details,
      links: { conversationId, turnId: newest.turn.id, turnNumber: newest.turn.number },
    }
  )
}
