import { type BlobText, putBlobs } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, insertOps } from '@/lib/db/engine/rows'
import type { TrashedFile } from '@/lib/db/forget/trashed'
import { trashedWorkspace } from '@/lib/db/forget/visible'
import { getConversation } from '@/lib/db/turns/conversations'
import { type BranchPath, onPath } from '@/lib/db/turns/path'
import { MnemeError } from '@/lib/shared/errors'
import { each } from '@/lib/shared/pick'
import type { Attachment } from '@/lib/shared/schemas'
import type { ImageInfo } from '@/lib/shared/turn/images'
import type { FileTouch } from '@/lib/shared/workspace'
import { type ImageBytes, imageInfoOf, imageRow, putImages, sweepImages } from './images'

/** Writes for a transaction: what a turn did to files; an earlier attempt's touches are replaced. */
export function touchOps(db: Db, ownerId: string, turnId: string, touches: FileTouch[]): Batch {
  const rows = touches.map((touch) => ({ ...touch, turnId, ownerId }))
  return [db.fileTouch.deleteMany({ where: { ownerId, turnId } }), ...insertOps(db, 'FileTouch', rows)]
}

/** Whether a change is to a version of a file that is in the trash. */
type Version = { path: string; fromHash: string | null; toHash: string | null }
const isTrashed = (trashed: TrashedFile[], touch: Version) =>
  trashed.some(
    (file) => file.path === touch.path && file.hashes.includes(touch.toHash ?? touch.fromHash ?? ''),
  )

/** Changes to some files along a path, oldest first, with the turn that made them. */
export async function touchesOf(db: Db, ownerId: string, path: BranchPath, filePaths: string[]) {
  const changed = { ownerId, path: { in: filePaths }, op: { not: 'read' } }
  const touches = await db.fileTouch.findMany({ where: changed })
  const where = { AND: [{ ownerId, id: { in: touches.map((touch) => touch.turnId) } }, onPath(path)] }
  const turns = await db.turn.findMany({ where, select: columns('id number conversationId') })
  const trashed = turns[0] ? (await trashedWorkspace(db, ownerId, turns[0].conversationId)).files : []
  const numberOf = new Map(turns.map((turn) => [turn.id, turn.number]))
  return touches
    .flatMap((touch) => {
      const number = numberOf.get(touch.turnId)
      return number === undefined || isTrashed(trashed, touch) ? [] : [{ ...touch, number }]
    })
    .sort((a, b) => a.number - b.number || Number(b.op === 'upload') - Number(a.op === 'upload'))
}

/** Uploads that no message has taken yet, or those of one turn; images are not part of a workspace. */
export const uploadsOf = (db: Db, ownerId: string, conversationId: string, usedByTurnId: string | null) =>
  db.upload.findMany({ where: { ownerId, conversationId, usedByTurnId }, orderBy: { path: 'asc' } })
export const filesOnly = <T extends { mediaType: string | null }>(uploads: T[]) =>
  uploads.filter((upload) => upload.mediaType === null)

/** The uploads of a turn as another version of it gets them, with ids of their own. */
export async function copiedUploads(db: Db, ownerId: string, turnId: string, newId: () => string) {
  const where = { ownerId, usedByTurnId: turnId }
  const rows = await db.upload.findMany({ where, orderBy: { path: 'asc' } })
  return rows.map(({ usedByTurnId: _, ...row }) => ({ from: row.id, row: { ...row, id: newId() } }))
}

/** A file with its text, or an image with its bytes. */
export type NewUpload = { id: string; path: string } & (
  | { blob: BlobText }
  | { image: ImageBytes; info: ImageInfo }
)
const rowOf = ({ id, path, ...file }: NewUpload) =>
  'blob' in file
    ? { id, path, hash: file.blob.hash, bytes: Buffer.byteLength(file.blob.text), ...NO_IMAGE }
    : { id, path, hash: file.image.hash, bytes: file.image.bytes.byteLength, ...file.info }
