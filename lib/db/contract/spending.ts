import { describe, expect, it } from 'vitest'
import { spendByDay, spendSince } from '@/lib/db/ledger/spend'
import { PREPARED_MODEL } from '@/lib/shared/transfer/transfer'
import { upkeepCall } from '../testing-usage'
import { type Contract, newOwner, say, unique } from './fixture'

const TODAY = new Date('2026-03-02T00:00:00.000Z')
const LARGE = 2_000_000_000

export function spending(open: Contract) {
  describe('what a person spent', () => {
    it('is added up by model since a moment, beyond the size of one column, without others’ and prepared calls', async () => {
      const { db } = open()
      const [ann, bob] = [await newOwner(db), await newOwner(db)]
      const called = async (ownerId: string, model: string, at: string, costMicros: number | null) => {
        const turn = await say(db, ownerId, unique('conv'))
        const tokens = { inputTokens: LARGE, cachedTokens: 1, outputTokens: 2, reasoningTokens: 0 }
        const sizes = { estInputTokens: 0, estOutputTokens: 0, totalMs: 1, attempt: 1, index: 0 }
        const call = {
          phase: 'act',
          role: 'fast',
          provider: 'p',
          promptVersion: '1',
          finish: 'stop',
          text: '',
        }
        await db.step.create({
          data: {
            ...{ ...tokens, ...sizes, ...call, model, costMicros, ownerId },
            ...{ id: unique('step'), turnId: turn.id, manifest: {}, tries: [], startedAt: new Date(at) },
          },
        })
      }
      await called(ann, 'a', '2026-03-02T00:00:00.000Z', LARGE)
      await called(ann, 'a', '2026-03-02T09:00:00.000Z', LARGE)
      await called(ann, 'b', '2026-03-02T09:00:00.000Z', null)
      await called(ann, 'a', '2026-03-01T23:59:59.999Z', 5)
      await called(bob, 'a', '2026-03-02T09:00:00.000Z', 5)
      await called(ann, PREPARED_MODEL, '2026-03-02T09:00:00.000Z', 0)
      await called(ann, 'mistyped', '2026-03-02T09:00:00.000Z', null)
      const unreported = { finish: 'error', inputTokens: null, cachedTokens: null, outputTokens: null }
      await db.step.updateMany({ where: { ownerId: ann, model: 'mistyped' }, data: unreported })
      const ofNoTurn = (ownerId: string, model: string) =>
        db.upkeepCall.create({ data: upkeepCall(ownerId, { model, costMicros: LARGE, at: TODAY }) })
      await ofNoTurn(ann, 'c')
      await ofNoTurn(bob, 'c')
      const spent = await spendSince(db, ann, TODAY)
      const once = { inputTokens: LARGE, cachedTokens: 1, outputTokens: 2 }
      const twice = { inputTokens: 2 * LARGE, cachedTokens: 2, outputTokens: 4 }
      expect(spent.sort((one, other) => one.model.localeCompare(other.model))).toEqual([
        { model: 'a', ...twice, costMicros: 2 * LARGE, unpriced: 0 },
        { model: 'b', ...once, costMicros: 0, unpriced: 1 },
        { model: 'c', inputTokens: 900, cachedTokens: 0, outputTokens: 90, costMicros: LARGE, unpriced: 0 },
      ])
      expect(await spendSince(db, unique('user'), TODAY)).toEqual([])
    })

    it('is added up by day, with our own count where the provider reported none', async () => {
      const { db } = open()
      const owner = await newOwner(db)
      const called = (model: string, at: string, costMicros: number | null) =>
        db.upkeepCall.create({ data: upkeepCall(owner, { model, costMicros, at: new Date(at) }) })
      await called('a', '2026-03-01T23:59:59.999Z', 9)
      await called('a', '2026-03-02T00:00:00.000Z', LARGE)
      await called('b', '2026-03-02T12:00:00.000Z', LARGE)
      await called(PREPARED_MODEL, '2026-03-02T12:00:00.000Z', 0)
      const turn = await say(db, owner, unique('conv'))
      const call = { phase: 'act', role: 'fast', provider: 'p', promptVersion: '1', finish: 'stop', text: '' }
      await db.step.create({
        data: {
          ...{ ...call, id: unique('step'), turnId: turn.id, ownerId: owner, model: 'c', costMicros: null },
          ...{ estInputTokens: 70, estOutputTokens: 7, totalMs: 1, attempt: 1, index: 0 },
          ...{ manifest: {}, tries: [], startedAt: new Date('2026-03-03T23:59:59.999Z') },
        },
      })
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
  })
}
