import { shownExcerpts } from '@/lib/db/memory/recalls'
import { getBlobs } from './blobs'
import type { Db } from './client'
import { columns, PAGE, pages } from './rows'

/** Removes texts that nothing names any more. Manifests are scanned as text: they name blobs inside JSON. */
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
  const stepSelect = { id: true, manifest: true, tools: { select: { resultHash: true } } }
  const steps = pages((last) => db.step.findMany({ ...page(last), select: stepSelect }), idOf)
  for await (const some of steps) note(some)
  const contextSelect = columns('id treeHash toolCalls')
  const contexts = pages((last) => db.context.findMany({ ...page(last), select: contextSelect }), idOf)
  for await (const some of contexts) {
    note(some)
    const hashes = some.map((context) => context.treeHash)
    note([...(await getBlobs(db, ownerId, hashes)).values()])
  }
  for await (const hashes of shownExcerpts(db, ownerId)) note(hashes)
  const turns = pages((last) => db.turn.findMany({ ...page(last), select: { id: true } }), idOf)
  for await (const some of turns) {
    const where = { ownerId, turnId: { in: some.map(idOf) } }
    note(await db.fileTouch.findMany({ where, select: columns('fromHash toHash') }))
  }
  const uploads = pages((last) => db.upload.findMany({ ...page(last), select: columns('id hash') }), idOf)
  for await (const some of uploads) note(some)
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
const idOf = (row: { id: string }) => row.id
