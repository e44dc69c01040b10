import { describe, expect, it } from 'vitest'
import type { Db } from '@/lib/db/engine/client'
import { acceptTurn } from '@/lib/db/turns/accept-turn'
import { requeue } from '@/lib/db/turns/claims'
import { discardQueued, mayRun, queuedTurns, releaseFirst } from '@/lib/db/turns/queue'
import type { Turn } from '@/lib/db/turns/turns'
import { type Contract, claim, codeOf, finish, message, newOwner, say, unique } from './fixture'

/** A conversation with one running turn and others waiting behind it. */
async function waiting(db: Db, count: number) {
  const ownerId = await newOwner(db)
  const conversationId = unique('conv')
  const running = await say(db, ownerId, conversationId)
  await claim(db, running)
  const queued: Turn[] = []
  for (let i = 0; i < count; i++)
    queued.push(await say(db, ownerId, conversationId, { userText: `waits ${i + 1}` }))
  return { ownerId, conversationId, running, queued }
}

const line = async (db: Db, conversationId: string) => {
  const turns = await db.turn.findMany({ where: { conversationId }, orderBy: { number: 'asc' } })
  const leaf = await db.conversation.findUniqueOrThrow({ where: { id: conversationId } })
  return {
    texts: turns.map((turn) => turn.userText),
    gapless: turns.every((turn, i) => turn.number === i + 1 && turn.parentId === (turns[i - 1]?.id ?? null)),
    leaf: leaf.activeLeafId === turns.at(-1)?.id,
  }
}

export function queueing(open: Contract) {
  describe('the queue', () => {
    it('goes on behind a completed turn, and waits for the person behind any other', async () => {
      const { db } = open()
      for (const [status, runs] of [
        ['completed', true],
        ['stopped', false],
        ['failed', false],
        ['interrupted', false],
      ] as const) {
        const ownerId = await newOwner(db)
        const conversationId = unique('conv')
        const first = await say(db, ownerId, conversationId)
        const [second, third] = [
          await say(db, ownerId, conversationId),
          await say(db, ownerId, conversationId),
        ]
        await finish(db, first, status)
        const may = async () =>
          (await queuedTurns(db, ownerId, conversationId)).filter(mayRun).map((turn) => turn.id)
        expect([status, await may()]).toEqual([status, runs ? [second.id] : []])
        if (runs) continue
        expect(await releaseFirst(db, ownerId, conversationId)).toBe(second.id)
        expect(await may()).toEqual([second.id])
        await finish(db, second)
        expect(await may()).toEqual([third.id])
        expect(await releaseFirst(db, await newOwner(db), conversationId)).toBeNull()
      }
    })

    it('lets a message run at once that was sent after a failure', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const conversationId = unique('conv')
      await finish(db, await say(db, ownerId, conversationId), 'failed')
      await say(db, ownerId, conversationId)
      expect((await queuedTurns(db, ownerId, conversationId)).map(mayRun)).toEqual([true])
    })

    it('stays gapless when messages are sent and discarded at once', async () => {
      const { db } = open()
      for (let round = 0; round < 4; round++) {
        const { ownerId, conversationId, queued } = await waiting(db, 4)
        await Promise.allSettled([
          ...queued.map((turn) => discardQueued(db, ownerId, turn.id)),
          ...Array.from({ length: 4 }, () =>
            acceptTurn(db, ownerId, message(conversationId, { userText: 'new' }), { behind: 'leaf' }),
          ),
        ])
        const { texts, ...rest } = await line(db, conversationId)
        expect(rest).toEqual({ gapless: true, leaf: true })
        expect(texts.filter((text) => text === 'new')).toHaveLength(4)
      }
    })

    it('keeps a message that another version of the conversation builds on', async () => {
      const { db } = open()
      const { ownerId, conversationId, queued } = await waiting(db, 2)
      const [first, second] = queued
      if (!first || !second) throw new Error('none waits')
      const beside = await say(
        db,
        ownerId,
        conversationId,
        { userText: 'other version' },
        { beside: second.id },
      )
      expect(await codeOf(discardQueued(db, ownerId, first.id))).toBe('conflict')
      expect((await db.turn.findUniqueOrThrow({ where: { id: beside.id } })).parentId).toBe(first.id)
      await discardQueued(db, ownerId, second.id)
      expect(await db.turn.count({ where: { conversationId } })).toBe(3)
    })

    it('takes a settled turn back for another attempt, and nothing else', async () => {
      const { db } = open()
      const { ownerId, running, queued } = await waiting(db, 1)
      expect([
        await requeue(db, ownerId, running.id, {}),
        await requeue(db, ownerId, queued[0]?.id ?? '', {}),
      ]).toEqual([false, false])
      const turn = await say(db, ownerId, unique('conv'))
      await finish(db, turn, 'failed', 'half')
      expect([
        await requeue(db, await newOwner(db), turn.id, {}),
        await requeue(db, ownerId, turn.id, { preset: 'quick' }),
        await requeue(db, ownerId, turn.id, {}),
      ]).toEqual([false, true, false])
      const again = await db.turn.findUniqueOrThrow({ where: { id: turn.id } })
      expect([again.status, again.answer, again.attempt, again.options]).toEqual([
        'queued',
        'half',
        1,
        { preset: 'quick', go: true },
      ])
      expect((await claim(db, turn))?.attempt).toBe(2)
    })
  })
}
