import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ofTurn, statementsLike, statementsOf } from '@/lib/db/facts/statements'
import { deltasOfTurn } from '@/lib/db/learning/log/history'
import { retrievalPages, strategiesOf, strategyTexts } from '@/lib/db/learning/strategies'
import { contextsOfTurns } from '@/lib/db/memory/contexts'
import { embeddedTexts, vectorsOfTurns } from '@/lib/db/memory/embeddings'
import { strategiesOfTurns, strategyLinks } from '@/lib/db/memory/graph-strategies'
import { recallsOfTurns } from '@/lib/db/memory/recalls'
import { summariesById, summariesOfTurns, summaryTexts } from '@/lib/db/memory/summaries'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedLong } from '@/lib/db/testing-seed'
import { stepsOf } from '@/lib/db/turns/steps'
import { textsById, toolUses } from '@/lib/db/turns/turn-texts'
import { siblingIds } from '@/lib/db/turns/turns'
import { openMemoryDb } from './client'
import { migrateMemory } from './migrate'

describe('client', () => {
  let at: TestDb
  beforeAll(async () => {
    at = await testDb()
  })
  afterAll(() => at.close())

  const person = (id: string) =>
    at.db.user.create({ data: { id, createdAt: new Date(0) }, select: { id: true } })

  it('an array of statements runs in order in one transaction: each gives its result, or none is kept', async () => {
    const { db } = at
    const renamed = () => db.$executeRaw`UPDATE "User" SET "id" = 'b' WHERE "id" = 'a'`
    const known = () => db.user.findMany({ where: { id: { in: ['a', 'b', 'c'] } }, select: { id: true } })
    expect(await db.$transaction([person('a'), renamed(), known()])).toEqual([{ id: 'a' }, 1, [{ id: 'b' }]])

    await expect(db.$transaction([person('c'), renamed(), person('b')])).rejects.toThrow()
    expect(await known()).toEqual([{ id: 'b' }])
  })

  it('the same statements run again when they are tried again', async () => {
    const { db } = at
    const writes = [person('d'), person('e')]
    await person('e')
    await expect(db.$transaction(writes)).rejects.toThrow()
    await db.user.delete({ where: { id: 'e' } })
    await db.$transaction(writes)
    expect(await db.user.count({ where: { id: { in: ['d', 'e'] } } })).toBe(2)
  })
})

describe('a database in memory', () => {
  it('has the same tables and rules as one in a file, and is its own', async () => {
    const [one, other] = [await openMemoryDb(migrateMemory), await openMemoryDb(migrateMemory)]
    await one.user.create({ data: { id: 'anna', createdAt: new Date() } })
    expect([await one.user.count(), await other.user.count()]).toEqual([1, 0])
    const orphan = { id: 'c', ownerId: 'nobody', title: '', createdAt: new Date(), updatedAt: new Date() }
    await expect(one.conversation.create({ data: orphan })).rejects.toThrow('Foreign key constraint')
    const failing = one.$transaction([
      one.user.create({ data: { id: 'bert', createdAt: new Date() } }),
      one.user.create({ data: { id: 'anna', createdAt: new Date() } }),
    ])
    await expect(failing).rejects.toThrow('Unique constraint')
    expect(await one.user.count()).toBe(1)
    await Promise.all([one.$disconnect(), other.$disconnect()])
  })
})

