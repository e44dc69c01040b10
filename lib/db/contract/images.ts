import { describe, expect, it } from 'vitest'
import { imageHash, shownImage } from '@/lib/db/files/images'
import { addUploads, removeUpload } from '@/lib/db/files/workspace'
import { readImage } from '@/lib/shared/read-image'
import { pngOf } from '@/lib/shared/testing-images'
import { type Contract, newOwner, unique } from './fixture'

const NOW = new Date('2026-11-25T12:00:00Z')
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { code?: string }) => error.code ?? String(error),
  )
function imageOf(bytes: Uint8Array) {
  const read = readImage(bytes)
  if (!read?.ok) throw new Error('This is no image.')
  const { info } = read
  return {
    id: unique('up'),
    path: 'a.png',
    image: { hash: imageHash(bytes), mediaType: info.mediaType, bytes },
    info,
  }
}

export function images(open: Contract) {
  describe('images', () => {
    it('keep every byte, once per owner, and go with the last upload that names them', async () => {
      const { db } = open()
      const [ownerId, other] = [await newOwner(db), await newOwner(db)]
      const bytes = pngOf(64, 48, { colour: 0xff })
      const [first, second, theirs] = [imageOf(bytes), imageOf(bytes), imageOf(bytes)]
      await addUploads(db, ownerId, unique('conv'), [first, second], NOW)
      await addUploads(db, other, unique('conv'), [theirs], NOW)
      expect(await shownImage(db, ownerId, second.id)).toEqual({
        name: 'a.png',
        hash: imageHash(bytes),
        mediaType: 'image/png',
        bytes: expect.anything(),
      })
      expect(Buffer.compare((await shownImage(db, ownerId, first.id)).bytes, bytes)).toBe(0)
      expect(await codeOf(shownImage(db, other, first.id))).toBe('not_found')
      expect(await db.image.count({ where: { ownerId } })).toBe(1)
      await removeUpload(db, ownerId, first.id, NOW)
      expect(await db.image.count({ where: { ownerId } })).toBe(1)
      await removeUpload(db, ownerId, second.id, NOW)
      expect(await db.image.count({ where: { ownerId } })).toBe(0)
      expect(await codeOf(shownImage(db, other, theirs.id))).toBe('none')
    })
  })
}
