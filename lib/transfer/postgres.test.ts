/** @module-tag full */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDb } from '@/lib/db/engine/client'
import { testDb } from '@/lib/db/testing'
import { migratedPostgres, type PostgresDatabase } from '@/lib/db/testing-postgres'
import { exported, importText } from './testing-import'
import { dump, seedStore } from './testing-store'

const said = (text: string) => ({
  userText: text,
  answer: `${text}!`,
  status: 'completed' as const,
  tools: [{ name: 'read_file' as const, args: { b: 1, a: 'x' }, ok: true, result: text }],
  summary: { text, insights: ['a'] },
})
const STORE = {
  tokens: 9_000,
  conversations: [
    {
      turns: [said('One'), said('Two')],
      forks: [{ at: 1, turns: [said('Other')] }],
      title: 'Boats',
      pinned: true,
      archived: true,
      tags: ['Boats' as const, 'Ärger' as const],
      extra: { z: 1, a: 2 },
      score: 0.1,
      file: 'x',
      colour: 'red' as const,
    },
  ],
}

describe('on PostgreSQL', () => {
  let server: PostgresDatabase
  let db: Db
  beforeAll(async () => {
    server = await migratedPostgres()
    db = await openDb(server.url)
    for (const id of ['anna', 'ben', 'carla', 'dora'])
      await db.user.create({ data: { id, createdAt: new Date() } })
  })
  afterAll(async () => {
    await db?.$disconnect()
    await server?.stop()
  })

  it('an export from SQLite gives every row back, and again on SQLite', async () => {
    const [from, back] = [await testDb(), await testDb()]
    await seedStore(from, STORE)
    const there = { db, ownerId: 'ben' }
    expect(await importText(there, await exported(from))).toMatchObject({ added: 1 })
    expect(await importText(there, await exported(from))).toMatchObject({ unchanged: 1 })
    expect(await importText(back, await exported(there))).toMatchObject({ added: 1 })
    expect(await dump(back)).toEqual(await dump(from))
    expect(await importText(from, await exported(there))).toMatchObject({ unchanged: 1 })
    await Promise.all([from.close(), back.close()])
  })
})
