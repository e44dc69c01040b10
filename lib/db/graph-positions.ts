import { join, sqltag } from '@prisma/client/runtime/client'
import type { GraphPosition } from '@/lib/shared/graph'
import { limits } from '@/lib/shared/limits'
import type { Db } from './client'

/** Where a person's nodes stand in a view; a node placed again moves. */
export async function savePositions(
  db: Db,
  ownerId: string,
  view: string,
  positions: GraphPosition[],
): Promise<void> {
  const last = [...new Map(positions.map((position) => [position.node, position])).values()]
  for (let i = 0; i < last.length; i += limits.runner.transactionRows) {
    const rows = last
      .slice(i, i + limits.runner.transactionRows)
      .map(({ node, x, y }) => sqltag`(${ownerId}, ${view}, ${node}, ${x}, ${y})`)
    await db.$executeRaw`INSERT INTO "GraphPosition" ("ownerId", "view", "node", "x", "y") VALUES ${join(rows)} ON CONFLICT ("ownerId", "view", "node") DO UPDATE SET "x" = excluded."x", "y" = excluded."y"`
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
