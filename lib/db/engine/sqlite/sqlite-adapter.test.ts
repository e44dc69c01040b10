import { type ChildProcess, spawn } from 'node:child_process'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { unique } from '@/lib/db/contract/fixture'
import { PrismaClient } from '@/lib/db/generated/sqlite/client'
import { testDb } from '@/lib/db/testing'
import { toFailure } from '@/lib/shared/errors'
import { runs } from '@/scripts/tier.mjs'
import { type Db, openDb } from '../client'
import { assertPragmas, GatedSqlite, setPragmas } from './sqlite-adapter'

/** A repeatable series in [0, 1). */
function series(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

type Connect = (url: string) => Promise<Db>
const stock: Connect = async (url) => {
  const db = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url }) })
  await db.$connect()
  return db
}

/**
 * My writes beside a neighbour's failing transactions, in random order, on one connection: acknowledged but
 * lost, and written although refused.
 */
async function besideFailures(
  connect: Connect,
  interleavings: number,
): Promise<{ acknowledged: number; lost: number; leaked: number }> {
  const test = await testDb()
  const { ownerId } = test
  const db = await connect(test.url)
  const random = series(7)
  const date = new Date()
  const mine: string[] = []
  const write = (key: string) => db.setting.create({ data: { ownerId, scope: 'mine', key, value: 1 } })
  const theirs = (key: string) => db.setting.create({ data: { ownerId, scope: 'theirs', key, value: 1 } })
  const conversation = (id: string) => ({ id, title: '', createdAt: date, updatedAt: date })
  const neighbours = [
    () => db.$transaction([theirs(unique('a')), theirs('same'), theirs('same')]),
    () =>
      db.user.create({
        data: {
          id: unique('user'),
          createdAt: date,
          conversations: { create: [conversation('same'), conversation('same')] },
        },
      }),
  ]
  for (let left = interleavings; left > 0; left -= 20) {
    const round = Array.from({ length: 20 }, async (_, i) => {
      for (let breath = Math.floor(random() * 6); breath > 0; breath--) await Promise.resolve()
      const refused = neighbours[i % 2]?.().catch(() => 'refused')
      for (let breath = Math.floor(random() * 12); breath > 0; breath--) await Promise.resolve()
      const key = unique('key')
      const done = random() < 0.5 ? write(key) : db.$transaction([write(key)])
      await done.then(
        () => mine.push(key),
        () => undefined,
      )
      await refused
    })
    await Promise.all(round)
  }
  const check = await openDb(test.url)
  const there = new Set((await check.setting.findMany({ where: { scope: 'mine' } })).map((row) => row.key))
  const leaked =
    (await check.setting.count({ where: { scope: 'theirs' } })) + (await check.conversation.count())
  for (const client of [db, check]) await client.$disconnect()
  await test.close()
  return { acknowledged: mine.length, lost: mine.filter((key) => !there.has(key)).length, leaked }
}

/** Another process that holds the write lock for so long, in milliseconds; resolves once it has it. */
function holdLock(file: string, ms: number): Promise<ChildProcess> {
  const program = `const d = new (require('better-sqlite3'))(process.argv[1]); d.exec('BEGIN IMMEDIATE'); console.log('held');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms}); d.exec('COMMIT')`
  const child = spawn(process.execPath, ['-e', program, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.stdout.once('data', () => resolve(child))
  })
}
const ended = (child: ChildProcess) =>
  new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(null),
  )

describe('a neighbour’s failed transaction', () => {
  it('takes none of my acknowledged writes with it, at 2,000 interleavings', async () => {
    const count = runs(2_000)
    expect(await besideFailures(openDb, count)).toEqual({ acknowledged: count, lost: 0, leaked: 0 })
  })

  it('would with the stock adapter (control)', { tags: 'full' }, async () => {
    const { acknowledged, lost } = await besideFailures(stock, 200)
    expect(acknowledged).toBeGreaterThan(0)
    expect(lost).toBeGreaterThan(0)
  })
})

describe('a connection', () => {
  const wrong = [
    'journal_mode = DELETE',
    'synchronous = NORMAL',
    'foreign_keys = OFF',
    'busy_timeout = 0',
    'secure_delete = OFF',
  ]
  it('is refused when it lacks any of the pragmas, by name', async () => {
    const { file, close } = await testDb()
    await close()
    for (const pragma of wrong) {
      const raw = new Database(file)
      setPragmas(raw)
      expect(() => assertPragmas(raw)).not.toThrow()
      raw.pragma(pragma)
      expect(() => assertPragmas(raw)).toThrow(`SQLite is not safe to use here: ${pragma.split(' ')[0]}`)
      raw.close()
    }
  })

  it('does not open where write-ahead logging cannot be had; the stock adapter does (control)', async () => {
    await expect(new GatedSqlite({ url: ':memory:' }).connect()).rejects.toThrow(
      'journal_mode is memory, it must be wal',
    )
    const adapter = await new PrismaBetterSqlite3({ url: ':memory:' }).connect()
    expect(adapter.adapterName).toContain('better-sqlite3')
    await adapter.dispose()
  })

  it('has them after every reconnect', async () => {
    const { db, close } = await testDb()
    for (let i = 0; i < 2; i++) {
      expect([
        await db.$queryRaw`PRAGMA journal_mode`,
        await db.$queryRaw`PRAGMA synchronous`,
        await db.$queryRaw`PRAGMA foreign_keys`,
      ]).toEqual([[{ journal_mode: 'wal' }], [{ synchronous: 2n }], [{ foreign_keys: 1n }]])
      await db.$disconnect()
      await db.$connect()
    }
    await close()
  })
})

