import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type ChaosServer, startChaos } from '@/e2e/support/chaos-server'
import { serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { env, setEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { testDb } from '@/lib/db/testing'
import { testRequest, testRuntime } from '@/lib/model/testing'
import { loadSettings, saveSetting } from '@/lib/settings/layers'
import { modelsFor } from './model-settings'
import { saveProvider } from './provider-settings'

const real = env()
let t: Awaited<ReturnType<typeof testDb>>
let server: ChaosServer
beforeEach(async () => {
  t = await testDb()
  testingEnv()
  server = await startChaos('server-error')
  await saveProvider(t, { baseUrl: server.url, offline: false, fastModel: 'small' }, null)
})
afterEach(async () => {
  setEnv(real)
  await Promise.all([server.close(), t.close()])
})
const set = (key: string, value: unknown) => saveSetting(t.db, t.ownerId, 'user', key, value)

it('refuses numbers out of range', async () => {
  for (const [key, value] of [
    ['model.maxRetryAttempts', 11],
    ['model.apiRequestTimeout', 999],
    ['model.silenceTimeout', 0],
    ['model.callTimeout', 59_999],
    ['model.callTimeout', 'never'],
    ['action.consecutiveMistakeLimit', 0],
    ['thinking.maxRounds', 21],
    ['thinking.tokenBudget', 1.5],
    ['thinking.classifier', 'maybe'],
  ] as const)
    await expect(set(key, value)).rejects.toMatchObject({ code: 'invalid' })
})

it('what a model refused is kept for later, until a person resets it', async () => {
  const refusing = await serveOpenAi({
    model: new ScriptedModel(() => ({ text: 'Yes.' })),
    refuse: ({ temperature }) =>
      temperature === undefined ? null : { status: 400, message: "Unsupported parameter: 'temperature'" },
  })
  await saveSetting(t.db, t.ownerId, 'user', 'provider', {
    baseUrl: refusing.url,
    fastModel: 'test-model',
    offline: false,
  })
  const ask = async () =>
    (await modelsFor({ ...t, runtime: testRuntime() })).call('fast', testRequest({ temperature: 0 }))
  const learned = async () => (await loadSettings(t.db, t.ownerId, null)).get('model.learned').value
  expect((await ask()).tries).toHaveLength(2)
  await expect.poll(async () => Object.values(await learned())).toMatchObject([{ omit: ['temperature'] }])
  expect((await ask()).tries).toHaveLength(1)
  await set('model.learned', null)
  expect((await ask()).tries).toHaveLength(2)
  await refusing.close()
})

it('what calls learn at the same time is kept together', async () => {
  const refusing = await serveOpenAi({
    model: new ScriptedModel(() => ({ text: 'Yes.' })),
    refuse: ({ temperature, tools }) =>
      temperature !== undefined
        ? { status: 400, message: "Unsupported parameter: 'temperature'" }
        : tools
          ? { status: 400, message: 'This model does not support tools' }
          : null,
  })
  await set('provider', { baseUrl: refusing.url, fastModel: 'test-model', offline: false })
  const tools = [{ name: 'report', description: 'Reports.', inputSchema: z.object({}) }]
  const asks = [{ temperature: 0 }, { tools }, {}]
  // Each turn has models of its own.
  await Promise.all(
    asks.map(async (ask) =>
      (await modelsFor({ ...t, runtime: testRuntime() })).call('fast', testRequest(ask)),
    ),
  )
  const learned = async () => (await loadSettings(t.db, t.ownerId, null)).get('model.learned').value
  await expect
    .poll(async () => Object.values(await learned()))
    .toMatchObject([{ omit: ['temperature'], tools: 'text' }])
  await refusing.close()
})
