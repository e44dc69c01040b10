import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { inChunks } from '@/lib/db/engine/pages'
import { taughtBy } from '@/lib/db/learning/uses/taught'
import { STILL_THERE } from './forget-plan'

type Going = { turnIds: readonly string[]; conversationIds: readonly string[]; trashed: boolean }
/**
 * Ids of the strategies that go with these turns, because no other turn they were learned from is left, or
 * with these conversations. `trashed` = whether turns in the trash count as left.
 */
export async function strategiesGoing(
  db: Db,
  ownerId: string,
  { turnIds, conversationIds, trashed }: Going,
): Promise<string[]> {
  const learned = await taughtBy(db, ownerId, [...turnIds])
  const sources = await inChunks([...new Set(learned.map(({ refId }) => refId))], (ids) =>
    db.provenance.findMany({
      where: { ownerId, kind: 'strategy', refId: { in: ids } },
      select: columns('refId sourceTurnId'),
    }),
  )
  const gone = new Set(turnIds)
  const others = [...new Set(sources.map(({ sourceTurnId }) => sourceTurnId))].filter((id) => !gone.has(id))
  const left = await inChunks(others, (ids) =>
    db.turn.findMany({
      where: { ownerId, id: { in: ids }, ...(trashed ? {} : STILL_THERE) },
      select: columns('id'),
    }),
  )
  const there = new Set(left.map(({ id }) => id))
  const staying = new Set(sources.flatMap((one) => (there.has(one.sourceTurnId) ? [one.refId] : [])))
  const scoped = await inChunks([...conversationIds], (ids) =>
    db.strategy.findMany({ where: { ownerId, conversationId: { in: ids } }, select: columns('id') }),
  )
  const going = sources.flatMap(({ refId }) => (staying.has(refId) ? [] : [refId]))
  return [...new Set([...going, ...scoped.map(({ id }) => id)])]
}
