import type { Db } from './client'
import { chunks } from './purge-turns'
import { shownExcerpts } from './recalls'

const ROWS = 500

/** Texts of an owner that nothing names any more; manifests are scanned as text, since they name blobs inside JSON. */
export async function sweepBlobs(db: Db, ownerId: string, startedAt: Date): Promise<void> {
  const used = new Set<string>()
  const note = (value: unknown) => {
    for (const [hash] of JSON.stringify(value).matchAll(/\b[0-9a-f]{64}\b/g)) used.add(hash)
  }
  for (let last = ''; ; ) {
    const steps = await db.step.findMany({ where: { ownerId, id: { gt: last } }, select: { id: true, manifest: true }, orderBy: { id: 'asc' }, take: ROWS })
    if (!steps.length) break
    note(steps)
    last = steps.at(-1)?.id ?? ''
  }
  const contexts = await db.context.findMany({ where: { ownerId }, select: { treeHash: true, toolCalls: true } })
  note(contexts)
  for (const hashes of chunks(
    contexts.map((context) => context.treeHash),
    ROWS,
  ))
    note((await db.blob.findMany({ where: { ownerId, hash: { in: hashes } }, select: { text: true } })).map((blob) => blob.text))
  note(await db.toolCall.findMany({ where: { step: { ownerId } }, select: { resultHash: true } }))
  note(await shownExcerpts(db, ownerId))
  note(await db.fileTouch.findMany({ where: { ownerId }, select: { fromHash: true, toHash: true } }))
  note(await db.upload.findMany({ where: { ownerId }, select: { hash: true } }))
  const all = await db.blob.findMany({ where: { ownerId, createdAt: { lt: startedAt } }, select: { hash: true } })
  for (const hashes of chunks(
    all.map((blob) => blob.hash).filter((hash) => !used.has(hash)),
    ROWS,
  ))
    await db.blob.deleteMany({ where: { ownerId, hash: { in: hashes }, createdAt: { lt: startedAt } } })
}
