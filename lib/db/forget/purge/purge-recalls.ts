import type { z } from 'zod'
import { putBlobs } from '@/lib/db/engine/blobs'
import type { Batch } from '@/lib/db/engine/client'
import { chunks, columns, PAGE, pages } from '@/lib/db/engine/rows'
import { storedMisses } from '@/lib/db/memory/recalls'
import { derivedFrom } from '../derived'
import { FORGOTTEN_BLOB } from '../forgotten'
import type { Purging } from './purge-due'

type Hit = z.infer<typeof storedMisses>['hits'][number]
async function forgetMisses({ db, ownerId }: Purging, isGone: (hit: Hit) => boolean): Promise<void> {
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
      const hits = misses?.hits.filter((hit) => !isGone(hit))
      if (!hits || hits.length === misses?.hits.length) return []
      const data = { nearMisses: { ...misses, hits } }
      return [db.recall.update({ where: { id }, data, select: columns('id') })]
    })
    for (const some of chunks(writes, PAGE)) await db.$transaction(some)
  }
}

/** Removes near misses of these turns and of what is derived from them. */
export async function forgetMissesOf(purging: Purging, turnIds: string[]): Promise<void> {
  const { db, ownerId } = purging
  const { summary, wording, fact } = await derivedFrom(db, ownerId, turnIds)
  const gone = new Set([...turnIds, ...summary, ...wording, ...fact])
  await forgetMisses(purging, ({ turnId, refId }) => gone.has(turnId ?? '') || gone.has(refId))
}

/** Removes recalls of these files. Excerpts of turns that used them may be of them, so they are blanked. */
export async function forgetExcerpts(purging: Purging, files: string[], readers: string[]): Promise<void> {
  const { db, ownerId, now } = purging
  const { summary, wording } = await derivedFrom(db, ownerId, readers)
  const gone = new Set([...files, ...summary, ...wording])
  const read = new Set(readers)
  await forgetMisses(
    purging,
    ({ kind, refId, turnId }) => gone.has(refId) || (kind !== 'file' && read.has(turnId ?? '')),
  )
  const recall = { ownerId }
  await db.recallHit.deleteMany({ where: { recall, kind: 'file', refId: { in: files } } })
  for (const ids of chunks(readers))
    await db.$transaction([
      // Dated before the purge, so that its sweep also removes it where nothing references it.
      ...putBlobs(db, ownerId, [FORGOTTEN_BLOB], new Date(now.getTime() - 1)),
      db.recallHit.updateMany({
        where: { recall, kind: { not: 'file' }, sourceTurnId: { in: ids } },
        data: { excerptHash: FORGOTTEN_BLOB.hash },
      }),
    ])
}
