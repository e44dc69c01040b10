import { describe, expect, it } from 'vitest'
import { harness } from '@/lib/agent/testing'
import { saveSetting } from '@/lib/settings/layers'
import { rollUp } from './roll-up'

describe('the roll-up job', () => {
  it('that is cut short between two roll-ups is not done: the next try makes the rest', async () => {
    const ending = new AbortController()
    const h = await harness(() => ({ text: 'Noted.' }))
    await saveSetting(h.db, h.ownerId, 'user', 'rollUp.every', 2)
    const turns = []
    for (const name of ['one', 'two', 'three', 'four', 'five'])
      turns.push(await h.say('c', `This is ${name}.`, { thinking: false }))
    await h.db.summary.deleteMany({ where: { level: { gt: 0 } } })
    await h.db.job.deleteMany({})
    h.models.describe = () => {
      ending.abort()
      return { provider: 'scripted', model: 'scripted-1', offline: true }
    }
    const job = await h.db.job.create({
      data: {
        id: 'job',
        ownerId: h.ownerId,
        kind: 'roll-up',
        key: 'k',
        payload: { turnId: turns.at(-1)?.id ?? '' },
        status: 'running',
        runAfter: h.runtime.now(),
        leaseOwner: 'me',
        attempts: 1,
      },
    })
    const rollUps = () => h.db.summary.count({ where: { level: { gt: 0 } } })
    await expect(rollUp.run(h.deps, job, ending.signal)).rejects.toThrow('cut short')
    expect([await rollUps(), (await h.db.job.findFirst())?.status]).toEqual([1, 'running'])
    await rollUp.run(h.deps, job, new AbortController().signal)
    expect([await rollUps(), (await h.db.job.findFirst())?.status]).toEqual([3, 'done'])
    await h.close()
  })
})
