import { nodeId } from '@/lib/shared/graph'
import type { Batch, Db } from './client'
import { chunks } from './pages'

/** Where the nodes of a conversation stand, in its own views and in those of everything; asked for while its contexts and summaries are still there. */
export async function placesOps(db: Db, ownerId: string, conversationId: string, turnIds: string[]): Promise<Batch> {
  const of = `:${conversationId}`
  const parts = ['file', 'range'].map((kind) => `${kind}${of}:`)
  const found = await db.graphPosition.findMany({
    where: { ownerId, OR: [{ view: { endsWith: of } }, ...parts.map((part) => ({ node: { startsWith: part } }))] },
    select: { view: true, node: true },
  })
  // `endsWith` and `startsWith` take _ for any sign.
  const views = [...new Set(found.map((row) => row.view).filter((view) => view.endsWith(of)))]
  const nodes = new Set(found.map((row) => row.node).filter((node) => parts.some((part) => node.startsWith(part))))
  for (const ids of chunks(turnIds, 500))
    for (const { id } of await db.context.findMany({ where: { ownerId, turnId: { in: ids } }, select: { id: true } })) nodes.add(nodeId('context', id))
  for (const { id } of await db.summary.findMany({ where: { ownerId, conversationId }, select: { id: true } }))
    for (const kind of ['summary', 'roll-up'] as const) nodes.add(nodeId(kind, id))
  return [
    ...views.map((view) => db.graphPosition.deleteMany({ where: { ownerId, view } })),
    ...chunks([...nodes], 500).map((some) => db.graphPosition.deleteMany({ where: { ownerId, node: { in: some } } })),
  ]
}
