// @module-tag full
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { sqliteFile } from '@/lib/db/engine/client'
import { shownImage } from '@/lib/db/files/images'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { pngOf } from '@/lib/shared/testing-images'
import { exported } from '@/lib/transfer/testing-import'
import { firstUpload, imageFile, type Pictured, pictured, sendWith } from '../turns/testing-images'
import { siblingTurn } from '../turns/turns'
import { storeUploads } from '../turns/uploads'
import { deleteConversation, forgetTurns, listForgotten, undoForget } from './forget'

/** Bytes that compress to something no other image has. */
const noise = () => {
  const words = Array.from(crypto.getRandomValues(new Uint8Array(64)), (value) => value.toString(16))
  return pngOf(8, 8, { more: [['tEXt', `Comment\0${words.join('')}`]] })
}
const mark = (bytes: Uint8Array) => Buffer.from(bytes).subarray(50, 110)
const inFile = (h: Pictured, bytes: Uint8Array) =>
  ['', '-wal'].some((end) => {
    try {
      return readFileSync(`${sqliteFile(h.url)}${end}`).includes(mark(bytes))
    } catch {
      return false
    }
  })
const purge = async (h: Pictured) => {
  h.runtime.advance(31_000)
  return purgeTrash(h.db, h.runtime.now())
}
const forget = (h: Pictured, number: number) =>
  forgetTurns(h.caller, { conversationId: 'c', from: number, to: number, files: true })

let h: Pictured
afterEach(() => h.close())
async function told() {
  h = await pictured()
  const bytes = noise()
  const turn = await sendWith(h, 'What is this?', [imageFile('secret.png', bytes)])
  const uploadId = firstUpload(turn)
  return { bytes, turn, uploadId, seen: () => shownImage(h.db, h.ownerId, uploadId) }
}
const gone = { code: 'not_found' }

describe('an image of a forgotten turn', () => {
  it('is hidden at once, comes back with undo, and after the purge its bytes are nowhere', async () => {
    const { bytes, uploadId, seen } = await told()
    expect([(await seen()).bytes, inFile(h, bytes)]).toEqual([bytes, true])
    const first = await forget(h, 1)
    await expect(seen()).rejects.toMatchObject(gone)
    expect(await exported(h)).not.toContain(Buffer.from(bytes).toString('base64'))
    await undoForget(h.caller, first.trashId)
    expect((await seen()).bytes).toEqual(bytes)
    await forget(h, 1)
    await purge(h)
    await expect(seen()).rejects.toMatchObject(gone)
    expect([await h.db.image.count(), await h.db.upload.count(), inFile(h, bytes)]).toEqual([0, 0, false])
    const text = await exported(h)
    expect([text.includes(uploadId), text.includes('secret.png')]).toEqual([false, false])
    const [proof] = (await listForgotten(h.db, h.ownerId)).map((one) => one.proof)
    expect(proof).toMatchObject({ counts: { image: 1 }, also: [], elsewhere: [] })
  })

  it('leaves the prompts of later turns that carried it', async () => {
    const { bytes } = await told()
    await sendWith(h, 'And what colour is it?', [])
    expect(h.sent().map((sent) => sent.length)).toEqual([1, 1])
    await forget(h, 1)
    await purge(h)
    const left = JSON.stringify([await h.db.step.findMany(), await h.db.blob.findMany()])
    expect(left).not.toContain('secret.png')
    await sendWith(h, 'And now?', [])
    expect([h.sent().at(-1), inFile(h, bytes)]).toEqual([[], false])
  })

  it('stays where another version of the message has it, and the report says so', async () => {
    const { bytes, turn } = await told()
    const version = { turnId: turn.id, newTurnId: 'turn_x', clientMessageId: 'x', options: {} }
    await siblingTurn(h.caller, version, 'What colour is it?')
    await h.runner.settled('turn_x')
    await h.jobs.tick()
    const { conversationId } = turn
    await h.db.conversation.update({ where: { id: conversationId }, data: { activeLeafId: turn.id } })
    await forget(h, 1)
    await purge(h)
    const other = firstUpload(await h.turn('turn_x'))
    expect((await shownImage(h.db, h.ownerId, other)).bytes).toEqual(bytes)
    const [proof] = (await listForgotten(h.db, h.ownerId)).map((one) => one.proof)
    expect(proof).toMatchObject({ also: [{ turnId: 'turn_x' }], elsewhere: [] })
  })

  it('negative control: bytes that a purge left are reported', async () => {
    const { bytes } = await told()
    const [waiting] = await storeUploads(h.caller, 'd', [imageFile('copy.png', bytes)])
    await forget(h, 1)
    await purge(h)
    const [proof] = (await listForgotten(h.db, h.ownerId)).map((one) => one.proof)
    expect(proof).toMatchObject({ elsewhere: ['an image that waits to be sent'] })
    expect((await shownImage(h.db, h.ownerId, waiting?.uploadId ?? '')).bytes).toEqual(bytes)
  })
})

describe('an image of a deleted conversation', () => {
  it('is hidden in the trash and purged with it', async () => {
    const { bytes, seen } = await told()
    await deleteConversation(h.caller, 'c')
    await expect(seen()).rejects.toMatchObject(gone)
    h.runtime.advance(31 * 24 * 3_600_000)
    await purgeTrash(h.db, h.runtime.now())
    expect([await h.db.image.count(), inFile(h, bytes)]).toEqual([0, false])
  })
})