describe('a lock held by another process', () => {
  it('is waited for, by single writes and transactions alike', async () => {
    const { db, file, ownerId, close } = await testDb()
    const set = (key: string) => db.setting.create({ data: { ownerId, scope: 'user', key, value: 1 } })
    const holder = await holdLock(file, 400)
    await Promise.all([
      set('a'),
      db.$transaction([set('b'), set('c')]),
      db.$transaction([set('d')]),
      set('e'),
    ])
    expect(await db.setting.count()).toBe(5)
    await ended(holder)
    await close()
  })

  it('leaves the process free: others read while one waits to write', async () => {
    const { url, file, ownerId, close } = await testDb()
    const db = new PrismaClient({ adapter: new GatedSqlite({ url }, 25_000) })
    const set = (key: string) => db.setting.create({ data: { ownerId, scope: 'user', key, value: 1 } })
    await set('before')
    const holder = await holdLock(file, 60_000)
    const done: string[] = []
    const writes = [set('a'), db.$transaction([set('b'), set('c')])].map((write) =>
      write.then(() => done.push('write')),
    )
    for (let i = 0; i < 3; i++) done.push(`read ${await db.setting.count()}`)
    holder.kill('SIGKILL')
    await Promise.all(writes)
    expect(done).toEqual(['read 1', 'read 1', 'read 1', 'write', 'write'])
    await ended(holder)
    await db.$disconnect()
    await close()
  })

  it('is said in words when it lasts too long; nothing acknowledged is lost and later writes work', async () => {
    const { url, file, ownerId, close } = await testDb()
    const db = new PrismaClient({ adapter: new GatedSqlite({ url }, 20) })
    const set = (key: string) => db.setting.create({ data: { ownerId, scope: 'user', key, value: 1 } })
    await set('before')
    const holder = await holdLock(file, 60_000)
    const tries = await Promise.allSettled([
      set('a'),
      db.$transaction([set('b'), set('c')]),
      db.user.update({ where: { id: ownerId }, data: { name: 'x' } }),
    ])
    for (const tried of tries)
      expect(tried.status === 'rejected' && toFailure(tried.reason)).toMatchObject({
        code: 'unavailable',
        message: 'Another program has locked the database.',
      })
    expect((await db.setting.findMany()).map((row) => row.key)).toEqual(['before'])
    holder.kill('SIGKILL')
    await ended(holder)
    await Promise.all([set('a'), db.$transaction([set('b'), set('c')])])
    expect((await db.setting.findMany()).map((row) => row.key).sort()).toEqual(['a', 'b', 'before', 'c'])
    await db.$disconnect()
    await close()
  })
})

describe('a full or read-only disk', () => {
  it('is said in words in the middle of work, takes back the whole transaction, and later writes work', async () => {
    const { db, ownerId, close } = await testDb()
    const big = (key: string) =>
      db.setting.create({ data: { ownerId, scope: 'user', key, value: 'x'.repeat(400_000) } })
    const name = db.user.update({ where: { id: ownerId }, data: { name: 'half' } })
    await db.$queryRaw`PRAGMA max_page_count = 1`
    const full = await Promise.allSettled([big('a'), db.$transaction([name, big('b')])])
    await db.$queryRaw`PRAGMA max_page_count = 100000`
    await db.$executeRaw`PRAGMA query_only = ON`
    const readOnly = await Promise.allSettled([big('c'), db.$transaction([big('d')])])
    await db.$executeRaw`PRAGMA query_only = OFF`
    const words = [...full, ...readOnly].map((tried) =>
      tried.status === 'rejected' ? toFailure(tried.reason).message : 'written',
    )
    expect(words).toEqual([
      ...Array(2).fill('The disk is full, so nothing could be written.'),
      ...Array(2).fill('The database is read-only, so nothing could be written.'),
    ])
    expect((await db.user.findUniqueOrThrow({ where: { id: ownerId } })).name).toBe('')
    await big('later')
    expect((await db.setting.findMany()).map((row) => row.key)).toEqual(['later'])
    await close()
  })
})
