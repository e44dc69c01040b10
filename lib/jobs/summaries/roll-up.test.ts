import { describe, expect, it } from 'vitest'
import { type Harness, harness } from '@/lib/agent/testing'
import { OFFLINE_TURN } from '@/lib/agent/turn-marks'
import { saveSetting } from '@/lib/settings/layers'
import { rollUp } from './summary'

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
    const job = await runningJob(h, turns.at(-1)?.id)
    const rollUps = () => h.db.summary.count({ where: { level: { gt: 0 } } })
    await expect(rollUp.run(h.deps, job, ending.signal)).rejects.toThrow('cut short')
    expect([await rollUps(), (await h.db.job.findFirst())?.status]).toEqual([1, 'running'])
    await rollUp.run(h.deps, job, new AbortController().signal)
    expect([await rollUps(), (await h.db.job.findFirst())?.status]).toEqual([3, 'done'])
    await h.close()
  })

  it('sends no summary of a turn of the built-in engine, at any level', async () => {
    const h = await harness(() => ({ text: 'Noted.' }))
    await saveSetting(h.db, h.ownerId, 'user', 'rollUp.every', 2)
    const turns = []
    for (const name of ['alpha', 'bravo', 'charlie', 'delta'])
      turns.push(await h.say('c', `My word is ${name}.`, { thinking: false }))
    await h.db.job.deleteMany({})
    await h.db.turn.update({ where: { id: turns[0]?.id ?? '' }, data: { options: OFFLINE_TURN } })
    h.models.offline = false
    const before = h.models.structuredRequests.length
    await rollUp.run(h.deps, await runningJob(h, turns.at(-1)?.id), new AbortController().signal)
    const sent = h.models.structuredRequests.slice(before).map(({ user }) => user)
    expect(sent.map((user) => ['alpha', 'bravo', 'charlie'].map((word) => user.includes(word)))).toEqual([
      [false, false, true],
    ])
    const made = await h.db.summary.findMany({
      where: { level: { gt: 0 } },
      orderBy: [{ level: 'asc' }, { fromNumber: 'asc' }],
    })
    expect(made.map(({ level, status }) => [level, status])).toEqual([
      [1, 'extractive'],
      [1, 'fallback'],
      [2, 'extractive'],
    ])
    await h.close()
  })
})

const runningJob = (h: Harness, turnId = '') =>
  h.db.job.create({
    data: {
      id: 'job',
      ownerId: h.ownerId,
      kind: 'roll-up',
      key: 'k',
      payload: { turnId },
      status: 'running',
      runAfter: h.runtime.now(),
      leaseOwner: 'me',
      attempts: 1,
    },
  })
