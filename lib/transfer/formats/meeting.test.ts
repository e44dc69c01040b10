import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { testDb } from '@/lib/db/testing'
import { limits } from '@/lib/shared/limits'
import type { ImportProgress } from '@/lib/shared/transfer/transfer'
import { exported, importRuntime, importText } from '@/lib/transfer/testing-import'
import { drawnStore, dump, seedStore } from '@/lib/transfer/testing-store'

const [SAMPLE] = fc.sample(drawnStore, { numRuns: 1, seed: 7 }) as [Parameters<typeof seedStore>[1]]
const LATER = new Date(Date.now() + limits.transfer.stagingMs + 120_000)

/** A store, an export of it, and an empty database with two people. */
async function two(drawn = SAMPLE) {
  const [from, to] = [await testDb(), await testDb()]
  const ids = await seedStore(from, drawn)
  await to.db.user.create({ data: { id: 'other', createdAt: new Date() } })
  const sizes = async (at: Parameters<typeof dump>[0]) =>
    Object.entries(await dump(at)).map(([table, rows]) => `${table} ${rows.length}`)
  return {
    to,
    text: await exported(from),
    ids,
    sizes,
    expected: await sizes(from),
    close: () => Promise.all([from.close(), to.close()]),
  }
}
/** The same database, but `before` runs first at each transaction. */
const meeting = <T extends object>(db: T, before: (transaction: number) => Promise<unknown>): T => {
  let count = 0
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (name !== '$transaction' || typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        count += 1
        await before(count)
        return value.apply(target, args)
      }
    },
  })
}

describe('two imports of one export that meet', () => {
  for (const ownerId of ['other', 'me'] as const)
    for (const at of [1, 2, 3, 5])
      it(`at transaction ${at}, of ${ownerId === 'me' ? 'one person' : 'two people'}, both end well, and each person has the whole of it once`, {
        tags: 'full',
      }, async () => {
        const { to, text, ids, sizes, expected, close } = await two()
        const other = { db: to.db, ownerId: ownerId === 'me' ? to.ownerId : ownerId }
        let second = {}
        const db = meeting(to.db, async (count) => {
          if (count === at) second = await importText(other, text)
        })
        const told: ImportProgress[] = []
        const first = await importText({ db, ownerId: to.ownerId }, text, {
          onProgress: (progress) => told.push(progress),
        })
        expect([first, second]).toMatchObject([
          { refused: 0, added: ownerId === 'me' ? expect.any(Number) : ids.length },
          { refused: 0, added: expect.any(Number) },
        ])
        if (ownerId === 'other') expect(told.at(-1)?.turns).toBe(first.turns)
        await purgeTrash(to.db, LATER)
        for (const one of [to, other]) {
          expect(await sizes(one)).toEqual(expected)
          const again = await testDb()
          expect(await importText(again, await exported(one))).toMatchObject({
            added: ids.length,
            refused: 0,
          })
          expect(await sizes(again)).toEqual(expected)
          await again.close()
        }
        await close()
      })

  it('again and again: the conversation is refused in words, and what was written of it goes', async () => {
    const { to, text, ids, close } = await two()
    const runtime = importRuntime()
    const db = meeting(to.db, async (count) => {
      if (count % 2 === 0)
        throw Object.assign(new Error('UNIQUE constraint failed: Turn.id'), { code: 'P2010' })
    })
    const report = await importText({ db, ownerId: to.ownerId }, text, { runtime })
    expect(report).toMatchObject({
      added: 0,
      refused: ids.length,
      conversations: ids.map(() => ({
        id: null,
        reason: expect.stringContaining('Another import was writing the same conversation.'),
      })),
    })
    expect(await to.db.conversation.count()).toBe(2 * ids.length)
    await purgeTrash(to.db, runtime.now())
    expect([await to.db.conversation.count(), await to.db.turn.count(), await to.db.trash.count()]).toEqual([
      0, 0, 0,
    ])
    await close()
  })
})
