import { afterEach, expect, it } from 'vitest'
import { type Harness, harness, isThink, type Reply } from '@/lib/agent/testing'
import type { ModelRequest } from '@/lib/model/types'
import { saveSetting } from '@/lib/settings/layers'
import type { TurnOptions } from '@/lib/shared/schemas'
import type { ThinkingPlan } from '@/lib/shared/turn/events'

let round = 0
/** Never stops thinking by itself. */
const tireless = (request: ModelRequest): Reply =>
  isThink(request)
    ? {
        text: 'Hm.',
        calls: [{ name: 'continue_thinking', args: { continueThinking: true, reason: `Again ${round++}.` } }],
      }
    : { text: 'An answer.' }

let h: Harness
afterEach(() => h.close())
const set = (key: string, value: unknown, scope = 'user') => saveSetting(h.db, h.ownerId, scope, key, value)
async function say(options: TurnOptions, text = 'Why do I always procrastinate?') {
  const before = h.models.requests.length
  const turn = await h.say('c', text, options)
  const requests = h.models.requests.slice(before)
  return { turn, plan: turn.plan as unknown as ThinkingPlan, rounds: requests.filter(isThink).length }
}

it('rounds and tokens that a person typed override those of the depth and of a preset', async () => {
  h = await harness(tireless)
  expect(await say({ preset: 'auto' })).toMatchObject({
    plan: { maxRounds: 5, tokenBudget: 10_000 },
    rounds: 5,
  })
  await set('thinking.maxRounds', 2)
  await set('thinking.tokenBudget', 50_000)
  expect(await say({ preset: 'auto' })).toMatchObject({
    plan: { maxRounds: 2, tokenBudget: 50_000 },
    rounds: 2,
  })
  await set('thinking.preset', 'research')
  expect((await say({ preset: 'auto' })).plan.maxRounds).toBe(2)
})

it('the budget that a person typed ends the thinking', async () => {
  h = await harness((request) => ({ ...tireless(request), text: 'One thought after another. '.repeat(200) }))
  await set('thinking.tokenBudget', 500)
  expect((await say({ preset: 'auto' })).rounds).toBe(1)
})

const UNSURE = 'help me with my essay on tides'
it.each([
  ['model', 1, 'model'],
  ['heuristic', 0, 'heuristic'],
  ['off', 0, 'person'],
] as const)('the classifier set to “%s” makes %i calls', async (value, calls, by) => {
  h = await harness(({ system }) =>
    system.startsWith('Classify') ? { text: '{"label":"COMPLEX","confidence":0.9}' } : { text: 'An answer.' },
  )
  h.models.offline = false
  await set('thinking.classifier', value)
  const { plan } = await say({ preset: 'auto' }, UNSURE)
  expect(h.models.structuredRequests.filter(({ name }) => name === 'complexity')).toHaveLength(calls)
  expect(plan.classified?.by).toBe(by)
  if (value === 'off') expect((await say({ preset: 'auto' }, 'Hi!')).plan.depth).toBe('moderate')
})
