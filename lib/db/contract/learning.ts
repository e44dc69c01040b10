import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'
import { forgetStrategies } from '@/lib/db/forget/purge/purge-strategies'
import { learn } from '@/lib/db/learning/learn'
import type { StrategyChange } from '@/lib/db/learning/log/apply'
import { undoGroup } from '@/lib/db/learning/log/undo'
import { type RetrievalRow, retrievalPages, strategiesOf } from '@/lib/db/learning/strategies'
import {
  type At,
  act,
  logOf,
  OPERATIONS,
  replayed,
  stored,
  sums,
  TURNS,
  use,
} from '@/lib/db/testing-histories'
import { learner, newStrategy, seedStrategies } from '@/lib/db/testing-strategies'
import type { StrategyTag } from '@/lib/shared/learning/strategies'
import { type Contract, newOwner } from './fixture'

const stepArb = fc.record({ what: fc.constantFrom(...OPERATIONS), a: fc.nat(20), b: fc.nat(20) })

/** `histories` = how many random ones. */
export const learning = (histories: number) => (open: Contract) => {
  describe('the log of the playbook', () => {
    const at = async (): Promise<At> => ({ db: open().db, ownerId: await newOwner(open().db) })

    it('rebuilds the playbook byte for byte, with counters that are sums of uses, after any history', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(stepArb, { minLength: 4, maxLength: 14 }), async (steps) => {
          const here = await at()
          for (const turn of TURNS) await here.db.strategyUse.deleteMany({ where: { turnId: turn } })
          for (const step of steps) await act(here, step)
          expect(await replayed(here)).toBe(await stored(here))
          for (const { counters, tags } of await sums(here)) expect(counters).toEqual(tags)
        }),
        { numRuns: histories, seed: 42 },
      )
    })

    it('is forgotten with any turn that a text is made from: nothing of it stays, and nothing brings it back', async () => {
      const here = await at()
      const group = learner()
      await learn(
        here.db,
        here.ownerId,
        [
          { op: 'ADD', strategy: newStrategy({ content: 'The quokka sleeps by day.', sources: ['turn_1'] }) },
          {
            op: 'ADD',
            strategy: newStrategy({ content: 'The wombat digs.', sources: ['turn_1', 'turn_2'] }),
          },
          { op: 'ADD', strategy: newStrategy({ content: 'The numbat eats termites.', sources: ['turn_2'] }) },
        ],
        group,
      )
      const { id } = await here.db.strategy.findFirstOrThrow({
        where: { ownerId: here.ownerId, slug: 'heu-00003' },
      })
      const set = { sources: ['turn_1', 'turn_2'] }
      await learn(here.db, here.ownerId, [{ op: 'UPDATE', id, set }], learner())
      await forgetStrategies(here.db, here.ownerId, { turnIds: ['turn_1'], conversationIds: [] })
      const log = JSON.stringify(await logOf(here))
      const words = ['quokka', 'wombat', 'numbat', 'turn_1']
      expect(words.filter((word) => log.includes(word))).toEqual(['numbat'])
      expect(await stored(here)).toContain('"sources":["turn_2"]')
      expect(await replayed(here)).toBe(await stored(here))
      await expect(undoGroup(here.db, here.ownerId, group.groupId, learner())).rejects.toThrow('forgotten')
    })

    it('quarantines what harms more than it helps; on trial it is retired by harm and freed by help', async () => {
      const here = await at()
      const [a = '', b = ''] = await seedStrategies(here, {}, { pinned: true })
      const statusOf = async (id: string) =>
        (await here.db.strategy.findUniqueOrThrow({ where: { id }, select: columns('status') })).status
      const tag = async (id: string, turnId: string, value: StrategyTag | null, trial = false) => {
        if (value) await use(here, turnId, [id], trial)
        await learn(here.db, here.ownerId, [{ op: 'TAG', id, turnId, tag: value }], learner())
        return statusOf(id)
      }
      expect(await tag(a, 'turn_a', 'harmful')).toBe('active')
      expect(await tag(a, 'turn_b', 'harmful')).toBe('quarantined')
      expect(await tag(a, 'turn_c', 'helpful', true)).toBe('active')
      expect(await tag(a, 'turn_d', 'harmful')).toBe('quarantined')
      expect(await tag(a, 'turn_e', 'harmful', true)).toBe('retired')
      for (const turnId of ['turn_f', 'turn_g', 'turn_h'])
        expect(await tag(b, turnId, 'harmful')).toBe('active')
      // A tag that is taken back takes its status with it, unless harm prevails without it.
      expect(await tag(a, 'turn_e', null)).toBe('quarantined')
      expect(await tag(a, 'turn_d', null)).toBe('quarantined')
      expect(await tag(a, 'turn_b', null)).toBe('active')
      expect(await tag(a, 'turn_b', 'harmful')).toBe('quarantined')
      // Nor does it take with it what only the tag before it gave.
      expect(await tag(a, 'turn_b', 'helpful')).toBe('active')
      expect(await tag(a, 'turn_b', null)).toBe('active')
      expect(await replayed(here)).toBe(await stored(here))
    })

    it('stays retired by hand when a tag of a turn that retired it earlier changes', async () => {
      const here = await at()
      const [id = ''] = await seedStrategies(here, { status: 'quarantined', harmful: 2 })
      await use(here, 'turn_t', [id], true)
      const change = async (one: StrategyChange) => {
        await learn(here.db, here.ownerId, [one], learner())
        return (await here.db.strategy.findUniqueOrThrow({ where: { id }, select: columns('status') })).status
      }
      const tag = (value: StrategyTag | null) => change({ op: 'TAG', id, turnId: 'turn_t', tag: value })
      expect(await tag('harmful')).toBe('retired')
      await change({ op: 'UPDATE', id, set: { status: 'active', pinned: true } })
      expect(await tag('neutral')).toBe('active')
      await change({ op: 'UPDATE', id, set: { status: 'retired' } })
      expect(await tag('helpful')).toBe('retired')
      expect(await tag(null)).toBe('retired')
    })

    it('gives back what a merge has taken when that is undone, a pin too', async () => {
      const here = await at()
      const [into = '', from = ''] = await seedStrategies(here, {}, { pinned: true })
      const before = await stored(here)
      const group = learner()
      await learn(here.db, here.ownerId, [{ op: 'MERGE', into, from }], group)
      const pinned = { where: { id: into }, select: columns('pinned') }
      expect(await here.db.strategy.findUniqueOrThrow(pinned)).toEqual({ pinned: true })
      await undoGroup(here.db, here.ownerId, group.groupId, learner())
      expect(await stored(here)).toBe(before)
      expect(await replayed(here)).toBe(before)
    })

    it('reads strategies by SQL just as Prisma does', async () => {
      const here = await at()
      const ids = await seedStrategies(
        here,
        { pinned: true, tags: ['a', 'b'], prior: 1, conversationId: 'somewhere', sources: ['t2', 't1'] },
        { status: 'quarantined', content: 'Ø “quoted”\n0'.repeat(9), untrusted: true },
        { status: 'proposed' },
      )
      await here.db.strategy.updateMany({ where: { id: ids[1] ?? '' }, data: { lastUsedAt: new Date(1) } })
      const rows = await here.db.strategy.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })
      const read = await strategiesOf(here.db, here.ownerId, [...ids, 'none'])
      expect([...read.values()].map(({ sources, links, ...row }) => row)).toEqual(
        ids.map((id) => rows.find((row) => row.id === id)),
      )
      expect(read.get(ids[0] ?? '')?.sources).toEqual(['t1', 't2'])
      expect((await strategiesOf(here.db, 'another', ids)).size).toBe(0)
      const pages: RetrievalRow[][] = []
      for await (const page of retrievalPages(here.db, here.ownerId)) pages.push(page)
      const able = rows.filter(({ status }) => status !== 'proposed')
      expect(pages.flat().map(({ id }) => id)).toEqual(able.map(({ id }) => id))
      for (const [i, row] of pages.flat().entries()) expect(able[i]).toMatchObject(row)
    })

    it('is true when a turn is forgotten between what learning reads and writes, and the other way round', async () => {
      const here = await at()
      const forget = (db = here.db) =>
        forgetStrategies(db, here.ownerId, { turnIds: ['turn_1'], conversationIds: [] })
      const teach = (db = here.db) => {
        const strategy = newStrategy({ sources: ['turn_1', 'turn_2'] })
        return learn(db, here.ownerId, [{ op: 'ADD', strategy }], learner())
      }
      /** A client whose first transaction starts right after another writer's act. */
      const actingBeforeWriting = (act: () => Promise<unknown>): Db => {
        let acted = false
        const transact = here.db.$transaction.bind(here.db) as (batch: unknown) => Promise<unknown>
        const late = async (batch: unknown) => {
          if (!acted) {
            acted = true
            await act()
          }
          return transact(batch)
        }
        return new Proxy(here.db, {
          get: (target, key) => (key === '$transaction' ? late : Reflect.get(target, key)),
        })
      }
      await teach()
      await teach(actingBeforeWriting(forget))
      expect(await replayed(here)).toBe(await stored(here))
      await forget(actingBeforeWriting(teach))
      expect(await replayed(here)).toBe(await stored(here))
      expect(await replayed(here)).not.toContain('turn_1')
    })

    it('takes changes of many writers at once, each with a number of its own', async () => {
      const here = await at()
      await Promise.all(
        Array.from({ length: 8 }, () =>
          learn(here.db, here.ownerId, [{ op: 'ADD', strategy: newStrategy() }], learner()),
        ),
      )
      const rows = await here.db.strategy.findMany({
        where: { ownerId: here.ownerId },
        orderBy: { slug: 'asc' },
      })
      expect(rows.map(({ slug }) => slug)).toEqual(Array.from({ length: 8 }, (_, i) => `heu-0000${i + 1}`))
      expect(await replayed(here)).toBe(await stored(here))
    })
  })
}
