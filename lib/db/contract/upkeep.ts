import { describe, expect, it } from 'vitest'
import { recordedUsage } from '@/lib/db/ledger/usage'
import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { savingOf, totalsOf } from '@/lib/shared/usage/usage-maths'
import { seedUsage, upkeepCall } from '../testing-usage'
import { type Contract, newOwner } from './fixture'

const turn = (context: number) => ({
  ...{ context, user: 1, answer: 1, tools: 0, recalled: 0 },
  calls: [
    {
      ...{ phase: 'act', model: 'small', attempt: 1, sections: { role: 10 }, reported: null },
      ...{ estOutput: 1, cost: null },
    },
  ],
})

export function upkeep(open: Contract) {
  describe('calls that no turn caused', () => {
    const start = async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const drawn = { trunk: Array.from({ length: 45 }, (_, i) => turn(i)), forks: [], active: 0 }
      const conversationId = await seedUsage(db, ownerId, drawn)
      const turns = await db.turn.findMany({ where: { ownerId }, orderBy: { number: 'asc' } })
      const after = (number: number) => new Date((turns[number - 1]?.createdAt.getTime() ?? 0) + 1)
      const calls = [0, 10, 45].map((number) => upkeepCall(ownerId, { model: 'large', at: after(number) }))
      await db.upkeepCall.createMany({ data: calls })
      return { db, ownerId, conversationId, ids: calls.map(({ id }) => id) }
    }

    it('are in the totals of everything, count against memory, and are in no conversation', async () => {
      const { db, ownerId, conversationId } = await start()
      const whole = await recordedUsage(db, ownerId, { conversationId: null })
      expect(whole.models.find(({ model }) => model === 'large')).toMatchObject({ calls: 3, upkeep: 2_640 })
      const of = await recordedUsage(db, ownerId, { conversationId })
      const [all, alone] = [totalsOf(whole.points), totalsOf(of.points)]
      expect([all.calls, all.upkeep]).toEqual([alone.calls + 3, alone.upkeep + 2_640])
      expect([whole.savings?.upkeep, whole.sections.upkeep]).toEqual([-2_640, 2_400])
      // Each counts with the turn before it, the first call with the first turn.
      const more = whole.points.flatMap((point, i) =>
        point.calls > (of.points[i]?.calls ?? 0) ? [point.to] : [],
      )
      expect(more).toEqual([1, 10, 45])
    })

    it('of a program, through Mneme to the provider, cost what plain chat would have cost', async () => {
      const { db, ownerId } = await start()
      const before = await recordedUsage(db, ownerId, { conversationId: null })
      const call = upkeepCall(ownerId, { model: 'raw', at: new Date() })
      await db.upkeepCall.create({ data: { ...call, phase: 'act' } })
      const after = await recordedUsage(db, ownerId, { conversationId: null })
      const [was, now] = [totalsOf(before.models), totalsOf(after.models)]
      expect(savingOf(now, 'plainChat').tokens).toBe(savingOf(was, 'plainChat').tokens)
      expect(now.prompts - was.prompts).toBe(call.estInputTokens)
      expect(after.savings?.upkeep).toBe(before.savings?.upkeep)
      const inSections = Object.values(after.sections).reduce((sum, tokens) => sum + (tokens ?? 0), 0)
      expect(inSections).toBe(now.estInputTokens)
    })

    it('are listed once among the calls of turns, newest first', async () => {
      const { db, ownerId, conversationId, ids } = await start()
      const listed = async (of: string | null) => {
        const seen = []
        for (let page = await recordedCalls(db, ownerId, { conversationId: of, before: null }); ; ) {
          seen.push(...page.calls)
          if (!page.next) return seen
          page = await recordedCalls(db, ownerId, { conversationId: of, before: page.next })
        }
      }
      const seen = await listed(null)
      expect(seen.length).toBe(48)
      expect(seen.filter((call) => call.turn === null).map(({ id }) => id)).toEqual(ids.toReversed())
      expect(seen[0]?.turn).toBeNull()
      expect(seen.findIndex(({ id }) => id === ids[1])).toBe(
        seen.findIndex((call) => call.turn?.number === 10) - 1,
      )
      expect((await listed(conversationId)).length).toBe(45)
    })
  })
}
