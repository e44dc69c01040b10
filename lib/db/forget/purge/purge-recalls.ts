import { putBlobs } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { chunks, inChunks, PAGE, pages } from '@/lib/db/engine/pages'
import { storedMisses } from '@/lib/db/memory/recalls'
import { type Derived, derivedFrom } from '../derived'
import { FORGOTTEN_BLOB } from '../forgotten'

/** Removes near misses of these turns and of texts derived from something forgotten from all of an owner's recalls. */
export async function forgetMisses(
  db: Db,
  ownerId: string,
  turnIds: ReadonlySet<string>,
  derived: Derived,
): Promise<void> {
  const gone = new Set([...turnIds, ...derived.summary, ...derived.wording, ...derived.fact])
  const page = (last: string) =>
    db.recall.findMany({
      where: { ownerId, id: { gt: last } },
      orderBy: { id: 'asc' },
      take: PAGE,
      select: columns('id nearMisses'),
    })
  for await (const rows of pages(page, ({ id }) => id)) {
    const writes = rows.flatMap(({ id, nearMisses }): Batch => {
      const misses = storedMisses.safeParse(nearMisses).data
      const hits = misses?.hits.filter(({ turnId, refId }) => !gone.has(turnId ?? '') && !gone.has(refId))
      if (!hits || hits.length === misses?.hits.length) return []
      const data = { nearMisses: { ...misses, hits } }
      return [db.recall.update({ where: { id }, data, select: columns('id') })]
    })
    for (const some of chunks(writes, PAGE)) await db.$transaction(some)
  }
}

/**
 * The same for turns that stay, but wrote or read a forgotten file or value: an excerpt of such a turn may be
 * of that, so it is blanked.
 */
export async function forgetExcerpts(db: Db, ownerId: string, readers: string[], now: Date): Promise<void> {
  await forgetMisses(db, ownerId, new Set(readers), {
    ...(await derivedFrom(db, ownerId, readers)),
    fact: new Set(),
  })
  for (const ids of chunks(readers))
    await db.$transaction([
      ...putBlobs(db, ownerId, [FORGOTTEN_BLOB], new Date(now.getTime() - 1)),
      db.recallHit.updateMany({
        where: { recall: { ownerId }, sourceTurnId: { in: ids } },
        data: { excerptHash: FORGOTTEN_BLOB.hash },
      }),
    ])
}

/** Other turns that recalled one of these turns or a summary derived from one. */
export async function recallersOf(db: Db, ownerId: string, turnIds: string[]): Promise<string[]> {
  const { summary } = await derivedFrom(db, ownerId, turnIds)
  const recalls = { recall: { select: columns('turnId') } }
  const [own, summaries] = await Promise.all([
    inChunks(turnIds, (ids) =>
      db.recallHit.findMany({ where: { sourceTurnId: { in: ids }, recall: { ownerId } }, select: recalls }),
    ),
    inChunks([...summary], (ids) =>
      db.recallHit.findMany({
        where: { kind: 'summary', refId: { in: ids }, recall: { ownerId } },
        select: recalls,
      }),
    ),
  ])
  const asked = new Set(turnIds)
  return [...new Set([...own, ...summaries].map(({ recall }) => recall.turnId))].filter(
    (id) => !asked.has(id),
  )
}
