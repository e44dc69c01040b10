import { createHash } from 'node:crypto'
import { sqltag } from '@prisma/client/runtime/client'
import { pick } from '@/lib/shared/pick'
import type { Batch, Db } from './client'
import { columns, inChunks, insertOps } from './rows'

export const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Content-addressed text of an owner: the same text is stored once. */
export type BlobText = { hash: string; text: string; tokens: number }
export const blobOf = (text: string, tokens: number): BlobText => ({ hash: sha256(text), text, tokens })

/**
 * Writes for a transaction. A text that is there already is only marked as used now, so that a purge running
 * meanwhile leaves it. In the order of their hashes: on PostgreSQL two transactions that share texts would
 * otherwise lock each other out.
 */
export function putBlobs(
  db: Db,
  ownerId: string,
  blobs: BlobText[],
  now: Date,
  insert: typeof insertOps = insertOps,
): Batch {
  const unique = [...new Map(blobs.map((blob) => [blob.hash, blob])).values()]
  unique.sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const rows = unique.map((blob) => ({
    ...{ ownerId, ...pick(blob, 'hash text tokens'), bytes: Buffer.byteLength(blob.text), createdAt: now },
  }))
  const used = sqltag` ON CONFLICT ("ownerId", "hash") DO UPDATE SET "createdAt" = excluded."createdAt"`
  return insert(db, 'Blob', rows, used)
}

/** Texts by hash; hashes without a blob are absent. */
export async function getBlobs(db: Db, ownerId: string, hashes: string[]): Promise<Map<string, string>> {
  const blobs = await inChunks([...new Set(hashes)], (some) =>
    db.blob.findMany({ where: { ownerId, hash: { in: some } }, select: columns('hash text') }),
  )
  return new Map(blobs.map((blob) => [blob.hash, blob.text]))
}
