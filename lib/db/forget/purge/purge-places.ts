import type { Batch, Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { chunks, inChunks } from '@/lib/db/engine/pages'

const AT_ONCE = 500
/**
 * Deletes the graph positions of conversations and of all that is in them; must run while their contexts and
 * summaries still exist.
 */
export async function placesOps(
  db: Db,
  ownerId: string,
  conversationIds: string[],
  turnIds: string[],
): Promise<Batch> {
  const placed = await db.graphPosition.findMany({ where: { ownerId }, select: columns('view node') })
  if (placed.length === 0) return []
  const [contexts, summaries] = await Promise.all([
    inChunks(turnIds, (ids) =>
      db.context.findMany({ where: { ownerId, turnId: { in: ids } }, select: columns('id') }),
    ),
    inChunks(conversationIds, (ids) =>
      db.summary.findMany({ where: { ownerId, conversationId: { in: ids } }, select: columns('id') }),
    ),
  ])
  const gone = new Set([...conversationIds, ...turnIds, ...[...contexts, ...summaries].map(({ id }) => id)])
  // A node is `kind:id` or `file:conversation:path`, a view `order:conversation`.
  const nodes = placed.flatMap(({ node }) => (gone.has(node.split(':')[1] ?? '') ? node : []))
  const views = placed.flatMap(({ view }) => (gone.has(view.split(':').at(-1) ?? '') ? view : []))
  return [
    ...chunks([...new Set(nodes)], AT_ONCE).map((node) => ({ node: { in: node } })),
    ...chunks([...new Set(views)], AT_ONCE).map((view) => ({ view: { in: view } })),
  ].map((where) => db.graphPosition.deleteMany({ where: { ownerId, ...where } }))
}
