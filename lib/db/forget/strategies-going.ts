import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { inChunks } from '@/lib/db/engine/pages'
import { derivedFrom } from './derived'

/** Ids of the strategies whose texts are made from one of these turns, or that belong to these conversations. */
export async function strategiesGoing(
  db: Db,
  ownerId: string,
  turnIds: readonly string[],
  conversationIds: readonly string[] = [],
): Promise<string[]> {
  const { wording } = await derivedFrom(db, ownerId, turnIds)
  const found = await Promise.all([
    inChunks([...wording], (ids) =>
      db.strategy.findMany({ where: { ownerId, id: { in: ids } }, select: columns('id') }),
    ),
    inChunks([...conversationIds], (ids) =>
      db.strategy.findMany({ where: { ownerId, conversationId: { in: ids } }, select: columns('id') }),
    ),
  ])
  return [...new Set(found.flat().map(({ id }) => id))]
}
