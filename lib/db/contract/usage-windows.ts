import { describe, expect, it } from 'vitest'
import { recordedUsage } from '@/lib/db/ledger/usage'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'
import { type Contract, newOwner, say, unique } from './fixture'

const AT = Date.parse('2026-03-01T08:00:00.000Z')
type Ended = 'completed' | 'stopped' | 'failed' | 'queued'

export function usageWindows(open: Contract) {
  describe('usage by window size', () => {
    it('adds up turns that ended, their tokens, success and time, of the owner and of a conversation', async () => {
      const { db } = open()
      const [ann, bob] = [await newOwner(db), await newOwner(db)]
      const [here, there] = [unique('conv'), unique('conv')]
      const turn = async (
        ownerId: string,
        conversationId: string,
        window: object | null,
        { status = 'completed' as Ended, ms = 1_000, rated = 0 } = {},
      ) => {
        const { id } = await say(db, ownerId, conversationId)
        const times = { startedAt: new Date(AT), endedAt: new Date(AT + ms) }
        await db.turn.update({
          where: { id },
          data: { status, activeKey: null, ...times, ...(window ? { window } : {}) },
        })
        if (window)
          await db.step.create({
            data: {
              ...{
                id: unique('step'),
                ownerId,
                turnId: id,
                attempt: 1,
                index: 0,
                phase: 'act',
                role: 'fast',
              },
              ...{ provider: 'p', model: 'm', promptVersion: '1', manifest: {}, text: '', finish: 'stop' },
              ...{ estInputTokens: 1, estOutputTokens: 1, log: [], startedAt: new Date(AT), totalMs: 1 },
            },
          })
        if (rated)
          await db.feedback.create({
            data: { turnId: id, ownerId, value: rated, reason: '', at: new Date() },
          })
      }
      const plan = (size: number | 'full', tokens: number, earlier?: number) => ({
        ...{ size, tokens, reason: '', turns: [] },
        ...(earlier === undefined ? {} : { earlier }),
      })
      await turn(ann, here, plan(5, 100, 400), { ms: 1_500 })
      await turn(ann, here, plan(5, 50), { ms: 500, rated: -1 })
      await turn(ann, here, plan(5, 10, 20), { status: 'failed' })
      await turn(ann, here, plan('full', 900, 900), { rated: 1 })
      await turn(ann, here, plan(3, 7, 70), { status: 'stopped' })
      await turn(ann, here, null)
      await turn(ann, here, plan(3, 7, 70), { status: 'queued' })
      await turn(ann, there, plan(10, 1, 2), { ms: 250 })
      await turn(bob, unique('conv'), plan(5, 1, 1))
      const windows = async (conversationId: string | null) =>
        (await recordedUsage(db, ann, { conversationId })).windows
      const sums = (size: number | 'full', [turns, tokens, earlier, counted]: number[], ended: number[]) => {
        const [judged, succeeded, timed, ms] = ended
        return { size, turns, tokens, earlier, counted, judged, succeeded, timed, ms }
      }
      const own = [
        sums(3, [1, 7, 70, 1], [0, 0, 0, 0]),
        sums(5, [3, 160, 420, 2], [3, 1, 2, 2_000]),
        sums('full', [1, 900, 900, 1], [1, 1, 1, 1_000]),
      ]
      expect(await windows(here)).toEqual(own)
      expect(await windows(null)).toEqual([own[0], own[1], sums(10, [1, 1, 2, 1], [1, 1, 1, 250]), own[2]])
      await db.conversation.update({ where: { id: there }, data: { origin: SAMPLE_ORIGIN } })
      expect(await windows(there)).toEqual([sums(10, [1, 1, 2, 1], [1, 1, 0, 0])])
    })
  })
}
