import { afterEach, describe, expect, it } from 'vitest'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { configAt, testModels } from '@/lib/model/testing'
import { cite, lesson, playbook, reflection, verdict, verdictsIn } from './testing-learning'

let server: OpenAiServer | undefined
let h: Hands | undefined
afterEach(async () => {
  await h?.close()
  await server?.close()
})
const GUARDRAIL = 'Ask for the day before an opening time is given, since Sundays differ.'
const REPLIES: Record<string, object> = {
  verdict: verdict('failure'),
  strategies: { strategies: [lesson(GUARDRAIL, { kind: 'guardrail', section: 'mis' })] },
  reflection: reflection(['heu-00001', 'harmful']),
  facts: { facts: [] },
  turn_summary: { summary: 'Opening times.', insights: [] },
  title: { title: 'Opening times' },
}

describe.each(['chat', 'responses'] as const)('learning over an OpenAI server, %s', (api) => {
  it.each(['answers', 'is broken'])('which %s', async (state) => {
    const names: string[] = []
    server = await serveOpenAi({
      model: new ScriptedModel(({ responseFormat }) => {
        const name = responseFormat?.type === 'json' ? (responseFormat.name ?? '') : ''
        names.push(name)
        if (!name) return { text: 'At nine.' }
        return { text: state === 'answers' ? JSON.stringify(REPLIES[name] ?? {}) : 'Sorry.' }
      }),
    })
    h = await byHand()
    h.deps.models = testModels(configAt(server.url, api)).models
    const [id = ''] = await seedStrategies(h, {
      content: 'Opening times are on the door of the harbour office.',
    })
    const turn = await h.say('c', 'When does the harbour of Borkum open on Sundays?', PLAIN)
    await cite(h, turn.id, [id])
    await h.jobs.tick()
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
      expect(names.indexOf('verdict')).toBeGreaterThan(names.indexOf(''))
    } else {
      expect(await verdictsIn(h)).toEqual(['unknown (heuristic)'])
      expect(await playbook(h)).toHaveLength(1)
    }
  })
})