describe('a few rows by their ids', () => {
  /** Plans in which SQLite reads all rows of an owner, or a whole table. An owner's trash may be read whole. */
  const WIDE = /(?<!Trash_ownerId_idx )\(ownerId=\?|\(kind=\?\)|_trashId_idx|SCAN main\./
  type Prepare = { prepare(sql: string): unknown }
  const prototype = Database.prototype as unknown as Prepare
  const { prepare } = prototype
  let sent: string[] = []
  let at: TestDb
  let file: Database.Database
  let ids: string[]
  beforeAll(async () => {
    // Before the connection is made, which keeps the function.
    prototype.prepare = function (sql) {
      sent.push(sql)
      return prepare.call(this, sql)
    }
    at = await testDb()
    const talk = await seedLong(at, 20)
    // With fewer the ids seem narrower than an owner even to SQLite.
    ids = Array.from({ length: 16 }, (_, i) => talk.turnId(i + 4))
    file = new Database(at.file, { readonly: true })
  })
  afterAll(async () => {
    prototype.prepare = prepare
    file.close()
    await at.close()
  })

  /** Plans of the statements that a reader sends first, those that are wide. */
  async function wide(read: () => Promise<unknown>): Promise<string[]> {
    sent = []
    await read()
    const plans = [...new Set(sent)]
      .filter((sql) => /^\s*SELECT/i.test(sql))
      .map((sql) => ({ sql, args: Array((sql.match(/\?/g) ?? []).length).fill('1') }))
    if (plans.length === 0) throw new Error('no statement was sent')
    return plans.flatMap(({ sql, args }) =>
      (file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...args) as { detail: string }[]).flatMap(
        ({ detail }) => (WIDE.test(detail) ? [`${detail}: ${sql}`] : []),
      ),
    )
  }

  it.each<[string, () => Promise<unknown>]>([
    ['contexts', () => contextsOfTurns(at.db, at.ownerId, ids)],
    ['texts', () => textsById(at.db, at.ownerId, ids)],
    [
      'tool calls',
      () =>
        toolUses(
          at.db,
          at.ownerId,
          ids.map((id) => ({ id, attempt: 1 })),
        ),
    ],
    ['steps', () => stepsOf(at.db, at.ownerId, ids)],
    ['recalls', () => recallsOfTurns(at.db, at.ownerId, ids)],
    ['summaries of turns', () => summariesOfTurns(at.db, at.ownerId, ids)],
    ['summaries', () => summariesById(at.db, at.ownerId, ids)],
    ['texts of summaries', () => summaryTexts(at.db, at.ownerId, ids)],
    ['vectors', () => vectorsOfTurns(at.db, at.ownerId, 'm', 3, ids)],
    ['embedded texts', () => embeddedTexts(at.db, at.ownerId, 'm', ids)],
    ['strategies', () => strategyTexts(at.db, at.ownerId, ids)],
    ['strategies as they are', () => strategiesOf(at.db, at.ownerId, ids)],
    ['strategies of turns', () => strategiesOfTurns(at.db, at.ownerId, ids)],
    ['links of strategies', () => strategyLinks(at.db, at.ownerId, ids)],
    ['changes of the playbook by a turn', () => deltasOfTurn(at.db, at.ownerId, 't')],
    ['statements of a turn', () => statementsOf(at.db, at.ownerId, ofTurn('t'))],
    ['facts of turns', () => statementsLike(at.db, at.ownerId, ids)],
    [
      'siblings',
      () =>
        siblingIds(
          at.db,
          at.ownerId,
          ids.map((id) => ({ id, parentId: `${id}0`, conversationId: 'c' })),
        ),
    ],
  ])('%s are not looked for among everything an owner has', async (_, read) => {
    expect(await wide(read)).toEqual([])
  })

  it('pages of strategies for retrieval are read in order within the owner', async () => {
    sent = []
    for await (const _page of retrievalPages(at.db, at.ownerId));
    const [sql = ''] = sent.filter((one) => /^\s*SELECT/i.test(one))
    const args = Array((sql.match(/\?/g) ?? []).length).fill('1')
    const plan = file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...args) as { detail: string }[]
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('USING INDEX Strategy_ownerId_id_idx (ownerId=? AND id>?)'),
    ])
  })

  it('negative control: naming the owner beside the ids reads all of theirs', async () => {
    expect(
      await wide(() =>
        at.db.context.findMany({ where: { ownerId: at.ownerId, turnId: { in: ids } }, select: { id: true } }),
      ),
    ).toHaveLength(1)
  })
})
