import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { env, setEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { changesSince, memoryRev } from '@/lib/db/engine/changes'
import { testDb } from '@/lib/db/testing'
import { resolveModel } from '@/lib/model/provider/resolve'
import type { Role } from '@/lib/model/types'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { listSettings, saveSetting } from '@/lib/settings/layers'
import { sharesSecret } from '@/lib/settings/secrets'
import type { ProviderSetting } from '@/lib/shared/schemas'
import { testRoles } from './model-list'
import { modelSettings } from './model-settings'
import { describeProvider, forgetKey, resetProvider, saveProvider } from './provider-settings'

const MINE = 'http://mine.test/v1'
const ELSEWHERE = 'http://elsewhere.test/v1'
const KEY = 'sk-mine-1234'

const real = env()
let t: Awaited<ReturnType<typeof testDb>>
beforeEach(async () => {
  t = await testDb()
  testingEnv()
})
afterEach(async () => {
  setEnv(real)
  await t.close()
})
const save = (over: Partial<ProviderSetting>, key: string | null = null) =>
  saveProvider(
    t,
    { baseUrl: null, offline: false, ...(over.baseUrl ? { fastModel: 'm' } : {}), ...over },
    key,
  )
const goesTo = async (role: Role = 'fast') => resolveModel(role, env(), (await modelSettings(t)).settings)

describe('a stored key stays with its address', () => {
  it('goes to the address it was typed for, and is gone at another one', async () => {
    expect(await save({ baseUrl: MINE }, KEY)).toMatchObject({
      baseUrl: MINE,
      keyLast4: '1234',
      keyFrom: 'settings',
    })
    expect(await goesTo()).toMatchObject({ baseUrl: MINE, apiKey: KEY })
    expect(await save({ baseUrl: `${MINE}/`, fastModel: 'other' })).toMatchObject({ keyLast4: '1234' }) // the same address, spelled otherwise (control)
    expect(await save({ baseUrl: ELSEWHERE })).toMatchObject({ keyLast4: null, keyFrom: null })
    expect(await goesTo()).toMatchObject({ baseUrl: ELSEWHERE, apiKey: null })
    expect(await t.db.secret.count()).toBe(0)
  })

  it('does not open for another address, whatever wrote that one', async () => {
    await save({ baseUrl: MINE }, KEY)
    await saveSetting(t.db, t.ownerId, 'user', 'provider', { baseUrl: ELSEWHERE, offline: false })
    expect(await goesTo()).toMatchObject({ baseUrl: ELSEWHERE, apiKey: null })
    await saveSetting(t.db, t.ownerId, 'user', 'provider', null)
    await save({}, KEY) // for OpenAI
    testingEnv({ OPENAI_BASE_URL: ELSEWHERE })
    expect(await goesTo()).toMatchObject({ baseUrl: ELSEWHERE, apiKey: null })
  })
})

describe('the connection test', () => {
  it('sends a stored key to its own address alone, and gives the words of the model', async () => {
    const [mine, elsewhere] = await Promise.all(
      [0, 1].map(() =>
        serveOpenAi({ model: new ScriptedModel(() => ({ text: ['OK, ', 'I am here.'] })), tested: true }),
      ),
    )
    if (!mine || !elsewhere) throw new Error('two servers were asked for')
    await save({ baseUrl: mine.url }, KEY)
    const asked = { fastModel: 'm', reflectiveModel: 'm', offline: false }
    expect(
      await testRoles({ ...t, runtime: systemRuntime }, { baseUrl: mine.url, ...asked }, null),
    ).toMatchObject([
      {
        roles: ['reflective', 'fast', 'utility'],
        model: 'm',
        error: null,
        can: { streams: true, tools: 'none' },
      },
    ])
    await testRoles({ ...t, runtime: systemRuntime }, { baseUrl: elsewhere.url, ...asked }, null)
    const keys = (server: OpenAiServer) =>
      server.requests.map((request) => request.headers.authorization === `Bearer ${KEY}`)
    expect([new Set(keys(mine)), new Set(keys(elsewhere))]).toEqual([new Set([true]), new Set([false])])
    await Promise.all([mine.close(), elsewhere.close()])
  })

  it('tries every model, and says which role fails', async () => {
    const server = await serveOpenAi({
      model: new ScriptedModel(() => ({ text: 'OK' })),
      embed: () => ({ status: 404, message: 'no such model' }),
      tested: true,
    })
    const models = { reflectiveModel: 'large', fastModel: 'small', embeddingModel: 'vectors' }
    const setting = { baseUrl: server.url, offline: false, ...models }
    expect(await testRoles({ ...t, runtime: systemRuntime }, setting, null)).toMatchObject([
      { roles: ['reflective'], model: 'large', error: null },
      { roles: ['fast', 'utility'], model: 'small', error: null },
      { roles: ['embedding'], model: 'vectors', error: { message: expect.any(String) } },
    ])
    expect([...new Set(server.requests.map(({ body }) => body.model))].sort()).toEqual(['large', 'small'])
    await server.close()
    await expect(testRoles({ ...t, runtime: systemRuntime }, setting, null)).rejects.toMatchObject({
      code: 'provider_unreachable',
    })
  })
})

describe('a service without a model', () => {
  it('is neither saved nor tested with one that it may not have', async () => {
    await expect(save({ baseUrl: MINE, fastModel: undefined })).rejects.toMatchObject({
      code: 'invalid',
      message: 'No model of mine.test is chosen.',
    })
    expect(await t.db.setting.count()).toBe(0)
    await expect(
      testRoles({ ...t, runtime: systemRuntime }, { baseUrl: MINE, offline: false }, null),
    ).rejects.toMatchObject({
      message: 'No model of mine.test is chosen.',
    })
    expect(await save({ baseUrl: null }, KEY)).toMatchObject({ roles: { fast: { model: 'gpt-5.4-mini' } } })
  })

  it('from the environment says what to set, until something is', async () => {
    testingEnv({ OPENAI_BASE_URL: MINE })
    expect(await describeProvider(t)).toMatchObject({
      problem:
        'No model of mine.test is chosen. Choose one in Settings, or set MNEME_FAST_MODEL or MNEME_REFLECTIVE_MODEL.',
      roles: { fast: { model: 'no model' } },
    })
    expect(await save({ fastModel: 'theirs' })).toMatchObject({ problem: null })
    expect(await save({ offline: true })).toMatchObject({ problem: null, offline: true })
  })
})

describe('Settings keep only what was typed', () => {
  const ENVS = {
    OPENAI_BASE_URL: MINE,
    OPENAI_API_KEY: 'sk-env-9999',
    MNEME_FAST_MODEL: 'fast',
    MNEME_REFLECTIVE_BASE_URL: 'http://deep.test/v1',
    MNEME_REFLECTIVE_MODEL: 'deep',
  }

  it('saving without a change leaves the environment in force', async () => {
    testingEnv(ENVS)
    const before = await describeProvider(t)
    expect(await save({})).toEqual(before)
    expect(before.own).toBeNull()
    expect(await t.db.setting.count()).toBe(0)
    expect(await goesTo('reflective')).toMatchObject({ baseUrl: 'http://deep.test/v1', model: 'deep' })
  })

  it('one typed field leaves the others to the environment', async () => {
    testingEnv(ENVS)
    expect(await save({ utilityModel: 'tiny' })).toMatchObject({
      own: { utilityModel: 'tiny' },
      baseUrl: MINE,
      keyLast4: '9999',
    })
    expect([await goesTo('utility'), await goesTo('fast'), await goesTo('reflective')]).toMatchObject([
      { model: 'tiny' },
      { model: 'fast' },
      { model: 'deep' },
    ])
  })

  it('a reset gives everything back to the environment', async () => {
    testingEnv(ENVS)
    const before = await describeProvider(t)
    expect(await save({ baseUrl: ELSEWHERE, reflectiveModel: 'mine' }, KEY)).toMatchObject({
      baseUrl: ELSEWHERE,
      keyFrom: 'settings',
    })
    expect(await goesTo('reflective')).toMatchObject({ baseUrl: ELSEWHERE, model: 'mine' })
    expect(await resetProvider(t)).toEqual(before)
    expect([await t.db.setting.count(), await t.db.secret.count()]).toEqual([0, 0])
  })

  it('the source of a key is named; forgetting takes only a stored one', async () => {
    testingEnv(ENVS)
    expect(await describeProvider(t)).toMatchObject({
      keyLast4: '9999',
      keyFrom: 'environment',
    })
    expect(await save({}, KEY)).toMatchObject({ keyLast4: '1234', keyFrom: 'settings' })
    expect(await forgetKey(t)).toMatchObject({ keyLast4: '9999', keyFrom: 'environment' })
  })
})

describe('a server with another secret on the same database', () => {
  it('is noticed at its start, and its people are asked for their key again', async () => {
    testingEnv({ MNEME_SECRET: 'the first secret of this installation' })
    expect(await sharesSecret(t.db)).toBe(true)
    await save({ baseUrl: ELSEWHERE }, KEY)
    expect((await describeProvider(t)).keyUnreadable).toBeUndefined()
    testingEnv({ MNEME_SECRET: 'another secret, of a second server' })
    expect(await sharesSecret(t.db)).toBe(false)
    expect(await describeProvider(t)).toMatchObject({ keyUnreadable: true, keyLast4: null })
    await save({ baseUrl: ELSEWHERE }, KEY)
    expect(await describeProvider(t)).toMatchObject({ keyFrom: 'settings', keyLast4: '1234' })
  })
})

describe('what the settings layers say', () => {
  const settingOf = async (key: string) =>
    (await listSettings(t.db, t.ownerId, null)).find((entry) => entry.key === key)

  it('the environment is a layer below the person, but thinking that it forbids stays off', async () => {
    expect([await settingOf('thinking.enabled'), await settingOf('action.maxSteps')]).toMatchObject([
      { value: true, layer: 'default' },
      { value: 10, layer: 'default' },
    ])
    testingEnv({ ENABLE_REFLECTIVE_MODE: 'false', REFLECTIVE_MAX_STEPS: '4' })
    expect([await settingOf('thinking.enabled'), await settingOf('action.maxSteps')]).toMatchObject([
      { value: false, layer: 'environment' },
      { value: 4, layer: 'environment' },
    ])
    await saveSetting(t.db, t.ownerId, 'user', 'thinking.enabled', true)
    expect(await settingOf('thinking.enabled')).toMatchObject({ value: false, layer: 'environment' })
    await saveSetting(t.db, t.ownerId, 'user', 'action.maxSteps', 7)
    expect(await settingOf('action.maxSteps')).toMatchObject({ value: 7, layer: 'user' })
  })

  it('other tabs hear of each change', async () => {
    const heard = async (change: () => Promise<unknown>) => {
      const rev = await memoryRev(t.db, t.ownerId)
      await change()
      return (await changesSince(t.db, t.ownerId, rev)).map(({ kind, refId }) => `${kind} ${refId}`)
    }
    expect(await heard(() => saveSetting(t.db, t.ownerId, 'user', 'window.size', 3))).toEqual([
      'setting window.size',
    ])
    expect(await heard(() => save({ baseUrl: MINE }, KEY))).toEqual([
      'setting provider',
      'setting provider',
      'setting model.answering',
    ])
    expect(await heard(() => forgetKey(t))).toEqual(['setting provider'])
  })
})
