import { expect, it } from 'vitest'
import { emptyTurns } from '@/lib/db/forget/purge/purge-turns'
import { testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { blobOf, putBlobs } from './blobs'
import type { Db } from './client'
import { PAGE } from './pages'
import { sweepBlobs } from './sweep-blobs'

const NOW = new Date('2026-05-01T10:00:00.000Z')
const MANY = PAGE + 120

it('a purge reads everything an owner has in pages, and sweeps what nothing names alone', async () => {
  const { db, ownerId, close } = await testDb()
  const talk = await seedConversation(
    { db, ownerId },
    Array.from({ length: MANY }, (_, i) => ({ userText: `Line ${i}.` })),
  )
  const texts = Array.from({ length: MANY }, (_, i) => blobOf(`Text ${i}.`, 1))
  const [first = ''] = talk.turnIds
  const before = await db.blob.count()
  await db.$transaction(putBlobs(db, ownerId, [...texts, blobOf('Nobody names this.', 1)], NOW))
  await db.fileTouch.createMany({
    data: texts.map((text, i) => ({
      ownerId,
      turnId: talk.turnIds[i] ?? '',
      path: 'a.md',
      op: 'write',
      toHash: text.hash,
      tokens: 1,
    })),
  })
  const job = { ownerId, kind: 'summary', status: 'waiting', runAfter: NOW }
  await db.job.createMany({
    data: talk.turnIds.map((turnId, i) => ({
      ...job,
      id: `job${String(i).padStart(5, '0')}`,
      key: turnId,
      payload: { turnId },
      result: { after: first },
    })),
  })
  let most = 0
  const watched = db.$extends({
    query: {
      $allModels: {
        findMany: async ({ args, query }) => {
          const rows = await query(args)
          most = Math.max(most, rows.length)
          return rows
        },
      },
    },
  }) as unknown as Db
  await emptyTurns(watched, ownerId, [first])
  await sweepBlobs(watched, ownerId, new Date(NOW.getTime() + 1))
  expect(most).toBeLessThanOrEqual(PAGE)
  expect([
    await db.job.count({ where: { ownerId } }),
    (await db.job.findMany()).filter((one) => one.result !== null),
  ]).toEqual([MANY - 1, []])
  expect(await db.blob.count({ where: { hash: { in: texts.map((text) => text.hash) } } })).toBe(MANY)
  expect([before > 0, await db.blob.count({ where: { text: 'Nobody names this.' } })]).toEqual([true, 0])
  await close()
})
