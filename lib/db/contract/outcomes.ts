import { describe, expect, it } from 'vitest'
import { learn } from '@/lib/db/learning/learn'
import { outcomesOf } from '@/lib/db/learning/uses/outcomes'
import { usedOps } from '@/lib/db/learning/uses/uses'
import { seedConversation } from '../testing-seed'
import { learner, seedStrategies } from '../testing-strategies'
import { type Contract, newOwner } from './fixture'

const LATER = Date.UTC(2030, 0, 1)
type Ended = [depth: string, citing: boolean, label: string]
const many = (count: number, ...of: Ended): Ended[] => Array.from({ length: count }, () => of)

export function outcomes(open: Contract) {
  describe('how turns with a strategy ended', () => {
    const start = async (ended: Ended[]) => {
      const at = { db: open().db, ownerId: await newOwner(open().db) }
      const { db, ownerId } = at
      const [id = ''] = await seedStrategies(at, {})
      const { turnIds } = await seedConversation(
        at,
        ended.map((_, i) => ({ userText: 'Hello', answer: 'Hello.', at: new Date(LATER + i) })),
      )
      for (const [i, [depth, citing, label]] of ended.entries()) {
        const turnId = turnIds[i] ?? ''
        await db.turn.update({ where: { id: turnId }, data: { depth } })
        const use = {
          strategyId: id,
          place: 'playbook' as const,
          rank: 0,
          parts: {},
          cited: citing,
          trial: false,
        }
        await db.$transaction(usedOps(db, ownerId, turnId, [use], new Date(LATER)))
        if (label)
          await db.verdict.create({
            data: {
              ...{ turnId, ownerId, label, confidence: 1, reasons: [], by: 'model' },
            },
          })
      }
      return { ...at, id, turnIds }
    }
    const ENDED: Ended[] = [
      ...many(3, 'deep', true, 'success'),
      ...many(7, 'deep', true, 'failure'),
      ...many(2, 'simple', true, 'success'),
      ...many(8, 'deep', false, 'success'),
      ...many(2, 'deep', false, 'failure'),
      ...many(5, 'deep', false, ''),
      ...many(4, 'moderate', false, 'failure'),
    ]

    it('is counted by depth: judged turns that cite it, and the others of that depth', async () => {
      const { db, ownerId, id } = await start(ENDED)
      const found = (await outcomesOf(db, ownerId)).get(id) ?? []
      const order = found.sort((a, b) => b.used.turns - a.used.turns)
      expect(order).toEqual([
        { used: { turns: 10, succeeded: 3 }, similar: { turns: 10, succeeded: 8 } },
        { used: { turns: 2, succeeded: 2 }, similar: { turns: 0, succeeded: 0 } },
      ])
      expect(await outcomesOf(db, await newOwner(db))).toEqual(new Map())
    })

    it('is not asked below ten judged turns; a thumb counts before the verdict, the trash not at all', async () => {
      const { db, ownerId, id, turnIds } = await start([...many(10, 'deep', true, 'failure')])
      const feedback = { turnId: turnIds[0] ?? '', ownerId, value: 1, reason: '', at: new Date() }
      await db.feedback.create({ data: feedback })
      expect((await outcomesOf(db, ownerId)).get(id)?.[0]?.used).toEqual({ turns: 10, succeeded: 1 })
      await db.turn.update({ where: { id: turnIds[1] ?? '' }, data: { trashId: 'trash' } })
      expect(await outcomesOf(db, ownerId)).toEqual(new Map())
    })

    it('begins anew when the status of the strategy is set, as when a person restores it', async () => {
      const { db, ownerId, id } = await start(ENDED)
      const set = (status: 'quarantined' | 'active', at: number) =>
        learn(db, ownerId, [{ op: 'UPDATE', id, set: { status } }], learner({ at: new Date(at) }))
      await learn(
        db,
        ownerId,
        [{ op: 'UPDATE', id, set: { title: 'Other' } }],
        learner({ at: new Date(LATER + 99) }),
      )
      expect((await outcomesOf(db, ownerId)).size).toBe(1)
      await set('quarantined', LATER + 100)
      await set('active', LATER + 101)
      expect(await outcomesOf(db, ownerId)).toEqual(new Map())
    })
  })
}
