// @module-tag full
import { afterEach, describe, expect, it } from 'vitest'
import { imageHash, shownImage } from '@/lib/db/files/images'
import { type TestDb, testDb } from '@/lib/db/testing'
import {
  firstUpload,
  imageFile,
  type Pictured,
  pictured,
  sendWith,
} from '@/lib/services/turns/testing-images'
import { storeUploads } from '@/lib/services/turns/uploads'
import { pngOf, SAMPLES } from '@/lib/shared/testing-images'
import { exported, importText } from '@/lib/transfer/testing-import'
import { dump } from '@/lib/transfer/testing-store'

const CAT = pngOf(64, 48)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
let h: Pictured
let to: TestDb
afterEach(async () => {
  await h.close()
  await to.close()
})
async function told() {
  to = await testDb()
  h = await pictured()
  await sendWith(h, 'What are these?', [imageFile('cat.png', CAT), imageFile('b.webp', SAMPLES.webp)])
  return exported(h)
}
type Blob = { hash: string; text: string; image?: string }
type File = { conversations: { blobs: Blob[]; uploads: Record<string, unknown>[] }[] }
/** The export with its first image changed. */
function changed(text: string, change: Partial<Blob>): string {
  const file = JSON.parse(text) as File
  const blob = file.conversations[0]?.blobs.find((one) => one.hash === imageHash(CAT))
  if (!blob) throw new Error('The export has no such image.')
  Object.assign(blob, change)
  return JSON.stringify(file)
}

describe('an export with images', () => {
  it('gives every row and every byte back', async () => {
    const text = await told()
    expect(await importText(to, text, { size: 1_000 })).toMatchObject({ added: 1, refused: 0 })
    expect(await dump(to)).toEqual(await dump(h))
    const images = async (db: TestDb['db']) =>
      (await db.image.findMany({ orderBy: { hash: 'asc' } })).map(({ hash, mediaType, bytes }) => ({
        hash,
        mediaType,
        bytes: Buffer.from(bytes).toString('base64'),
      }))
    expect(await images(to.db)).toEqual(await images(h.db))
    const [turn] = await to.db.turn.findMany()
    expect((await shownImage(to.db, to.ownerId, firstUpload(turn))).bytes).toEqual(CAT)
    expect(await importText(to, text)).toMatchObject({ added: 0, unchanged: 1 })
  })

  it('leaves out images that wait for a message', async () => {
    await told()
    await storeUploads(h.caller, 'c', [imageFile('later.gif', SAMPLES.gif)])
    expect(await exported(h)).not.toContain('later.gif')
  })

  it('is stored for another person under ids of its own', async () => {
    const text = await told()
    await importText(to, text)
    await to.db.user.create({ data: { id: 'ann', createdAt: new Date(0) } })
    expect(await importText({ db: to.db, ownerId: 'ann' }, text)).toMatchObject({ added: 1 })
    const [turn] = await to.db.turn.findMany({ where: { ownerId: 'ann' } })
    expect((await shownImage(to.db, 'ann', firstUpload(turn))).bytes).toEqual(CAT)
    await expect(shownImage(to.db, to.ownerId, firstUpload(turn))).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('a hostile export', () => {
  it.each<[string, Partial<Blob>]>([
    ['a web page as an image', { text: btoa('<script>alert(1)</script>') }],
    ['an SVG', { text: btoa('<svg onload="alert(1)"/>') }],
    ['a bomb by its size', { text: base64(pngOf(8, 8, { claims: [60_000, 60_000] })) }],
    ['an image beyond 5 MB', { text: base64(Buffer.concat([CAT, Buffer.alloc(5_000_000)])) }],
    ['a type that is no image', { image: 'text/html' }],
    ['no base64', { text: '%%%' }],
  ])('with %s is refused whole', async (_, change) => {
    const text = changed(await told(), change)
    expect(await importText(to, text)).toMatchObject({ added: 0, refused: 1 })
    expect(await to.db.image.count()).toBe(0)
  })

  it('another image under the hash of this one is stored under its own, and with its own type', async () => {
    const text = changed(await told(), { text: base64(SAMPLES.gif) })
    expect(await importText(to, text)).toMatchObject({ added: 1 })
    const [turn] = await to.db.turn.findMany()
    expect(await shownImage(to.db, to.ownerId, firstUpload(turn))).toMatchObject({
      hash: imageHash(SAMPLES.gif),
      mediaType: 'image/gif',
    })
    expect(await to.db.image.count({ where: { hash: imageHash(CAT) } })).toBe(0)
  })
})
