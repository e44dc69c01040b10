import { join, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { chunks } from '@/lib/db/engine/pages'
import { limits } from '@/lib/shared/limits'
import { fileId, type GraphPosition, parseNodeId } from '@/lib/shared/memory/graph'

/**
 * Stores where a person placed nodes in a view. Deleted files get no place: their ids are their names.
 */
export async function savePositions(db: Db, ownerId: string, view: string, positions: GraphPosition[]) {
  const isThere = await filesThere(db, ownerId, positions)
  const last = [...new Map(positions.map((position) => [position.node, position])).values()].filter(isThere)
  for (const some of chunks(last, limits.runner.transactionRows)) {
    const rows = some.map(({ node, x, y }) => sqltag`(${ownerId}, ${view}, ${node}, ${x}, ${y})`)
    await db.$executeRaw`INSERT INTO "GraphPosition" ("ownerId", "view", "node", "x", "y") VALUES ${join(rows)} ON CONFLICT ("ownerId", "view", "node") DO UPDATE SET "x" = excluded."x", "y" = excluded."y"`
  }
}

async function filesThere(db: Db, ownerId: string, positions: GraphPosition[]) {
  const refs = positions.map(({ node }) => parseNodeId(node))
  const paths = refs.flatMap((ref) => (ref?.kind === 'file' ? ref.path : []))
  if (paths.length === 0) return () => true
  const where = { ownerId, path: { in: paths } }
  const touches = await db.fileTouch.findMany({ where, select: columns('turnId path') })
  const turns = await db.turn.findMany({
    where: { ownerId, id: { in: touches.map((touch) => touch.turnId) } },
    select: columns('id conversationId'),
  })
  const conversationOf = new Map(turns.map((turn) => [turn.id, turn.conversationId]))
  const there = new Set(touches.map(({ path, turnId }) => fileId(conversationOf.get(turnId) ?? '', path)))
  return ({ node }: GraphPosition) => parseNodeId(node)?.kind !== 'file' || there.has(node)
}

export const loadPositions = (db: Db, ownerId: string, view: string): Promise<GraphPosition[]> =>
  db.graphPosition.findMany({
    where: { ownerId, view },
    select: columns('node x y'),
    orderBy: { node: 'asc' },
  })

/** Forgets where the nodes of a view were put by hand. */
export const clearPositions = (db: Db, ownerId: string, view: string) =>
  db.graphPosition.deleteMany({ where: { ownerId, view } })
