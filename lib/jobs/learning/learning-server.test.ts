import { afterEach, describe, expect, it } from 'vitest'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { configAt, testModels } from '@/lib/model/testing'
import { cite, lesson, noted, playbook, verdict, verdictsIn } from './testing-learning'

let server: OpenAiServer | undefined
let h: Hands | undefined
afterEach(async () => {
  await h?.close()
  await server?.close()
})
const GUARDRAIL = 'Ask for the day before an opening time is given, since Sundays differ.'
const NOTES = noted({
  ...verdict('failure'),
  lesson: lesson(GUARDRAIL, { kind: 'guardrail', section: 'mis' }),
  tags: [{ id: 'l1', tag: 'harmful' }],
})

describe.each(['chat', 'responses'] as const)('learning over an OpenAI server, %s', (api) => {
  it.each(['answers', 'is broken'])('which %s', async (state) => {
    const names: string[] = []
    server = await serveOpenAi({
      model: new ScriptedModel(({ responseFormat }) => {
        const name = responseFormat?.type === 'json' ? (responseFormat.name ?? '') : ''
        names.push(name)
        if (!name) return { text: 'At nine.' }
        return { text: state === 'answers' ? JSON.stringify(NOTES) : 'Sorry.' }
      }),
    })
    h = await byHand()
    h.deps.models = testModels(configAt(server.url, api)).models
    const [id = ''] = await seedStrategies(h, {
      content: 'Opening times are on the door of the harbour office.',
    })
    const turn = await h.say('c', 'When does the harbour of Borkum open on Sundays?', PLAIN)
    await cite(h, turn.id, [id])
    for (let tries = 0; tries < 3; tries++) {
      await h.jobs.tick()
      h.runtime.advance(60_000)
    }
    expect((await h.turn(turn.id)).answer).toBe('At nine.')
    expect(await h.db.job.count({ where: { status: { not: 'done' } } })).toBe(0)
    const steps = await h.db.step.findMany({ where: { turnId: turn.id } })
    const reported = server.reported()
    expect(steps.reduce((sum, step) => sum + (step.inputTokens ?? 0), 0)).toBe(reported.inputTokens)
    if (state === 'answers') {
      expect(await verdictsIn(h)).toEqual(['failure (model)'])
      expect(await playbook(h)).toEqual([
        'active Opening times are on the door of the harbour office. (0/1/0)',
        `active ${GUARDRAIL} (0/0/0)`,
      ])
      expect(names).toEqual(['', 'turn_notes'])
    } else {
      expect(await verdictsIn(h)).toEqual([])
      expect(await playbook(h)).toHaveLength(1)
    }
  })
})
