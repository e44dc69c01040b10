/** @module-tag full */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDb } from '@/lib/db/engine/client'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { testDb } from '@/lib/db/testing'
import { migratedPostgres, type PostgresDatabase } from '@/lib/db/testing-postgres'
import { findSample } from '@/lib/db/transfer/sample'
import { listConversations } from '@/lib/db/turns/conversations'
import { ownerIndex } from '@/lib/memory/index/testing-owner-index'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { AFTER, conversationOf, forget, messages, SECRET, talk } from './formats/testing-versions'
import { importSample } from './sample'
import { countWords, exported, importJson, importText } from './testing-import'
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
  const anna = () => ({ db, ownerId: 'anna' })
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

  it('an import adds once and is in the index', async () => {
    const messages = Array.from({ length: 300 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `Text ${i}\u0000`,
    }))
    expect(await importJson(anna(), { id: 'a', messages })).toMatchObject({ added: 1, turns: 150 })
    expect(await importJson(anna(), { id: 'a', messages })).toMatchObject({ added: 0, unchanged: 1 })
    expect([
      (await listConversations(db, 'anna', {})).length,
      (await ownerIndex(db, 'anna')).turnOf.size,
    ]).toEqual([1, 150])
  })

  it('the sample is there once, with all it brings', async () => {
    const owner = { db, ownerId: 'dora' }
    const deps = { ...owner, runtime: systemRuntime, countTokens: countWords, rollUpEvery: 10 }
    const unused = {
      importedAt: new Date(),
      file: null,
      signal: undefined,
      met: new Map(),
      onTurns: () => {},
    }
    const ids = await Promise.all([0, 1].map(() => importSample({ ...deps, ...unused })))
    expect(ids.filter((id) => id !== null)).toEqual([await findSample(db, 'dora')])
    const where = { where: { ownerId: 'dora' } }
    expect([
      await db.turn.count({ where: { ...where.where, conversation: { trashId: null } } }),
      await db.strategy.count(where),
      await db.fact.count({ where: { ...where.where, status: 'active' } }),
      (await db.verdict.count(where)) > 0,
    ]).toEqual([41, 4, 9, true])
  })

  it('a newer export leaves what was forgotten, behind its end and as another version', async () => {
    const carla = { db, ownerId: 'carla' }
    await importJson(carla, talk(messages(4)))
    const id = await conversationOf(carla)
    await forget(carla, [2], id)
    expect(await importJson(carla, talk(messages(5)))).toMatchObject({
      added: 1,
      turns: 1,
      conversations: [{ id }],
    })
    await purgeTrash(db, AFTER)
    expect(await importJson(carla, talk(messages(6)))).toMatchObject({
      added: 1,
      turns: 1,
      conversations: [{ id }],
    })
    const other = [{ role: 'user', content: 'Before it all.', at: 1_600_000_000 }, ...messages(4)]
    expect(await importJson(carla, talk(other))).toMatchObject({
      added: 1,
      conversations: [{ title: 'Boats (another version)', turns: 4 }],
    })
    expect(await exported(carla)).not.toContain(SECRET)
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
