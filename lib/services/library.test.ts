import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ChaosServer, startChaos } from '@/e2e/support/chaos-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { inFolder } from '@/examples/in-folder'
import { askedRound } from '@/lib/model/offline/view'
import { type OpenAgent, openAgent } from './library'

let server: ChaosServer
beforeEach(async () => {
  server = await startChaos('server-error')
})
afterEach(() => server.close())

type Given = Omit<OpenAgent, 'databaseUrl' | 'conversationId'>
/** The turn of one message in a database of its own. */
const say = (given: Given, message = 'Which rivers do I like?') =>
  inFolder(async (databaseUrl) => {
    const { agent, close } = await openAgent({ databaseUrl, conversationId: 'c', ...given })
    try {
      return await agent.start(message)
    } finally {
      await close()
    }
  })
const FAST = { reflectiveThinking: { enabled: false, classifier: 'off' } } as const
const service = () => ({ baseUrl: server.url, models: 'small' })

it('refuses options it does not know, or that are out of range, by name', async () => {
  const wrong = { maxRounds: 3, reflectiveThinking: { thinkingRounds: 5 }, maxRetryAttempts: 99 } as Given
  const refused = say(wrong)
  await expect(refused).rejects.toMatchObject({ code: 'invalid' })
  for (const part of ['openAgent cannot use', 'maxRounds', 'thinkingRounds', 'maxRetryAttempts'])
    await expect(refused).rejects.toThrow(part)
})

it('asks the service it is given, as often as it may, with the model that is named', async () => {
  const turn = await say({ model: service(), maxRetryAttempts: 1, ...FAST })
  expect(turn).toMatchObject({ status: 'failed', error: { code: 'provider_error' } })
  expect(server.requests.map(({ body }) => body.model)).toEqual(['small', 'small'])
})

it('waits for the first word as long as apiRequestTimeout says', async () => {
  server.plan(() => 'stall')
  const turn = await say({ model: service(), apiRequestTimeout: 1_000, maxRetryAttempts: 0, ...FAST })
  expect(turn).toMatchObject({ status: 'failed', error: { code: 'provider_timeout' } })
  expect(turn.error).toMatchObject({ message: expect.stringContaining('1 s') })
})

it('has the model summarise a turn that thought, before it closes', () =>
  inFolder(async (databaseUrl) => {
    const note = { summary: 'The boat leaves at nine.', insights: ['Leaves at nine', 'From pier 4'] }
    const model = new ScriptedModel(({ responseFormat, prompt }) => {
      if (responseFormat?.type === 'json') {
        const { name } = responseFormat
        return { text: JSON.stringify(name === 'turn_notes' ? { facts: [], ...note, title: 'Boats' } : {}) }
      }
      const args = { continueThinking: false, reason: 'Enough.' }
      return askedRound(prompt)
        ? { text: 'A boat.', calls: [{ name: 'continue_thinking', args }] }
        : { text: 'Noted: nine o’clock.' }
    })
    const scripted = await startChaos(() => null, { model })
    const options = {
      ...{ databaseUrl, conversationId: 'c', model: { baseUrl: scripted.url, models: 'small' } },
      reflectiveThinking: { preset: 'standard', classifier: 'off' },
    } as const
    const first = await openAgent(options)
    await first.agent.start('The boat leaves at nine from pier 4.')
    await first.close()
    const again = await openAgent(options)
    expect(await again.agent.getMemoryStore().getAllSummaries()).toMatchObject([note])
    await again.close()
    await scripted.close()
  }))

it('has the files of the workspace in the first message only, and keeps later ones', () =>
  inFolder(async (databaseUrl) => {
    const options = { databaseUrl, conversationId: 'c', workspace: { 'list.md': 'milk' } }
    const first = await openAgent(options)
    await first.agent.start('Append eggs to list.md')
    await first.close()
    const again = await openAgent(options)
    const turn = await again.agent.start('Read list.md')
    await again.close()
    expect(turn.answer).toContain('eggs')
  }))
