import type { Db, Prisma } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { chunks } from '@/lib/db/engine/pages'
import { touchesIn } from '@/lib/db/files/touches-in'
import { removeUnitsOps } from '@/lib/db/memory/full-text'
import type { TrashedFile, TrashedWorkspace } from '../trashed'
import { clearWorkspaces } from './purge-contexts'
import { dropDerived } from './purge-derived'
import { forgetExcerpts } from './purge-recalls'

/** The changes that created or removed versions of these files. */
export const touchesOfFiles = async (
  db: Db,
  ownerId: string,
  conversationId: string,
  files: TrashedFile[],
) => {
  const hashesOf = new Map(files.map(({ path, hashes }) => [path, hashes]))
  const touches = await touchesIn(db, ownerId, conversationId, [...hashesOf.keys()])
  return touches.filter(({ path, toHash, fromHash }) =>
    hashesOf.get(path)?.includes(toHash ?? fromHash ?? ''),
  )
}

/**
 * Removes files and state of a conversation from workspaces, contexts and recalls, and what was derived from
 * the turns that wrote or read them. Texts that are referenced elsewhere stay. Idempotent.
 */
export async function purgeWorkspace(
  db: Db,
  ownerId: string,
  conversationId: string,
  removed: TrashedWorkspace,
  readers: string[],
  now: Date,
): Promise<void> {
  const { files } = removed
  const paths = files.map((file) => file.path)
  const turns = await db.turn.findMany({ where: { ownerId, conversationId }, select: columns('id') })
  for (const some of chunks(turns))
    await clearWorkspaces(
      db,
      ownerId,
      some.map(({ id }) => id),
      removed,
      now,
    )
  const refs = paths.map((path) => `${conversationId}:${path}`)
  await forgetExcerpts(db, ownerId, refs, readers, now)
  await dropDerived(db, ownerId, readers)
  await removeAttachments(db, ownerId, conversationId, files)
  for (const some of chunks(await touchesOfFiles(db, ownerId, conversationId, files)))
    await db.$transaction(
      some.map(({ turnId, path, op }) => db.fileTouch.deleteMany({ where: { ownerId, turnId, path, op } })),
    )
  await db.$transaction([
    db.upload.deleteMany({ where: uploadsOf(ownerId, conversationId, files) }),
    db.embedding.deleteMany({ where: { ownerId, textHash: { in: files.flatMap((file) => file.hashes) } } }),
    // The change that closes the purge indexes the remaining files again.
    ...removeUnitsOps(db, ownerId, { conversationId, kinds: ['file'] }),
  ])
}

const uploadsOf = (ownerId: string, conversationId: string, files: TrashedFile[]) => ({
  ...{ ownerId, conversationId },
  OR: files.map(({ path, hashes }) => ({ path, hash: { in: hashes } })),
})

async function removeAttachments(
  db: Db,
  ownerId: string,
  conversationId: string,
  files: TrashedFile[],
): Promise<void> {
  const uploads = await db.upload.findMany({
    where: { ...uploadsOf(ownerId, conversationId, files), usedByTurnId: { not: null } },
  })
  const removed = new Set(uploads.map((upload) => upload.id))
  const turns = await db.turn.findMany({
    where: { ownerId, conversationId, id: { in: uploads.flatMap((upload) => upload.usedByTurnId ?? []) } },
    select: columns('id attachments'),
  })
  for (const { id, attachments } of turns) {
    const kept = (attachments as { uploadId: string }[]).filter(({ uploadId }) => !removed.has(uploadId))
    const data = { attachments: kept as Prisma.InputJsonArray }
    await db.turn.update({ where: { id, ownerId }, data, select: columns('id') })
  }
}
