import { createHash } from 'node:crypto'
import { join, sqltag } from '@prisma/client/runtime/client'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, insertOps, type NewRow } from '@/lib/db/engine/rows'
import type { Upload } from '@/lib/db/generated/sqlite/client'
import { MnemeError } from '@/lib/shared/errors'
import { pick } from '@/lib/shared/pick'
import { type ImageInfo, imageLimits } from '@/lib/shared/turn/images'

export type ImageBytes = { hash: string; mediaType: string; bytes: Uint8Array }
export const imageHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const imageRow = (ownerId: string, image: ImageBytes, now: Date): NewRow => ({
  ...{ ownerId, ...pick(image, 'hash mediaType bytes'), createdAt: now },
})

/** Writes for a transaction. Bytes that are there already are marked as used now, for a running sweep. */
export function putImages(db: Db, rows: NewRow[]): Batch {
  const used = sqltag` ON CONFLICT ("ownerId", "hash") DO UPDATE SET "createdAt" = excluded."createdAt"`
  const unique = [...new Map(rows.map((row) => [row.hash, row])).values()]
  // One statement each, so that no statement is as long as all of them.
  return unique.flatMap((row) => insertOps(db, 'Image', [row], used))
}

/** Bytes by hash; those that are gone are absent. */
export async function imageBytes(db: Db, ownerId: string, hashes: string[]) {
  const where = { ownerId, hash: { in: [...new Set(hashes)] } }
  const rows = hashes.length
    ? await db.image.findMany({ where, select: columns('hash mediaType bytes') })
    : []
  return new Map(rows.map((row) => [row.hash, row]))
}

/** Bytes by upload; those that are gone are absent. */
export async function imagesOfUploads(db: Db, ownerId: string, uploadIds: string[]) {
  const uploads = uploadIds.length
    ? await db.upload.findMany({ where: { ownerId, id: { in: uploadIds } }, select: columns('id hash') })
    : []
  const hashes = uploads.map((upload) => upload.hash)
  const images = await imageBytes(db, ownerId, hashes)
  return new Map(uploads.flatMap(({ id, hash }) => (images.has(hash) ? [[id, images.get(hash)]] : [])))
}

const gone = () =>
  new MnemeError('not_found', 'There is no such image.', 'It may have been forgotten or removed.')

/**
 * An image of the owner that waits for a message or belongs to one that is shown. @throws MnemeError
 * not_found, the same for one that is missing, forgotten, in the trash or another user's.
 */
export async function shownImage(db: Db, ownerId: string, uploadId: string) {
  const upload = await db.upload.findFirst({ where: { id: uploadId, ownerId, mediaType: { not: null } } })
  if (!upload) throw gone()
  const id = upload.usedByTurnId
  if (id !== null) {
    const conversation = { trashId: null }
    const shown = { id, ownerId, trashId: null, status: { not: 'forgotten' as const }, conversation }
    if ((await db.turn.count({ where: shown })) === 0) throw gone()
  }
  const image = (await imageBytes(db, ownerId, [upload.hash])).get(upload.hash)
  if (!image) throw gone()
  return { name: upload.path, ...image }
}

/** Deletes bytes that no upload names any more; `hashes` = only these. */
export async function sweepImages(db: Db, ownerId: string, now: Date, hashes?: string[]): Promise<void> {
  if (hashes?.length === 0) return
  const some = hashes ? sqltag`AND "hash" IN (${join(hashes)})` : sqltag``
  await db.$executeRaw`DELETE FROM "Image" WHERE "ownerId" = ${ownerId} AND "createdAt" <= ${now} ${some}
    AND NOT EXISTS (SELECT 1 FROM "Upload" u WHERE u."ownerId" = "Image"."ownerId" AND u."hash" = "Image"."hash")`
}

/** Removes the oldest images that wait for a message, beyond the most that may. */
export async function trimWaitingImages(db: Db, ownerId: string, now: Date): Promise<void> {
  const where = { ownerId, usedByTurnId: null, mediaType: { not: null } }
  if ((await db.upload.count({ where })) <= imageLimits.waiting) return
  const rows = await db.upload.findMany({ where, select: columns('id hash') })
  const ofRows = { ownerId, hash: { in: rows.map((row) => row.hash) } }
  const images = await db.image.findMany({ where: ofRows, select: columns('hash createdAt') })
  const madeAt = new Map(images.map((image) => [image.hash, image.createdAt.getTime()]))
  const age = ({ hash }: { hash: string }) => madeAt.get(hash) ?? 0
  const old = rows.sort((a, b) => age(b) - age(a)).slice(imageLimits.waiting)
  await db.upload.deleteMany({ where: { ...where, id: { in: old.map((row) => row.id) } } })
  const hashes = old.map((row) => row.hash)
  await sweepImages(db, ownerId, now, hashes)
}

export async function imageHashes(db: Db, ownerId: string, turnIds: string[]): Promise<string[]> {
  const where = { ownerId, usedByTurnId: { in: turnIds }, mediaType: { not: null } }
  return (await db.upload.findMany({ where, select: { hash: true } })).map((row) => row.hash)
}

/** Where the bytes of these images are other than in a message. */
export async function imagesElsewhere(db: Db, ownerId: string, hashes: string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const hash = { in: hashes }
  const uploads = await db.upload.findMany({ where: { ownerId, hash }, select: columns('hash usedByTurnId') })
  const named = new Set(uploads.map((upload) => upload.hash))
  const stored = await db.image.findMany({ where: { ownerId, hash }, select: { hash: true } })
  return [
    ...(uploads.some((upload) => upload.usedByTurnId === null) ? ['an image that waits to be sent'] : []),
    ...(stored.some((image) => !named.has(image.hash)) ? ['a stored image'] : []),
  ]
}

export async function turnsWithImages(db: Db, ownerId: string, hashes: string[]): Promise<string[]> {
  const where = { ownerId, hash: { in: hashes }, usedByTurnId: { not: null } }
  const rows = hashes.length ? await db.upload.findMany({ where, select: { usedByTurnId: true } }) : []
  return [...new Set(rows.flatMap((row) => row.usedByTurnId ?? []))]
}

/** What an upload's row says of an image; null for a file. */
export const imageInfoOf = (row: Pick<Upload, 'mediaType' | 'width' | 'height'>): ImageInfo | null =>
  row.mediaType === null || row.width === null || row.height === null
    ? null
    : { mediaType: row.mediaType as ImageInfo['mediaType'], width: row.width, height: row.height }
