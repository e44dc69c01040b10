import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
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
})
