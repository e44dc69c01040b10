import { shownExcerpts } from '@/lib/db/memory/recalls'
import type { Db } from './client'
import { PAGE, pages } from './pages'

/**
 * Texts of an owner that nothing names any more; manifests are scanned as text, since they name blobs inside
 * JSON.
 */
export async function sweepBlobs(db: Db, ownerId: string, startedAt: Date): Promise<void> {
  const used = new Set<string>()
  const note = (value: unknown) => {
    for (const [hash] of JSON.stringify(value).matchAll(/\b[0-9a-f]{64}\b/g)) used.add(hash)
  }
  const page = (last: string) => ({
    where: { ownerId, id: { gt: last } },
    orderBy: { id: 'asc' as const },
    take: PAGE,
  })
  const byId = (row: { id: string }) => row.id
  const tools = { select: { resultHash: true } }
  for await (const steps of pages(
    (last) => db.step.findMany({ ...page(last), select: { id: true, manifest: true, tools } }),
    byId,
  ))
    note(steps)
  for await (const contexts of pages(
    (last) => db.context.findMany({ ...page(last), select: { id: true, treeHash: true, toolCalls: true } }),
    byId,
  )) {
    note(contexts)
    const trees = { in: contexts.map((context) => context.treeHash) }
    note(
      (await db.blob.findMany({ where: { ownerId, hash: trees }, select: { text: true } })).map(
        (blob) => blob.text,
      ),
    )
  }
  for await (const hashes of shownExcerpts(db, ownerId)) note(hashes)
  for await (const turns of pages((last) => db.turn.findMany({ ...page(last), select: { id: true } }), byId))
    note(
      await db.fileTouch.findMany({
        where: { ownerId, turnId: { in: turns.map(byId) } },
        select: { fromHash: true, toHash: true },
      }),
    )
  for await (const uploads of pages(
    (last) => db.upload.findMany({ ...page(last), select: { id: true, hash: true } }),
    byId,
  ))
    note(uploads)
  const old = { ownerId, createdAt: { lt: startedAt } }
  const blobs = (last: string) =>
    db.blob.findMany({
      where: { ...old, hash: { gt: last } },
      select: { hash: true },
      orderBy: { hash: 'asc' },
      take: PAGE,
    })
  for await (const some of pages(blobs, (blob) => blob.hash)) {
    const unused = some.map((blob) => blob.hash).filter((hash) => !used.has(hash))
    if (unused.length) await db.blob.deleteMany({ where: { ...old, hash: { in: unused } } })
  }
}
