import { describe, expect, it } from 'vitest'
import { learn } from '@/lib/db/learning/learn'
import { deltasBefore, groupSizes, undoneChanges } from '@/lib/db/learning/log/history'
import { undoGroup } from '@/lib/db/learning/log/undo'
import { strategyTexts } from '@/lib/db/learning/strategy-texts'
import { authorsOf, citedCounts, titledTurns } from '@/lib/db/learning/uses/authors'
import { isLearning, strategiesOfTurn } from '@/lib/db/learning/uses/of-turn'
import { usedOps } from '@/lib/db/learning/uses/uses'
import { seedConversation } from '@/lib/db/testing-seed'
import { learner, newStrategy, seedStrategies } from '@/lib/db/testing-strategies'
import { exportedStrategies } from '@/lib/db/transfer/exported-strategies'
import { jobOps } from '@/lib/db/turns/jobs'
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
      expect(exported).toMatchObject([{ id, sources: [one], history: [{ op: 'ADD' }] }])
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

    it('knows what a turn used and added, and whether jobs of it go on', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const here = { db, ownerId }
      const { turnIds } = await seedConversation(here, [{ userText: 'A' }, { userText: 'B' }])
      const [turnId = '', other = ''] = turnIds
      const [known = ''] = await seedStrategies(here, { sources: [turnId, other] })
      const change = { op: 'ADD' as const, strategy: newStrategy({ sources: [turnId] }) }
      await learn(db, ownerId, [change], learner({ turnId }))
      const use = {
        strategyId: known,
        place: 'playbook' as const,
        rank: 0,
        parts: {},
        cited: true,
        trial: false,
      }
      await db.$transaction(usedOps(db, ownerId, turnId, [use], new Date()))
      expect(await strategiesOfTurn(db, ownerId, turnId)).toEqual({
        used: ['heu-00001'],
        added: ['heu-00002'],
      })
      expect(await strategiesOfTurn(db, ownerId, other)).toEqual({ used: [], added: [] })
      expect(await strategiesOfTurn(db, await newOwner(db), turnId)).toEqual({ used: [], added: [] })
      const job = { id: `job_${turnId}`, kind: 'judge', key: `${turnId}.1`, payload: { turnId } }
      await db.$transaction(jobOps(db, ownerId, [job], new Date()))
      const states = () => Promise.all([turnId, other].map((id) => isLearning(db, ownerId, id)))
      expect(await states()).toEqual([true, false])
      await db.job.update({ where: { id: job.id }, data: { status: 'done' } })
      expect(await states()).toEqual([false, false])
    })

    it('knows which changes are undone, and how many were made together', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const [a = '', b = ''] = await seedStrategies({ db, ownerId }, {}, {})
      const [made, undo] = [learner(), learner()]
      await learn(db, ownerId, [{ op: 'MERGE', into: a, from: b }], made)
      await undoGroup(db, ownerId, made.groupId, undo)
      expect([...(await undoneChanges(db, ownerId))]).toEqual([3])
      await undoGroup(db, ownerId, undo.groupId, learner())
      expect([...(await undoneChanges(db, ownerId))].sort()).toEqual([5])
      expect((await groupSizes(db, ownerId, [made.groupId])).get(made.groupId)).toBe(2)
      const { deltas } = await deltasBefore(db, ownerId, { strategyId: null, before: null, most: 30 })
      expect(deltas.map(({ seq }) => seq)).toEqual([7, 5, 3, 2, 1])
      await undoGroup(db, ownerId, made.groupId, learner())
      await expect(undoGroup(db, ownerId, made.groupId, learner())).rejects.toThrow('undone already')
    })
  })
}
