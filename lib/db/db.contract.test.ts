import { afterAll, beforeAll, describe } from 'vitest'
import { startPostgres } from '@/scripts/postgres.mjs'
import { type Db, openDb } from './client'
import { dbContract } from './db.contract'
import { migrate } from './migrate'
import { testDb } from './testing'

/** One database for the whole suite; `close` ends its server too. */
type Opened = { db: Db; url: string; close(): Promise<void> }

async function onPostgres(): Promise<Opened> {
  const server = await startPostgres()
  await migrate(server.url, { backups: null })
  const db = await openDb(server.url)
  return {
    db,
    url: server.url,
    close: async () => {
      await db.$disconnect()
      await server.stop()
    },
  }
}

describe.each([
  { name: 'SQLite', start: (): Promise<Opened> => testDb() },
  { name: 'PostgreSQL', start: onPostgres },
])('the database contract on $name', ({ start }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await start()
  })
  afterAll(() => opened?.close())
  dbContract(() => opened)
})