const NO_IMAGE = each('mediaType width height', null)

/** Stores uploaded files, which join the workspace with the next message. The conversation may be new. */
export async function addUploads(
  db: Db,
  ownerId: string,
  conversationId: string,
  files: NewUpload[],
  now: Date,
): Promise<Attachment[]> {
  const where = { id: conversationId }
  const conversation = await db.conversation.findUnique({ where, select: { ownerId: true } })
  if (conversation && conversation.ownerId !== ownerId) await getConversation(db, ownerId, conversationId)
  const uploads = files.map(rowOf)
  const blobs = files.flatMap((file) => ('blob' in file ? file.blob : []))
  const images = files.flatMap((file) => ('image' in file ? [imageRow(ownerId, file.image, now)] : []))
  await db.$transaction([
    ...putBlobs(db, ownerId, blobs, now),
    ...putImages(db, images),
    ...uploads.map((upload) => db.upload.create({ data: { ...upload, ownerId, conversationId } })),
  ])
  return uploads.map(attachmentOf)
}

type UploadRow = Parameters<typeof imageInfoOf>[0] & { id: string; path: string; bytes: number }
export function attachmentOf({ id: uploadId, path, bytes, ...row }: UploadRow): Attachment {
  const image = imageInfoOf(row)
  return { uploadId, path, bytes, ...(image ? { image } : {}) }
}

/** Uploads that wait for a message, in any conversation: a draft may move to another before it is sent. */
export async function waitingUploads(db: Db, ownerId: string, ids: string[]): Promise<Attachment[]> {
  const rows = await db.upload.findMany({ where: { ownerId, id: { in: ids }, usedByTurnId: null } })
  return rows.map(attachmentOf)
}

/** The same, moved to that draft's conversation, which may be new. */
export async function moveUploads(db: Db, ownerId: string, conversationId: string, ids: string[]) {
  const where = { ownerId, id: { in: ids }, usedByTurnId: null }
  await db.upload.updateMany({ where, data: { conversationId } })
  return waitingUploads(db, ownerId, ids)
}

const REATTACH = 'Remove it and attach it again.'
/** The named uploads, free to be used by a new message. @throws MnemeError when one was removed. */
export async function freeUploads(db: Db, ownerId: string, ids: string[]): Promise<Attachment[]> {
  const free = await waitingUploads(db, ownerId, ids)
  if (free.length !== new Set(ids).size)
    throw new MnemeError('not_found', 'An attached file is no longer there.', REATTACH)
  return ids.flatMap((id) => free.find(({ uploadId }) => uploadId === id) ?? [])
}

export async function removeUpload(db: Db, ownerId: string, id: string, now: Date): Promise<void> {
  const where = { id, ownerId, usedByTurnId: null }
  const upload = await db.upload.findFirst({ where })
  const done = await db.upload.deleteMany({ where })
  if (upload?.mediaType) await sweepImages(db, ownerId, now, [upload.hash])
  if (!done.count) throw new MnemeError('not_found', 'This file is already part of a message or was removed.')
}

/** Whether a file with this content belongs to a conversation. */
export async function knowsFile(db: Db, ownerId: string, conversationId: string, hash: string) {
  const { files } = await trashedWorkspace(db, ownerId, conversationId)
  const isShown = ({ path }: { path: string }) => !isTrashed(files, { path, fromHash: null, toHash: hash })
  const touched = { ownerId, OR: [{ toHash: hash }, { fromHash: hash }] }
  const touches = await db.fileTouch.findMany({ where: touched, select: columns('turnId path') })
  const id = { in: touches.filter(isShown).map((touch) => touch.turnId) }
  if (await db.turn.count({ where: { ownerId, conversationId, id } })) return true
  return (await db.upload.findMany({ where: { ownerId, conversationId, hash } })).some(isShown)
}
