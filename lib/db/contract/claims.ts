import { describe, expect, it } from 'vitest'
import { changeOps, memoryRev } from '@/lib/db/engine/changes'
import { type Batch, type Db, onSqlite } from '@/lib/db/engine/client'
import { trashConversation } from '@/lib/db/forget/trash'
import {
  claimTurn,
  clockOffset,
  type Lease,
  renewLeases,
  requestStop,
  runningTurns,
  settleOps,
  stopRequests,
} from '@/lib/db/turns/claims'
import { appendLogOps, readLog } from '@/lib/db/turns/events'
import { jobOps } from '@/lib/db/turns/jobs'
import { conversationsWithQueue } from '@/lib/db/turns/queue'
import { getTurn } from '@/lib/db/turns/turns'
import { type Contract, claim, codeOf, ending, finish, newOwner, say, unique } from './fixture'

type Settle = (db: Db, lease: Lease) => Batch

/**
 * What is left when a process commits a turn that another process took over in the meantime: the error's code
 * and the number of rows and changes.
 */
async function zombieCommit(db: Db, settle: Settle) {
  const ownerId = await newOwner(db)
  const turn = await say(db, ownerId, unique('conv'))
  const zombie = await claim(db, turn, 'inst_old')
  if (!zombie) throw new Error('not claimed')
  await db.$transaction(settleOps(db, zombie, ending('interrupted', 'kept')))
  await db.turn.update({ where: { id: turn.id }, data: { status: 'queued' } })
  await claim(db, turn, 'inst_new')
  const rev = await memoryRev(db, ownerId)
  const code = await codeOf(
    db.$transaction([
      ...settle(db, zombie),
      ...appendLogOps(db, [
        {
          turnId: turn.id,
          attempt: 1,
          seq: 1,
          type: 'notice',
          data: { type: 'notice', step: 0, text: 'zombie' },
        },
      ]),
      ...jobOps(db, ownerId, [{ id: unique('job'), kind: 'summary', key: turn.id, payload: {} }], new Date()),
      ...changeOps(db, ownerId, [{ kind: 'turn', refId: turn.id, op: 'put' }]),
    ]),
  )
  const now = await getTurn(db, ownerId, turn.id)
  const rows =
    (await readLog(db, turn.id, 1)).length +
    (await db.job.count({ where: { ownerId } })) +
    (await memoryRev(db, ownerId)) -
    rev
  return { code, rows, status: now.status, answer: now.answer }
}

export function claims(open: Contract) {
  describe('a claim', () => {
    it('is won by one of ten, and gives the next attempt', async () => {
      const { db } = open()
      const turn = await say(db, await newOwner(db), unique('conv'))
      const leases = await Promise.all(Array.from({ length: 10 }, (_, i) => claim(db, turn, `inst_${i}`)))
      const won = leases.filter((lease) => lease !== null)
      expect(won.map((lease) => lease.attempt)).toEqual([1])
      expect((await getTurn(db, turn.ownerId, turn.id)).leaseOwner).toBe(won[0]?.leaseOwner)
    })

    it('is refused while another turn of the conversation runs, and for somebody else', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const conversationId = unique('conv')
      const [first, second] = [await say(db, ownerId, conversationId), await say(db, ownerId, conversationId)]
      const lease = await claim(db, first)
      expect([await claim(db, second), await claim(db, first)]).toEqual([null, null])
      if (lease) await db.$transaction(settleOps(db, lease, ending('completed')))
      expect(await claim(db, { ...second, ownerId: await newOwner(db) })).toBeNull()
      expect((await claim(db, second))?.attempt).toBe(1)
    })

    it('is refused in a conversation that lies in the trash, which no longer counts as waiting', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const turn = await say(db, ownerId, unique('conv'))
      await trashConversation(db, ownerId, turn.conversationId, unique('trash'), new Date())
      expect(await claim(db, turn)).toBeNull()
      expect((await conversationsWithQueue(db)).filter((row) => row.ownerId === ownerId)).toEqual([])
    })

    it('is compared by the clock of the database', async () => {
      const { db } = open()
      expect(Math.abs(await clockOffset(db, new Date()))).toBeLessThan(60_000)
      expect((await clockOffset(db, new Date(0))) === 0).toBe(onSqlite(db))
    })
  })

  describe('the fence', () => {
    it('lets nothing of a zombie through: no status, log, job or change', async () => {
      expect(
        await zombieCommit(open().db, (db, lease) => settleOps(db, lease, ending('completed', 'zombie'))),
      ).toEqual({
        code: 'P2025',
        rows: 0,
        status: 'running',
        answer: 'kept',
      })
    })

    it('is what holds it back (control: a commit that only looks at the id)', async () => {
      const open_ = await zombieCommit(open().db, (db, lease) => [
        db.turn.update({ where: { id: lease.turnId }, data: ending('completed', 'zombie') as object }),
      ])
      expect(open_).toMatchObject({ code: 'none', answer: 'zombie' })
      expect(open_.rows).toBeGreaterThan(0)
    })

    it('clears the lease and the error of an earlier attempt when it ends a turn', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const turn = await say(db, ownerId, unique('conv'))
      const lease = await claim(db, turn)
      if (!lease) throw new Error('not claimed')
      await db.turn.update({ where: { id: turn.id }, data: { error: { code: 'internal', message: 'old' } } })
      await db.$transaction(settleOps(db, lease, ending('completed')))
      expect(await getTurn(db, ownerId, turn.id)).toMatchObject({
        error: null,
        leaseOwner: null,
        leaseUntil: null,
        activeKey: null,
        stopAt: null,
      })
      expect((await runningTurns(db)).map((row) => row.id)).not.toContain(turn.id)
    })
  })

  describe('leases and stops', () => {
    it('renews only what the instance still holds', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const mine = await say(db, ownerId, unique('conv'))
      const theirs = await say(db, ownerId, unique('conv'))
      const ended = await say(db, ownerId, unique('conv'))
      await claim(db, mine, 'inst_a')
      await claim(db, theirs, 'inst_b')
      await finish(db, ended)
      const until = new Date(Date.now() + 15_000)
      expect([...(await renewLeases(db, [mine.id, theirs.id, ended.id], 'inst_a', until))]).toEqual([mine.id])
      expect((await getTurn(db, ownerId, mine.id)).leaseUntil?.getTime()).toBe(until.getTime())
    })

    it('stops a waiting turn at once, so that it never runs; a running one is told', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const conversationId = unique('conv')
      const [running, waiting] = [
        await say(db, ownerId, conversationId),
        await say(db, ownerId, conversationId),
      ]
      await claim(db, running)
      expect([
        await requestStop(db, ownerId, waiting.id, new Date()),
        await requestStop(db, ownerId, running.id, new Date()),
      ]).toEqual(['queued', 'running'])
      expect(await stopRequests(db, [running.id, waiting.id])).toEqual([running.id])
      expect(
        await claimTurn(db, ownerId, waiting.id, unique('conv'), 'inst_a', new Date(), new Date()),
      ).toBeNull()
      expect(await requestStop(db, await newOwner(db), running.id, new Date())).toBe('settled')
    })
  })
}
