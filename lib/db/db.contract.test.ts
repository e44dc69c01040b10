import { afterAll, beforeAll, describe } from 'vitest'
import { dbContract } from './db.contract'
import { migrate } from './engine/migrate'
import { testDb } from './testing'
import { emptyPostgres, type Opened, openedOn } from './testing-postgres'

async function onPostgres(): Promise<Opened> {
  const server = await emptyPostgres()
  const starts = Array.from({ length: server.engine === 'PostgreSQL' ? 3 : 1 }, () =>
    migrate(server.url, { backups: null }),
  )
  const applied = (await Promise.all(starts)).flat()
  if (applied.length === 0 || new Set(applied).size !== applied.length)
    throw new Error('processes that start at once must apply a migration once')
  return openedOn(server)
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
