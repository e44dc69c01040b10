import type { Db } from '@/lib/db/engine/client'
import { rollUpById, turnRows } from '@/lib/db/memory/graph'
import { fileHistory, fileText, summaryInFull } from '@/lib/db/memory/graph-nodes'
import { limits } from '@/lib/shared/limits'
import type { GraphNodeDetails } from '@/lib/shared/memory/graph'
import { complete, insightList, section } from './graph-detail'
import { nodesOf } from './graph-nodes'
import { NO_PARTS } from './graph-parts'

const { fileHeadChars } = limits.graph
/** Touches of a file that are read, the newest. */
const TOUCHES = 100

export async function rollUpDetails(db: Db, ownerId: string, id: string): Promise<GraphNodeDetails | null> {
  const [full, row] = await Promise.all([summaryInFull(db, ownerId, id), rollUpById(db, ownerId, id)])
  if (!full || !row) return null
  const [node] = await nodesOf(db, ownerId, { ...NO_PARTS, rollUps: [row] })
  return complete(node, {
    conversationTitle: full.conversation.title,
    sections: [...section('Summary', full.text), ...section('Insights', insightList(full.insights))],
  })
}

/** A file after its latest touch, on any branch. */
export async function fileDetails(
  db: Db,
  ownerId: string,
  conversationId: string,
  path: string,
): Promise<GraphNodeDetails | null> {
  const history = await fileHistory(db, ownerId, conversationId, path, TOUCHES)
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
  })
  return details && { ...details, turnId: newest.turn.id }
}
