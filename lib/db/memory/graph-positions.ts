import { join, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { type GraphPosition, parseNodeId } from '@/lib/shared/graph'
import { limits } from '@/lib/shared/limits'

/**
 * Where a person's nodes stand in a view; a node placed again moves. Files that are no longer there get no
 * place: their ids are their names.
 */
export async function savePositions(
  db: Db,
  ownerId: string,
  view: string,
  positions: GraphPosition[],
): Promise<void> {
  const isThere = await filesThere(db, ownerId, positions)
  const last = [...new Map(positions.map((position) => [position.node, position])).values()].filter(isThere)
  for (let i = 0; i < last.length; i += limits.runner.transactionRows) {
    const rows = last
      .slice(i, i + limits.runner.transactionRows)
      .map(({ node, x, y }) => sqltag`(${ownerId}, ${view}, ${node}, ${x}, ${y})`)
    await db.$executeRaw`INSERT INTO "GraphPosition" ("ownerId", "view", "node", "x", "y") VALUES ${join(rows)} ON CONFLICT ("ownerId", "view", "node") DO UPDATE SET "x" = excluded."x", "y" = excluded."y"`
  }
}

async function filesThere(db: Db, ownerId: string, positions: GraphPosition[]) {
  const fileOf = ({ node }: GraphPosition) => {
    const ref = parseNodeId(node)
    return ref?.kind === 'file' ? ref : null
  }
  const paths = positions.flatMap((position) => fileOf(position)?.path ?? [])
  if (paths.length === 0) return () => true
  const touches = await db.fileTouch.findMany({
    where: { ownerId, path: { in: paths } },
    select: { turnId: true, path: true },
  })
  const turns = await db.turn.findMany({
    where: { ownerId, id: { in: touches.map((touch) => touch.turnId) } },
    select: { id: true, conversationId: true },
  })
  const conversationOf = new Map(turns.map((turn) => [turn.id, turn.conversationId]))
  return (position: GraphPosition) => {
    const file = fileOf(position)
    return (
      !file ||
      touches.some(
        ({ path, turnId }) => path === file.path && conversationOf.get(turnId) === file.conversationId,
      )
    )
  }
}

export const loadPositions = (db: Db, ownerId: string, view: string): Promise<GraphPosition[]> =>
  db.graphPosition.findMany({
    where: { ownerId, view },
    select: { node: true, x: true, y: true },
    orderBy: { node: 'asc' },
  })

/** Forgets where the nodes of a view were put by hand. */
export const clearPositions = (db: Db, ownerId: string, view: string) =>
  db.graphPosition.deleteMany({ where: { ownerId, view } })
