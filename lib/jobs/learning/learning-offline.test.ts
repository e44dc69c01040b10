import { afterEach, describe, expect, it } from 'vitest'
import type { Reply } from '@/lib/agent/testing'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { testModels } from '@/lib/model/testing'
import { rateAnswer } from '@/lib/services/turns/turns'
import { cite, learningBy, playbook, taught, verdictsIn } from './testing-learning'

const open: Pick<Hands, 'close'>[] = []
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})
const UP = { value: 1, reason: '' } as const

describe('learning without a model', () => {
  it('judges by evidence and tags what was cited; it adds nothing, and asks nobody', async () => {
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
    expect([await verdictsIn(h), await tags()]).toEqual([['unknown (heuristic)'], [0, 0, 1]])
    await taught(h, "No, that's wrong, it opens at ten.")
    const first = await h.db.verdict.findUnique({ where: { turnId: turn.id } })
    expect([first?.label, first?.by, await tags()]).toEqual(['failure', 'heuristic', [0, 1, 0]])
    await rateAnswer(h.caller, turn.id, UP)
    await h.jobs.tick()
    expect(await tags()).toEqual([1, 0, 0])
    expect(await h.db.strategy.count()).toBe(1)
    expect(await h.db.step.count({ where: { phase: { in: ['judge', 'distil', 'reflect'] } } })).toBe(0)
    expect(await h.db.job.count({ where: { status: { not: 'done' } } })).toBe(0)
  })

  const TOOLS = [
    { name: 'list_files', args: {} },
    { name: 'set_state', args: { key: 'opens', value: 'nine' } },
    { name: 'get_state', args: { key: 'opens' } },
  ]
  async function withTools() {
    const h = await learningBy({
      act: ({ exchanges }): Reply => (exchanges.length ? { text: 'It is noted.' } : { calls: TOOLS }),
    })
    open.push(h)
    h.models.offline = true
    return { h, turn: await taught(h, 'Write down when the harbour opens, and tell jane@example.com.') }
  }

  it('adds the measured steps of a turn that the person marked as good, once', async () => {
    const { h, turn } = await withTools()
    expect([await verdictsIn(h), await playbook(h)]).toEqual([['success (heuristic)'], []])
    await rateAnswer(h.caller, turn.id, UP)
    await h.jobs.tick()
    expect(await playbook(h)).toEqual([
      'active For “Write down when the harbour opens, and tell [e-mail].”, these steps in this order gave a good answer: list_files, set_state, get_state. (0/0/0)',
    ])
    await rateAnswer(h.caller, turn.id, { ...UP, reason: 'Still good.' })
    await h.jobs.tick()
    expect(await playbook(h)).toHaveLength(1)
    expect((await h.db.delta.findMany()).map(({ op, by }) => [op, by])).toEqual([['ADD', 'heuristic']])
  })

  it('only proposes them if the turn read text from outside', async () => {
    const { h, turn } = await withTools()
    await h.db.turn.updateMany({ data: { tainted: true } })
    await rateAnswer(h.caller, turn.id, UP)
    await h.jobs.tick()
    expect((await playbook(h)).map((line) => line.split(' ')[0])).toEqual(['proposed'])
  })

  it('adds nothing when the person marked it as not good', async () => {
    const { h, turn } = await withTools()
    await rateAnswer(h.caller, turn.id, { value: -1, reason: '' })
    await h.jobs.tick()
    expect([await verdictsIn(h), await playbook(h)]).toEqual([['failure (person)'], []])
  })

  it('knows nothing of a turn that was stopped', async () => {
    const h = await byHand()
    open.push(h)
    h.model.offline = false
    const turn = await h.send('c', 'When does the harbour of Borkum open?', PLAIN)
    await h.model.next()
    await h.runner.stop(h.ownerId, turn.id)
    await h.runner.settled(turn.id)
    await h.db.job.deleteMany({ where: { kind: { not: 'judge' } } })
    await h.jobs.tick()
    expect(await verdictsIn(h)).toEqual(['unknown (heuristic)'])
  })
})
