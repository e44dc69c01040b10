import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { once } from '@/lib/shared/once'
import type { Runtime } from '@/lib/shared/runtime'
import { type Db, openDb } from './engine/client'
import { migrate } from './engine/migrate'
import { testFolder } from './testing-folder'

/** In tests the file of the run, which test-setup.ts names before anyone asks. */
const base = () =>
  once('test-base', async () => {
    const file = path.join(testFolder(), 'base.db')
    await migrate(`file:${file}`, { backups: null })
    return file
  })

/** A copy of a database file that nobody has open. */
export function copyOf(file: string): string {
  const copy = path.join(testFolder(), `${crypto.randomUUID()}.db`)
  copyFileSync(file, copy)
  return copy
}

export type TestDb = { db: Db; url: string; file: string; ownerId: string; close(): Promise<void> }

/**
 * A copy of a freshly migrated SQLite file with one user; shared memory where there is some,
 * `synchronous=FULL` all the same.
 */
export async function testDb(): Promise<TestDb> {
  const file = copyOf(await base())
  const db = await openDb(`file:${file}`)
  const ownerId = `user_${crypto.randomUUID().slice(0, 8)}`
  await db.user.create({ data: { id: ownerId, createdAt: new Date() } })
  return { db, url: `file:${file}`, file, ownerId, close: () => db.$disconnect() }
}

/** Ids count up, the clock moves by a millisecond a look, random repeats a fixed series. */
export function testRuntime(start = '2026-05-01T10:00:00.000Z'): Runtime & { advance(ms: number): void } {
  let time = Date.parse(start)
  let ids = 0
  let seed = 42
  return {
    now: () => {
      time += 1
      return new Date(time)
    },
    id: (prefix) => {
      ids += 1
      return `${prefix}_${String(ids).padStart(20, '0')}`
    },
    random: () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed / 2_147_483_648
    },
    advance: (ms) => {
      time += ms
    },
  }
}
