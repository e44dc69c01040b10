import { describe, expect, it } from 'vitest'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { trashConversation } from '@/lib/db/forget/trash'
import { holdSpend, pruneSpend, settleSpend, spendByDay, spendOn } from '@/lib/db/ledger/spend'
import { recordedUsage } from '@/lib/db/ledger/usage'
import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { OUR_MODELS } from '@/lib/shared/own-models'
import { upkeepCall } from '../testing-usage'
import { type Contract, newOwner, say, unique } from './fixture'

const LAST_MOMENT = new Date('2026-03-03T23:59:59.999Z')
/** A call of a turn in the last moment of 3 March, 70 tokens of prompt and 7 of answer by our own count. */
const estimated = (ownerId: string, turnId: string) => ({
  ...{ id: unique('step'), turnId, ownerId, model: 'c', costMicros: null, phase: 'act', role: 'fast' },
  ...{ provider: 'p', promptVersion: '1', finish: 'stop', text: '', manifest: {}, log: [] },
  ...{ estInputTokens: 70, estOutputTokens: 7, totalMs: 1, attempt: 1, index: 0, startedAt: LAST_MOMENT },
})
const LARGE = 2_000_000_000

export function spending(open: Contract) {
  describe('what a person spent', () => {
    it('is counted against a day’s limit before it is spent, also by fifty calls at once', async () => {
      const { db } = open()
      const [ann, bob] = [unique('user'), unique('user')]
      const today = { ownerId: ann, at: new Date('2026-03-02T23:59:59.999Z') }
      const most = 3 * LARGE
      const held = await Promise.all(Array.from({ length: 50 }, () => holdSpend(db, today, LARGE, most)))
      expect(held.filter(Boolean)).toHaveLength(3)
      expect(await spendOn(db, today)).toEqual({ spent: 0, held: most })
      for (const micros of [0, LARGE - 1, 2 * LARGE]) await settleSpend(db, today, LARGE, micros)
      expect(await spendOn(db, today)).toEqual({ spent: most - 1, held: 0 })
      expect([await holdSpend(db, today, 2, most), await holdSpend(db, today, 1, most)]).toEqual([
        false,
        true,
      ])
      const others = [
        { ownerId: bob, at: today.at },
        { ownerId: ann, at: new Date('2026-03-03T00:00:00.000Z') },
      ]
      for (const other of others) {
        expect(await holdSpend(db, other, most + 1, most)).toBe(false)
        expect(await holdSpend(db, other, most, most)).toBe(true)
      }
      await pruneSpend(db, others[1]?.at ?? today.at)
      expect(await db.daySpend.count({ where: { ownerId: { in: [ann, bob] } } })).toBe(1)
    })

    it('is added up by day, with our own count where the provider reported none', async () => {
      const { db } = open()
      const owner = await newOwner(db)
      const called = (model: string, at: string, costMicros: number | null) =>
        db.upkeepCall.create({ data: upkeepCall(owner, { model, costMicros, at: new Date(at) }) })
      await called('a', '2026-03-01T23:59:59.999Z', 9)
      await called('a', '2026-03-02T00:00:00.000Z', LARGE)
      await called('b', '2026-03-02T12:00:00.000Z', LARGE)
      for (const model of OUR_MODELS) await called(model, '2026-03-02T12:00:00.000Z', 0)
      const turn = await say(db, owner, unique('conv'))
      await db.step.create({ data: estimated(owner, turn.id) })
      await called('a', '2026-03-04T00:00:00.000Z', 9)
      const starts = [2, 3, 4].map((day) => new Date(Date.UTC(2026, 2, day)))
      expect(await spendByDay(db, owner, starts)).toEqual([
        { costMicros: 2 * LARGE, tokens: 2 * 990, unpricedCalls: 0 },
        { costMicros: 0, tokens: 77, unpricedCalls: 1 },
      ])
      expect(await spendByDay(db, unique('user'), starts.slice(1))).toEqual([
        { costMicros: 0, tokens: 0, unpricedCalls: 0 },
      ])
    })

    it('stays when a conversation is deleted for good, counts once if it is imported again, and is in no usage', async () => {
      const { db } = open()
      const owner = await newOwner(db)
      const [first, later] = [await say(db, owner, unique('conv')), await say(db, owner, unique('conv'))]
      const call = estimated(owner, first.id)
      await db.step.create({ data: call })
      // A call that an import brought was paid elsewhere.
      await db.turn.update({ where: { id: later.id }, data: { importedAt: new Date('2026-03-04') } })
      await db.step.create({ data: estimated(owner, later.id) })
      const spent = async () => {
        const starts = [3, 4].map((day) => new Date(Date.UTC(2026, 2, day)))
        return (await spendByDay(db, owner, starts))[0]
      }
      const kept = { costMicros: 0, tokens: 77, unpricedCalls: 1 }
      expect(await spent()).toEqual(kept)
      const at = new Date('2026-03-05')
      for (const { conversationId } of [first, later])
        await trashConversation(db, owner, conversationId, unique('trash'), at)
      await purgeTrash(db, new Date('2026-03-06'))
      expect(await db.step.count({ where: { ownerId: owner } })).toBe(0)
      expect(await spent()).toEqual(kept)
      expect((await recordedCalls(db, owner, { conversationId: null, before: null })).calls).toEqual([])
      expect((await recordedUsage(db, owner, { conversationId: null })).models).toEqual([])
      const again = await say(db, owner, unique('conv'))
      await db.turn.update({ where: { id: again.id }, data: { importedAt: at } })
      await db.step.create({ data: { ...call, turnId: again.id } })
      expect(await spent()).toEqual(kept)
    })
  })
}
