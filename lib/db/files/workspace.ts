import type { FileTouch } from '@/lib/base/workspace'
import { type BlobText, putBlobs } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { heldWorkspace } from '@/lib/db/forget/held'
import type { HeldFile } from '@/lib/db/forget/held-schema'
import { getConversation } from '@/lib/db/turns/conversations'
import { type BranchPath, onPath } from '@/lib/db/turns/path'
import { MnemeError } from '@/lib/shared/errors'
import type { Attachment } from '@/lib/shared/schemas'

/** Writes for a transaction: what a turn did to files; an earlier attempt's touches are replaced. */
export const touchOps = (db: Db, ownerId: string, turnId: string, touches: FileTouch[]): Batch => [
  db.fileTouch.deleteMany({ where: { ownerId, turnId } }),
  ...(touches.length
    ? [db.fileTouch.createMany({ data: touches.map((touch) => ({ ...touch, turnId, ownerId })) })]
    : []),
]

/** Whether a change is to a version of a file that lies in the trash. */
const isHeld = (held: HeldFile[], touch: { path: string; fromHash: string | null; toHash: string | null }) =>
  held.some((file) => file.path === touch.path && file.hashes.includes(touch.toHash ?? touch.fromHash ?? ''))

/** Changes to some files along a path, oldest first, with the turn that made them. */
export async function touchesOf(db: Db, ownerId: string, path: BranchPath, filePaths: string[]) {
  const touches = await db.fileTouch.findMany({
    where: { ownerId, path: { in: filePaths }, op: { not: 'read' } },
  })
  const turns = await db.turn.findMany({
    where: { AND: [{ ownerId, id: { in: touches.map((touch) => touch.turnId) } }, onPath(path)] },
    select: { id: true, number: true, conversationId: true },
  })
  const held = turns[0] ? (await heldWorkspace(db, ownerId, turns[0].conversationId)).files : []
  const numberOf = new Map(turns.map((turn) => [turn.id, turn.number]))
  return touches
    .flatMap((touch) => {
      const number = numberOf.get(touch.turnId)
      return number === undefined || isHeld(held, touch) ? [] : [{ ...touch, number }]
    })
    .sort((a, b) => a.number - b.number || Number(b.op === 'upload') - Number(a.op === 'upload'))
}

/** Uploads that no message has taken yet, or those of one turn. */
export const uploadsOf = (db: Db, ownerId: string, conversationId: string, usedByTurnId: string | null) =>
  db.upload.findMany({ where: { ownerId, conversationId, usedByTurnId }, orderBy: { path: 'asc' } })

/**
 * Stores uploaded files; they join the workspace with the next message. The conversation may be new (not
 * stored yet).
 */
export async function addUploads(
  db: Db,
  ownerId: string,
  conversationId: string,
  files: { id: string; path: string; blob: BlobText }[],
  now: Date,
): Promise<Attachment[]> {
  const conversation = await db.conversation.findUnique({
    where: { id: conversationId },
    select: { ownerId: true },
  })
  if (conversation && conversation.ownerId !== ownerId) await getConversation(db, ownerId, conversationId)
  await db.$transaction([
    ...putBlobs(
      db,
      ownerId,
      files.map((file) => file.blob),
      now,
    ),
    ...files.map(({ id, path, blob }) =>
      db.upload.create({
        data: { id, ownerId, conversationId, path, hash: blob.hash, bytes: Buffer.byteLength(blob.text) },
      }),
    ),
  ])
  return files.map(({ id, path, blob }) => ({ uploadId: id, path, bytes: Buffer.byteLength(blob.text) }))
}

/**
 * Those of the named uploads that wait for a message, of whichever conversation: a draft may move to another
 * one before it is sent.
 */
export async function waitingUploads(db: Db, ownerId: string, ids: string[]): Promise<Attachment[]> {
  const rows = await db.upload.findMany({ where: { ownerId, id: { in: ids }, usedByTurnId: null } })
  return rows.map((row) => ({ uploadId: row.id, path: row.path, bytes: row.bytes }))
}

/**
 * The same, which belong to that draft's conversation from then on: they no longer go with the one they were
 * attached in. It may be new (not stored yet).
 */
export async function moveUploads(
  db: Db,
  ownerId: string,
  conversationId: string,
  ids: string[],
): Promise<Attachment[]> {
  await db.upload.updateMany({
    where: { ownerId, id: { in: ids }, usedByTurnId: null },
    data: { conversationId },
  })
  return waitingUploads(db, ownerId, ids)
}

/** The named uploads, free to be used by a new message. @throws MnemeError when one is gone. */
export async function freeUploads(db: Db, ownerId: string, ids: string[]): Promise<Attachment[]> {
  const free = await waitingUploads(db, ownerId, ids)
  if (free.length !== new Set(ids).size)
    throw new MnemeError(
      'not_found',
      'An attached file is no longer there.',
      'Remove it and attach it again.',
    )
  return free
}

export async function removeUpload(db: Db, ownerId: string, id: string): Promise<void> {
  const done = await db.upload.deleteMany({ where: { id, ownerId, usedByTurnId: null } })
  if (!done.count) throw new MnemeError('not_found', 'This file is already part of a message or was removed.')
}

/** Whether a file with this content belongs to a conversation. */
export async function knowsFile(
  db: Db,
  ownerId: string,
  conversationId: string,
  hash: string,
): Promise<boolean> {
  const { files: held } = await heldWorkspace(db, ownerId, conversationId)
  const all = await db.fileTouch.findMany({
    where: { ownerId, OR: [{ toHash: hash }, { fromHash: hash }] },
    select: { turnId: true, path: true },
  })
  const touches = all.filter((touch) => !isHeld(held, { path: touch.path, fromHash: null, toHash: hash }))
  const turns = await db.turn.count({
    where: { ownerId, conversationId, id: { in: touches.map((touch) => touch.turnId) } },
  })
  return (
    turns > 0 ||
    (await db.upload.findMany({ where: { ownerId, conversationId, hash } })).some(
      (upload) => !isHeld(held, { path: upload.path, fromHash: null, toHash: hash }),
    )
  )
}
