import { describe, expect, it } from 'vitest'
import type { Db } from '@/lib/db/engine/client'
import { acceptTurn } from '@/lib/db/turns/accept-turn'
import { activePath } from '@/lib/db/turns/active-path'
import { type BranchPath, onPath } from '@/lib/db/turns/path'
import { textsByNumber } from '@/lib/db/turns/turn-texts'
import { activateBranch, getTurn, siblingIds, turnPath, turnsOnPath } from '@/lib/db/turns/turns'
import { seedConversation, seedFork } from '../testing-seed'
import { type Contract, finish, message, newOwner, say, seedLong, unique } from './fixture'

const texts = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ userText: `${prefix} ${i + 1}` }))

/** Middle one of several times, in milliseconds. */
async function median(run: () => Promise<unknown>, times = 15): Promise<number> {
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    await run()
    taken.push(performance.now() - start)
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

const byWalking = (db: Db, leafId: string, number: number) => db.$queryRaw<{ id: string }[]>`
  WITH RECURSIVE up AS (SELECT "id", "parentId", "number" FROM "Turn" WHERE "id" = ${leafId} UNION ALL SELECT t."id", t."parentId", t."number" FROM "Turn" t JOIN up ON t."id" = up."parentId")
  SELECT "id" FROM up WHERE "number" = ${number}`

export function paths(open: Contract) {
  describe('the path of a turn', () => {
    it('keeps siblings apart: neither branch sees the other behind the fork', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const trunk = await seedConversation({ db, ownerId }, texts('trunk', 6))
      const fork = await seedFork({ db, ownerId }, trunk, 3, texts('fork', 4))
      const twig = await seedFork({ db, ownerId }, fork, 2, texts('twig', 1))
      const said = async (path: typeof trunk.path) =>
        (await turnsOnPath(db, ownerId, path, 1, 99)).map((turn) => turn.userText)
      expect(await said(trunk.path)).toEqual(texts('trunk', 6).map((turn) => turn.userText))
      expect(await said(fork.path)).toEqual([
        'trunk 1',
        'trunk 2',
        'trunk 3',
        'fork 1',
        'fork 2',
        'fork 3',
        'fork 4',
      ])
      expect((await activePath(db, ownerId, twig.conversationId))?.leaf.id).toBe(twig.turnIds.at(-1))
      for (const turn of await turnsOnPath(db, ownerId, fork.path, 1, 99))
        expect(await turnPath(db, ownerId, turn.id)).toEqual(
          fork.path.map(([id, max]) => [id, Math.min(max, turn.number)]).slice(0, turn.number > 3 ? 2 : 1),
        )
    })

    it('would mix branches if only numbers were compared (control)', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const trunk = await seedConversation({ db, ownerId }, texts('trunk', 6))
      const fork = await seedFork({ db, ownerId }, trunk, 3, texts('fork', 3))
      const careless = { OR: fork.path.map(([branchId]) => ({ branchId, number: { lte: 6 } })) }
      expect(await db.turn.count({ where: onPath(fork.path) })).toBe(6)
      expect(await db.turn.count({ where: careless })).toBeGreaterThan(6)
    })

    it('grows by accepting: a first child goes on, a further sibling opens a branch, a turn behind the fork finds both', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const conversationId = unique('conv')
      const turns = []
      for (let i = 0; i < 4; i++) {
        turns.push(await say(db, ownerId, conversationId))
        await finish(db, turns.at(-1) as never)
      }
      const [first, second] = turns
      if (!first || !second) throw new Error('no turns')
      const edited = await say(db, ownerId, conversationId, { userText: 'edited' }, { beside: second.id })
      const again = await say(db, ownerId, conversationId, {}, { beside: first.id })
      await finish(db, edited)
      await finish(db, again)
      expect([edited.number, edited.parentId, again.number, again.parentId]).toEqual([2, first.id, 1, null])
      expect(new Set([first.branchId, edited.branchId, again.branchId]).size).toBe(3)
      expect(await turnPath(db, ownerId, edited.id)).toEqual([
        [first.branchId, 1],
        [edited.branchId, 2],
      ])
      const siblings = await siblingIds(db, ownerId, [first, second])
      expect(siblings.get(first.id)).toEqual([first.id, again.id])
      expect(siblings.get(second.id)).toEqual([second.id, edited.id])
      await activateBranch(db, ownerId, second.id)
      const next = await say(db, ownerId, conversationId)
      expect([next.branchId, next.number, next.parentId]).toEqual([first.branchId, 5, turns[3]?.id])
      await db.conversation.update({ where: { id: conversationId }, data: { activeLeafId: first.id } })
      const forked = await say(db, ownerId, conversationId)
      expect([forked.number, forked.parentId, forked.branchId === first.branchId]).toEqual([
        2,
        first.id,
        false,
      ])
    })

    it('finds turn 12 of 10,000 without walking them, and a page at either end', {
      tags: 'full',
    }, async () => {
      const { db, url } = open()
      const ownerId = await newOwner(db)
      const long = await seedLong(db, url, ownerId, 10_000)
      const one = async (path: BranchPath) =>
        (await textsByNumber(db, ownerId, path, [12])).map((turn) => turn.userText)
      expect([await one(long.path), (await byWalking(db, long.leafId, 12)).length]).toEqual([['long 12'], 1])
      const inLong = await median(() => one(long.path))
      expect(await median(() => byWalking(db, long.leafId, 12), 5)).toBeGreaterThan(inLong)
      expect(
        (await turnsOnPath(db, ownerId, long.path, 9_971, 10_000)).map((turn) => turn.number),
      ).toHaveLength(30)
    })

    it('is nobody else’s', async () => {
      const { db } = open()
      const [ownerId, other] = [await newOwner(db), await newOwner(db)]
      const turn = await say(db, ownerId, unique('conv'))
      await expect(turnPath(db, other, turn.id)).rejects.toMatchObject({ code: 'not_found' })
      await expect(getTurn(db, other, turn.id)).rejects.toMatchObject({ code: 'not_found' })
      await expect(
        acceptTurn(db, other, message(turn.conversationId), { behind: 'leaf' }),
      ).rejects.toMatchObject({ code: 'not_found' })
      await expect(acceptTurn(db, other, message(unique('conv')), { beside: turn.id })).rejects.toMatchObject(
        { code: 'not_found' },
      )
    })
  })
}
