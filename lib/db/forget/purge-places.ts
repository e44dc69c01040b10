import type { Batch, Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { nodeId } from '@/lib/shared/graph'

/**
 * Where the nodes of conversations stand, in their own views and in those of everything; asked for while
 * their contexts and summaries are still there.
 */
export async function placesOps(
  db: Db,
  ownerId: string,
  conversationIds: string[],
  turnIds: string[],
): Promise<Batch> {
  const gone = new Set(conversationIds)
  const ofThem = (name: string, part: number) => gone.has(name.split(':').at(part) ?? '')
  const [one] = conversationIds
  // `endsWith` and `startsWith` take _ for any sign, so all are looked at again.
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
  // Most nodes stand nowhere: nobody has moved them.
  const there = conversationIds.length > 1 ? new Set(found.map((row) => row.node)) : null
  const standing = there ? [...nodes].filter((node) => there.has(node)) : [...nodes]
  return [
    ...views.map((view) => db.graphPosition.deleteMany({ where: { ownerId, view } })),
    ...chunks(standing, 500).map((some) =>
      db.graphPosition.deleteMany({ where: { ownerId, node: { in: some } } }),
    ),
  ]
}
const PARTS = ['file', 'range']
