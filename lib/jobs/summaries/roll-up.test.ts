import { describe, expect, it } from 'vitest'
import { harness } from '@/lib/agent/testing'
import type { Embedder } from '@/lib/model/embed/embedder'
import { saveSetting } from '@/lib/settings/layers'
import { rollUp } from './roll-up'

describe('the roll-up job', () => {
  it('chooses sentences by meaning where the service embeds though its model fails, and counts both calls', async () => {
    const h = await harness(() => ({ text: 'Noted.' }))
    await saveSetting(h.db, h.ownerId, 'user', 'rollUp.every', 2)
    const sent: string[][] = []
    const embedder: Embedder = {
      ...{ provider: 'test', model: 'meaning', space: 'test meaning' },
      embed: async (texts) => {
        sent.push(texts)
        const vectors = texts.map(() => new Float32Array([1, 0]))
        const usage = {
          inputTokens: 5,
          cachedTokens: 0,
          outputTokens: 0,
          reasoningTokens: 0,
          estimated: false,
        }
        const rest = { error: null, aborted: false, tries: [], notices: [], ms: 1 }
        return { vectors, usage: { ...usage, costMicros: 0 }, ...rest }
      },
    }
    h.models.offline = false
    for (const text of ['The boat is red.', 'The tea is green.', 'The sky is wide.'])
      await h.say('c', text, { thinking: false })
    Object.assign(h.models, { embedder })
    await h.jobs.tick()
    expect(await h.db.summary.findFirst({ where: { level: 1 } })).toMatchObject({
      status: 'fallback',
      text: 'Turn 1: The user said: The boat is red. Turn 2: The user said: The tea is green.',
    })
    expect(sent).toContainEqual(['The user said: The boat is red.', 'The user said: The tea is green.'])
    const ofTurn = await h.db.step.findFirstOrThrow({ where: { phase: 'roll-up' }, select: { turnId: true } })
    expect(await h.db.step.count({ where: { ...ofTurn, phase: 'embed' } })).toBe(1)
    await h.close()
  })

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
