import type { Batch, Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { nodeId } from '@/lib/shared/memory/graph'

/**
 * Deletes the graph positions of conversations, in their own views and in the overview; must run while their
 * contexts and summaries still exist.
 */
export async function placesOps(
  db: Db,
  ownerId: string,
  conversationIds: string[],
  turnIds: string[],
): Promise<Batch> {
  const forgotten = new Set(conversationIds)
  const ofThem = (name: string, part: number) => forgotten.has(name.split(':').at(part) ?? '')
  const [one] = conversationIds
  // LIKE treats _ as a wildcard, so the rows are filtered again below.
  const wanted =
    conversationIds.length > 1 || one === undefined
      ? {}
      : {
          OR: [
            { view: { endsWith: `:${one}` } },
            ...PARTS.map((kind) => ({ node: { startsWith: `${kind}:${one}:` } })),
          ],
        }
  const found = await db.graphPosition.findMany({
    where: { ownerId, ...wanted },
    select: { view: true, node: true },
  })
  const views = [...new Set(found.map((row) => row.view).filter((view) => ofThem(view, -1)))]
  const nodes = new Set(
    found
      .map((row) => row.node)
      .filter((node) => PARTS.some((kind) => node.startsWith(`${kind}:`)) && ofThem(node, 1)),
  )
  for (const ids of chunks(turnIds, 500))
    for (const { id } of await db.context.findMany({
      where: { ownerId, turnId: { in: ids } },
      select: { id: true },
    }))
      nodes.add(nodeId('context', id))
  for (const ids of chunks(conversationIds, 500))
    for (const { id } of await db.summary.findMany({
      where: { ownerId, conversationId: { in: ids } },
      select: { id: true },
    }))
      for (const kind of ['summary', 'roll-up'] as const) nodes.add(nodeId(kind, id))
  // Most nodes were never moved and have no stored position.
  const moved = conversationIds.length > 1 ? new Set(found.map((row) => row.node)) : null
  const positioned = moved ? [...nodes].filter((node) => moved.has(node)) : [...nodes]
  return [
    ...views.map((view) => db.graphPosition.deleteMany({ where: { ownerId, view } })),
    ...chunks(positioned, 500).map((some) =>
      db.graphPosition.deleteMany({ where: { ownerId, node: { in: some } } }),
    ),
  ]
}
const PARTS = ['file', 'range']
