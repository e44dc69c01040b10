import { describe, expect, it } from 'vitest'
import { strategyTexts } from '@/lib/db/learning/strategies'
import { authorsOf, citedCounts, titledTurns, usedOps } from '@/lib/db/learning/uses/uses'
import { seedConversation } from '@/lib/db/testing-seed'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { exportedStrategies } from '@/lib/db/transfer/strategies'
import { type Contract, newOwner } from './fixture'

export function playbook(open: Contract) {
  describe('the playbook as a page shows it', () => {
    it('counts the answers that cite a strategy, and says who made it and from which turn', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const here = { db, ownerId }
      const { turnIds, conversationId } = await seedConversation(here, [{ userText: 'A' }, { userText: 'B' }])
      const [one = '', two = ''] = turnIds
      const [id = ''] = await seedStrategies(here, { sources: [one] })
      const use = {
        strategyId: id,
        place: 'playbook' as const,
        rank: 0,
        parts: {},
        cited: true,
        trial: false,
      }
      await db.$transaction(usedOps(db, ownerId, two, [use], new Date()))
      expect(await citedCounts(db, ownerId)).toEqual(new Map([[id, 1]]))
      expect(await authorsOf(db, ownerId, [id])).toEqual(new Map([[id, 'model']]))
      expect((await titledTurns(db, ownerId, [one])).get(one)).toMatchObject({ number: 1, conversationId })
      const exported = []
      for await (const page of exportedStrategies(db, ownerId, conversationId)) exported.push(...page)
      expect(exported).toMatchObject([{ id, sources: [one] }])
    })

    it('names the domains that are shown, and the latest turn each strategy was learned from', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const here = { db, ownerId }
      const { turnIds, conversationId, branchId } = await seedConversation(here, [
        { userText: 'A' },
        { userText: 'B' },
      ])
      const [one = '', two = ''] = turnIds
      const ids = await seedStrategies(
        here,
        { domain: 'web', sources: [two, one] },
        { domain: 'web' },
        { domain: 'Ärzte', conversationId, tags: ['a', 'b'] },
        { domain: 'art', status: 'proposed' },
        { sources: [one] },
      )
      const texts = await strategyTexts(db, ownerId, ids)
      const byId = new Map(texts.map((text) => [text.id, text]))
      expect(ids.map((id) => byId.get(id)?.turn?.number)).toEqual([2, undefined, undefined, undefined, 1])
      expect(byId.get(ids[0] ?? '')?.turn).toEqual({ turnId: two, number: 2, conversationId, branchId })
      expect([byId.has(ids[3] ?? ''), byId.get(ids[2] ?? '')?.tags]).toEqual([false, ['a', 'b']])
    })
  })
}
