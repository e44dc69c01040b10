import { afterEach, describe, expect, it } from 'vitest'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { testModels } from '@/lib/model/testing'
import { rateAnswer } from '@/lib/services/turns/turns'
import { cite, taught, verdictsIn } from './testing-learning'

const open: Pick<Hands, 'close'>[] = []
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})

describe('without a model', () => {
  it('nothing is learned from turns, but thumbs count: also for what was cited', async () => {
    const h = await byHand()
    open.push(h)
    h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
    const [id = ''] = await seedStrategies(h, {})
    const turn = await h.say('c', 'The harbour of Borkum opens at nine.', PLAIN)
    await cite(h, turn.id, [id])
    await h.jobs.tick()
    const tags = async () => {
      const { helpful, harmful, neutral } = await h.db.strategy.findUniqueOrThrow({ where: { id } })
      return [helpful, harmful, neutral]
    }
    await taught(h, "No, that's wrong, it opens at ten.")
    expect([await verdictsIn(h), await tags()]).toEqual([[], [0, 0, 0]])
    for (const [value, label, counted] of [
      [1, 'success', [1, 0, 0]],
      [-1, 'failure', [0, 1, 0]],
    ] as const) {
      await rateAnswer(h.caller, turn.id, { value, reason: '' })
      await h.jobs.tick()
      expect([await verdictsIn(h), await tags()]).toEqual([[`${label} (person)`], counted])
    }
    await rateAnswer(h.caller, turn.id, null)
    await h.jobs.tick()
    expect([await verdictsIn(h), await tags()]).toEqual([[], [0, 0, 0]])
    expect(await h.db.strategy.count()).toBe(1)
    expect(await h.db.step.count({ where: { phase: { notIn: ['think', 'act', 'classify'] } } })).toBe(0)
    expect(await h.db.job.count({ where: { status: { not: 'done' } } })).toBe(0)
  })
})

it('a turn that was stopped gets no verdict from a model', async () => {
  const h = await byHand()
  open.push(h)
  h.model.offline = false
  const turn = await h.send('c', 'When does the harbour of Borkum open?', { ...PLAIN, depth: 'moderate' })
  ;(await h.model.next()).say('It opens at ')
  await h.runner.stop(h.ownerId, turn.id)
  await h.runner.settled(turn.id)
  const done = h.jobs.tick()
  const call = await h.model.next()
  const notes = { facts: [], summary: 'It was stopped.', insights: [], title: 'Borkum' }
  const reply = { ...notes, verdict: { label: 'failure' } }
  call.say(JSON.stringify(reply)).end()
  await done
  expect(await verdictsIn(h)).toEqual([])
})
