import { join, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { chunks } from '@/lib/db/engine/pages'
import { limits } from '@/lib/shared/limits'
import type { GraphPosition } from '@/lib/shared/memory/graph'

/** The view whose nodes a person can move: the first level of the map. */
export const MAP_VIEW = 'map:all'

/** Stores where a person placed nodes in a view. */
export async function savePositions(db: Db, ownerId: string, view: string, positions: GraphPosition[]) {
  const last = new Map(positions.map((position) => [position.node, position]))
  for (const some of chunks([...last.values()], limits.runner.transactionRows)) {
    const rows = some.map(({ node, x, y }) => sqltag`(${ownerId}, ${view}, ${node}, ${x}, ${y})`)
    await db.$executeRaw`INSERT INTO "GraphPosition" ("ownerId", "view", "node", "x", "y") VALUES ${join(rows)} ON CONFLICT ("ownerId", "view", "node") DO UPDATE SET "x" = excluded."x", "y" = excluded."y"`
  }
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
