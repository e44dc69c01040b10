import { type BlobText, blobOf, getBlobs, putBlobs } from '@/lib/db/engine/blobs'
import type { Batch, Prisma } from '@/lib/db/engine/client'
import { chunks, columns } from '@/lib/db/engine/rows'
import { touchesIn } from '@/lib/db/files/touches-in'
import { fileTitle, storedContext } from '@/lib/db/memory/context-parts'
import { withoutTrashed } from '@/lib/db/memory/contexts'
import { removeUnitsOps } from '@/lib/db/memory/full-text'
import { workspaceTreeSchema } from '@/lib/shared/workspace'
import { withoutListed } from '../forgotten'
import type { TrashedWorkspace } from '../trashed'
import { dropDerived } from './purge-derived'
import type { Purging } from './purge-due'
import { forgetExcerpts } from './purge-recalls'

/** Removes files and state, and what is derived from turns that used them, unless they ran `since`. Idempotent. */
export async function purgeWorkspace(
  purging: Purging,
  removed: TrashedWorkspace & { conversationId: string },
  readers: string[],
  since: ReadonlySet<string>,
): Promise<void> {
  const { db, ownerId } = purging
  const { conversationId, files } = removed
  const paths = files.map((file) => file.path)
  const turns = await db.turn.findMany({ where: { ownerId, conversationId }, select: columns('id') })
  const before = turns.flatMap(({ id }) => (since.has(id) ? [] : id))
  for (const some of chunks(before)) await clearContexts(purging, some, removed)
  const refs = paths.map((path) => `${conversationId}:${path}`)
  await forgetExcerpts(purging, refs, readers)
  await dropDerived(purging, readers)
  const versions = files.map(({ path, hashes }) => ({ path, hash: { in: hashes } }))
  const where = { ownerId, conversationId, OR: versions }
  await removeAttachments(purging, where)
  const hashesOf = new Map(files.map(({ path, hashes }) => [path, hashes]))
  const touches = (await touchesIn(db, ownerId, conversationId, paths)).filter(({ path, toHash, fromHash }) =>
    hashesOf.get(path)?.includes(toHash ?? fromHash ?? ''),
  )
  for (const some of chunks(touches))
    await db.$transaction(
      some.map(({ turnId, path, op }) => db.fileTouch.deleteMany({ where: { ownerId, turnId, path, op } })),
    )
  await db.$transaction([
    db.upload.deleteMany({ where }),
    db.embedding.deleteMany({ where: { ownerId, textHash: { in: files.flatMap((file) => file.hashes) } } }),
    // The change that closes the purge indexes the remaining files again.
    ...removeUnitsOps(db, ownerId, { conversationId, kinds: ['file'] }),
  ])
}

async function removeAttachments({ db, ownerId }: Purging, where: Prisma.UploadWhereInput): Promise<void> {
  const uploads = await db.upload.findMany({ where: { ...where, usedByTurnId: { not: null } } })
  const removed = new Set(uploads.map((upload) => upload.id))
  const ids = uploads.flatMap((upload) => upload.usedByTurnId ?? [])
  const turns = await db.turn.findMany({
    where: { ownerId, id: { in: ids } },
    select: columns('id attachments'),
  })
  for (const { id, attachments } of turns) {
    const kept = (attachments as { uploadId: string }[]).filter(({ uploadId }) => !removed.has(uploadId))
    const data = { attachments: kept as Prisma.InputJsonArray }
    await db.turn.update({ where: { id, ownerId }, data, select: columns('id') })
  }
}

const LISTS = new Set(['Files', 'State'])
const NOTHING = blobOf('', 0).hash
/** Removes files and values from stored trees, and their contents and list entries from contexts. */
async function clearContexts({ db, ownerId, now }: Purging, turnIds: string[], removed: TrashedWorkspace) {
  const where = { ownerId, turnId: { in: turnIds } }
  const rows = await db.context.findMany({ where, select: columns('turnId treeHash toolCalls') })
  const stored = rows.map((row) => ({ ...row, calls: storedContext.parse(row.toolCalls) }))
  const lists = stored.flatMap(({ calls }) =>
    calls.parts.flatMap(({ title, hash }) => (LISTS.has(title) ? hash : [])),
  )
  const texts = await getBlobs(db, ownerId, [...stored.map((row) => row.treeHash), ...lists])
  const blobs: BlobText[] = []
  const changed = (hash: string, change: (text: string) => string) => {
    const text = texts.get(hash)
    const blob = text === undefined ? null : blobOf(change(text), 0)
    if (!blob || blob.hash === hash) return hash
    blobs.push(blob)
    return blob.hash
  }
  const contents = new Set(removed.files.map((file) => fileTitle(file.path)))
  const writes = stored.flatMap(({ turnId, calls, ...row }): Batch => {
    const treeHash = changed(row.treeHash, (text) =>
      JSON.stringify(withoutTrashed(workspaceTreeSchema.parse(JSON.parse(text)), removed)),
    )
    const parts = calls.parts
      .filter(({ title }) => !contents.has(title))
      .map((part) => {
        if (!LISTS.has(part.title)) return part
        return { ...part, hash: changed(part.hash, (text) => withoutListed(part.title, text, removed)) }
      })
      .filter(({ hash }) => hash !== NOTHING)
    if (treeHash === row.treeHash && JSON.stringify(parts) === JSON.stringify(calls.parts)) return []
    const data = { treeHash, toolCalls: { ...calls, parts } as Prisma.InputJsonObject }
    return [db.context.update({ where: { turnId }, data, select: columns('id') })]
  })
  if (writes.length) await db.$transaction([...putBlobs(db, ownerId, blobs, now), ...writes])
}
