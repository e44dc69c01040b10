import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { wipeDeleted } from '@/lib/db/engine/client'
import { testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { limits } from '@/lib/shared/limits'
import { trashConversation } from '../trash'
import { purgeTrash } from './purge'

const START = new Date('2026-05-01T10:00:00.000Z')
const later = new Date(START.getTime() + 30_000)
/** Whether the database file or its write-ahead log contains a text. */
const fileContains = (file: string, text: string) =>
  [file, `${file}-wal`].some((name) => existsSync(name) && readFileSync(name).includes(text))

/** A trashed conversation with a unique text. */
async function trashed() {
  const test = await testDb()
  const secret = `zebra${crypto.randomUUID()}`
  const { conversationId } = await seedConversation(test, [
    { userText: `My word is ${secret}.`, answer: `Noted: ${secret}. `.repeat(400) },
  ])
  await trashConversation(test.db, test.ownerId, conversationId, 'trash', START)
  return { ...test, secret }
}

describe('the file of a purged conversation', () => {
  it('contains its text nowhere, neither in free pages nor in the log', async () => {
    const { db, file, secret, close } = await trashed()
    expect(fileContains(file, secret)).toBe(true)
    expect(await purgeTrash(db, later)).toBe(1)
    expect(fileContains(file, secret)).toBe(false)
    await close()
  })

  it('is wiped before the proof is published, and wiped again after an interrupted purge', async () => {
    const { db, file, secret, close } = await trashed()
    await db.$executeRaw`CREATE TRIGGER "cut" BEFORE UPDATE ON "Trash" WHEN NEW."what" LIKE 'gone%' BEGIN SELECT RAISE(ABORT, 'the power went out'); END`
    await expect(purgeTrash(db, later)).rejects.toThrow()
    expect([fileContains(file, secret), (await db.trash.findFirstOrThrow()).what.startsWith('gone')]).toEqual(
      [false, false],
    )
    await db.$executeRaw`DROP TRIGGER "cut"`
    expect(await purgeTrash(db, later)).toBe(1)
    expect((await db.trash.findFirstOrThrow()).what).toMatch(/^gone/)
    await close()
  })

  it('is wiped even if another purge fails', async () => {
    const { db, file, secret, ownerId, close } = await trashed()
    const { conversationId } = await seedConversation({ db, ownerId }, [{ userText: 'It cannot be purged.' }])
    await trashConversation(db, ownerId, conversationId, 'stuck', new Date(START.getTime() - 1))
    await db.$executeRaw`CREATE TRIGGER "stuck" BEFORE DELETE ON "Turn" WHEN OLD."userText" LIKE 'It cannot%' BEGIN SELECT RAISE(ABORT, 'stuck'); END`
    await expect(purgeTrash(db, later)).rejects.toThrow()
    expect([
      fileContains(file, secret),
      (await db.trash.findUniqueOrThrow({ where: { id: 'trash' } })).what.startsWith('gone'),
    ]).toEqual([false, true])
    expect((await db.trash.findUniqueOrThrow({ where: { id: 'stuck' } })).what).not.toMatch(/^gone/)
    await close()
  })

  it('is not rewritten, if large, for a text that another conversation still contains', {
    tags: 'full',
  }, async () => {
    const { db, secret, ownerId, close } = await trashed()
    await seedConversation({ db, ownerId }, [{ userText: `My word is ${secret}. Noted: ${secret}.` }])
    await db.$executeRaw`CREATE TABLE "Large" AS SELECT zeroblob(${limits.forget.rewriteBytes}) AS "data"`
    await db.$executeRaw`CREATE TABLE "Free" AS SELECT zeroblob(1000000) AS "data"`
    await db.$executeRaw`DROP TABLE "Free"`
    const free = async () =>
      Number(
        (await db.$queryRaw<{ freelist_count: number | bigint }[]>`PRAGMA freelist_count`)[0]?.freelist_count,
      )
    expect(await purgeTrash(db, later)).toBe(1)
    expect(await free()).toBeGreaterThan(0)
    await close()
  })

  it('negative control: its text stays in the log unless that is emptied', async () => {
    const { db, file, secret, close } = await trashed()
    await db.conversation.deleteMany({})
    await db.blob.deleteMany({})
    expect(fileContains(file, secret)).toBe(true)
    await close()
  })

  it('keeps no copies of moved or deleted rows, which secure_delete leaves behind, at any size', {
    tags: 'full',
  }, async () => {
    const secret = `zebra${crypto.randomUUID()}`
    const { db, file, close } = await testDb()
    await db.$executeRaw`CREATE TABLE "Grown" ("id" INTEGER PRIMARY KEY, "text" TEXT)`
    const leaveCopies = async () => {
      for (let n = 8; n < 40; n++) {
        const [text, more] = [`${secret}${'x'.repeat(150)}`, 'y'.repeat(n * 30)]
        await db.$executeRaw`WITH RECURSIVE seq(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM seq WHERE n < ${n}) INSERT INTO "Grown" ("id", "text") SELECT n, ${text} FROM seq`
        for (let id = 1; id <= n; id++)
          await db.$executeRaw`UPDATE "Grown" SET "text" = "text" || ${more} WHERE "id" = ${id}`
        await db.$executeRaw`UPDATE "Grown" SET "text" = ''`
        await db.$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`
        if (fileContains(file, secret)) return true
        await db.$executeRaw`DELETE FROM "Grown"`
      }
      return false
    }
    expect(await leaveCopies()).toBe(true)
    await wipeDeleted(db, async () => [])
    expect(fileContains(file, secret)).toBe(false)
    await db.$executeRaw`DELETE FROM "Grown"`
    expect(await leaveCopies()).toBe(true)
    await db.$executeRaw`CREATE TABLE "Large" AS SELECT zeroblob(${limits.forget.rewriteBytes}) AS "data"`
    await wipeDeleted(db, async () => ['nothing that is there'])
    expect(fileContains(file, secret)).toBe(true)
    await wipeDeleted(db, async () => [secret])
    expect(fileContains(file, secret)).toBe(false)
    await close()
  })
})
