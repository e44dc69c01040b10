import { raw } from '@prisma/client/runtime/client'
import { describe, expect, it } from 'vitest'
import { newOwner } from '@/lib/db/contract/fixture'
import { trashConversation } from '@/lib/db/forget/trash'
import { testDb } from '@/lib/db/testing'
import { migratedPostgres, type Opened, openedOn } from '@/lib/db/testing-postgres'
import { seedConversation } from '@/lib/db/testing-seed'
import { type Db, openDb } from './client'
import { migrate } from './migrate'

const NAME = '20261201110000_say_what_they_hold'
const BACK = [
  'ALTER TABLE "Turn" RENAME COLUMN "plan" TO "complexity"',
  'ALTER TABLE "Step" RENAME COLUMN "log" TO "tries"',
  'ALTER TABLE "Trash" RENAME COLUMN "held" TO "proof"',
  `DELETE FROM "_prisma_migrations" WHERE "migration_name" = '${NAME}'`,
]
const held = async (db: Db) => [
  await db.turn.findMany({ select: { id: true, plan: true } }),
  await db.step.findMany({ select: { id: true, log: true } }),
  await db.trash.findMany({ select: { id: true, held: true } }),
]

describe.each([
  { name: 'SQLite', start: (): Promise<Opened> => testDb() },
  { name: 'PostgreSQL', start: async () => openedOn(await migratedPostgres()) },
])('a database of before on $name', ({ start }) => {
  it('keeps what columns hold that got other names', async () => {
    const { db, url, close } = await start()
    const ownerId = await newOwner(db)
    const { conversationId, turnIds } = await seedConversation({ db, ownerId }, [{ userText: 'Boats?' }])
    await db.turn.updateMany({ data: { plan: { enabled: true } } })
    const bare = { phase: 'act', role: 'fast', provider: 'p', model: 'm', promptVersion: '1', text: '' }
    await db.step.create({
      data: {
        ...{ ...bare, id: 'step_renamed', ownerId, turnId: turnIds[0] ?? '', attempt: 1, index: 40 },
        ...{ manifest: {}, finish: 'stop', estInputTokens: 1, estOutputTokens: 1, totalMs: 1 },
        ...{ startedAt: new Date(0), log: [{ notice: 'Slow.' }] },
      },
    })
    await trashConversation(db, ownerId, conversationId, 'trash_renamed', new Date(0))
    const before = await held(db)
    expect(JSON.stringify(before)).toMatch(/"enabled":true.*"notice":"Slow\.".*"stage":"held"/)
    for (const sql of BACK) await db.$executeRaw(raw(sql))

    expect(await migrate(url, { backups: null })).toEqual([NAME])
    const after = await openDb(url)
    expect(await held(after)).toEqual(before)
    await after.$disconnect()
    await close()
  })
})
