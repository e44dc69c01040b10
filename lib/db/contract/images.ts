import { describe, expect, it } from 'vitest'
import { imageHash, imagesElsewhere, shownImage, sweepImages, turnsWithImages } from '@/lib/db/files/images'
import { addUploads, copiedUploads, freeUploads, removeUpload } from '@/lib/db/files/workspace'
import { readImage } from '@/lib/shared/read-image'
import { pngOf } from '@/lib/shared/testing-images'
import { type Contract, finish, newOwner, say, unique } from './fixture'

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

    it('are left by a sweep that began before they came', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const image = imageOf(pngOf(64, 48))
      await addUploads(db, ownerId, unique('conv'), [image], NOW)
      await db.upload.deleteMany({ where: { ownerId } })
      await sweepImages(db, ownerId, new Date(NOW.getTime() - 1))
      expect(await imagesElsewhere(db, ownerId, [image.image.hash])).toEqual(['a stored image'])
      await sweepImages(db, ownerId, NOW)
      expect(await imagesElsewhere(db, ownerId, [image.image.hash])).toEqual([])
    })

    it('belong to a message once it is accepted, and to each version of it', async () => {
      const { db } = open()
      const [ownerId, conversationId] = [await newOwner(db), unique('conv')]
      const image = imageOf(pngOf(64, 48))
      await addUploads(db, ownerId, conversationId, [image], NOW)
      const turn = await say(db, ownerId, conversationId, {
        attachments: await freeUploads(db, ownerId, [image.id]),
      })
      expect(turn.attachments).toMatchObject([{ image: { mediaType: 'image/png', width: 64, height: 48 } }])
      await finish(db, turn)
      const copies = await copiedUploads(db, ownerId, turn.id, () => unique('up'))
      const version = await say(
        db,
        ownerId,
        conversationId,
        { copies: copies.map(({ row }) => row) },
        { beside: turn.id },
      )
      expect((await turnsWithImages(db, ownerId, [image.image.hash])).sort()).toEqual(
        [turn.id, version.id].sort(),
      )
      await finish(db, version)
    })
  })
}
