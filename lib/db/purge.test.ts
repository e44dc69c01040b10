import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { wipeDeleted } from './client'
import { purgeTrash } from './purge'
import { testDb } from './testing'
import { seedConversation } from './testing-seed'
import { trashConversation } from './trash'

const START = new Date('2026-05-01T10:00:00.000Z')
/** Whether the file of a database, or the log beside it, holds a text anywhere. */
const bytesHold = (file: string, text: string) => [file, `${file}-wal`].some((name) => existsSync(name) && readFileSync(name).includes(text))

/** A conversation with a text of its own, put into the trash. */
async function trashed() {
  const test = await testDb()
  const secret = `zebra${crypto.randomUUID()}`
  const { conversationId } = await seedConversation(test, [{ userText: `My word is ${secret}.`, answer: `Noted: ${secret}. `.repeat(400) }])
  await trashConversation(test.db, test.ownerId, conversationId, 'trash', START)
  return { ...test, secret }
}

describe('the file of a purged conversation', () => {
  it('holds its text nowhere, neither in free pages nor in the log', async () => {
    const { db, file, secret, close } = await trashed()
    expect(bytesHold(file, secret)).toBe(true)
    expect(await purgeTrash(db, new Date(START.getTime() + 30_000))).toBe(1)
    expect(bytesHold(file, secret)).toBe(false)
    await close()
  })

  it('would hold it in the log if that were not emptied (control)', async () => {
    const { db, file, secret, close } = await trashed()
    await db.conversation.deleteMany({})
    await db.blob.deleteMany({})
    expect(bytesHold(file, secret)).toBe(true)
    await close()
  })

  it('holds no copy of a row that grew and moved before it was deleted, neither in a small file nor in one that is large', async () => {
    for (const large of [false, true]) {
      const test = await testDb()
      const secret = `zebra${crypto.randomUUID()}`
      const talk = await seedConversation(
        test,
        Array.from({ length: 12 }, (_, i) => ({ userText: `${i} says ${secret}.`, answer: 'x'.repeat(300) })),
      )
      if (large)
        await test.db.blob.createMany({
          data: Array.from({ length: 70 }, (_, i) => ({
            ownerId: test.ownerId,
            hash: `filler${i}`,
            text: 'f'.repeat(1_000_000),
            bytes: 1,
            tokens: 1,
            createdAt: new Date('2030-01-01'),
          })),
        })
      for (const id of talk.turnIds) await test.db.turn.update({ where: { id }, data: { answer: 'y'.repeat(1_500) } })
      await test.db.turn.updateMany({ data: { userText: '', answer: '' } })
      await test.db.blob.deleteMany({ where: { text: { contains: secret } } })
      await wipeDeleted(test.db, [])
      // Nothing tells that the large one still holds it, so it is only written anew when asked with the words.
      if (large) await wipeDeleted(test.db, [secret])
      expect([large, bytesHold(test.file, secret)]).toEqual([large, false])
      await test.close()
    }
  })
})
