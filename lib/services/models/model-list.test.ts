import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refusedUrl } from '@/e2e/support/chaos-server'
import { type OpenAiServer, type ServerOptions, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { type Harness, harness } from '@/lib/agent/testing'
import { env, setEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { saveSetting } from '@/lib/settings/layers'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import { modelsOfTurn } from '../service'
import { localServices, looksLocally, readModels } from './model-list'
import { resetProvider, saveProvider } from './provider-settings'

const KEY = 'sk-mine-1234'
const TOKEN = { MNEME_ACCESS_TOKEN: 'a-token-of-the-tests' }
const real = env()
const servers: OpenAiServer[] = []
let t: Harness
beforeEach(async () => {
  t = await harness(() => ({}))
  testingEnv()
})
afterEach(async () => {
  setEnv(real)
  await Promise.all([...servers.splice(0).map((server) => server.close()), t.close()])
})
async function serving(models: string[], more: Partial<ServerOptions> = {}) {
  const server = await serveOpenAi({ model: new ScriptedModel(() => ({ text: 'OK' })), models, ...more })
  servers.push(server)
  return server
}
const portOf = ({ url }: OpenAiServer) => Number(new URL(url).port)

describe('a pasted address', () => {
  const read = (address: string | null, key: string | null = null) => readModels(t, address, key)

  it.each([
    '/v1',
    '',
    '/',
    '/v1/',
    '/v1/chat/completions',
    '/v1/models',
    '/v1/responses',
    '/api',
    '/api/chat',
  ])('ending in “%s” becomes the base URL that lists the models', async (end) => {
    const { url } = await serving(['b', 'a', 'b'])
    const origin = url.replace(/\/v1$/, '')
    expect(await read(origin + end)).toEqual({
      baseUrl: url,
      host: new URL(url).host,
      state: 'listed',
      models: ['a', 'b'],
      blind: [],
    })
  })

  it('that needs a key says so, and is read with it', async () => {
    const { url } = await serving(['a'], { key: KEY })
    expect(await read(url)).toMatchObject({ state: 'key', models: [] })
    expect(await read(url.replace('/v1', ''), KEY)).toMatchObject({ baseUrl: url, state: 'listed' })
    await expect(read(url, 'sk-wrong-0000')).rejects.toMatchObject({ code: 'provider_auth' })
    await expect(read(url, 'sk-wrong-0000')).rejects.not.toThrow('sk-wrong-0000')
  })

  it('gets a stored key only if it is the one that the key was stored for', async () => {
    const [mine, other] = [await serving(['a'], { key: KEY }), await serving(['a'], { key: KEY })]
    await saveProvider(t, { baseUrl: mine.url, offline: false, fastModel: 'a' }, KEY)
    expect(await read(mine.url)).toMatchObject({ state: 'listed' })
    expect(await read(other.url)).toMatchObject({ state: 'key' })
  })
})

describe('services on this machine', () => {
  it('are those that list their models on the usual ports', async () => {
    const ollama = await serving(['llama3.3', 'nomic-embed-text'])
    const dead = Number(new URL(await refusedUrl()).port)
    const usual = [
      { name: 'Ollama', port: portOf(ollama) },
      { name: 'vLLM', port: dead },
    ]
    expect(await localServices(usual)).toEqual([
      { name: 'Ollama', baseUrl: ollama.url, models: ['llama3.3', 'nomic-embed-text'] },
    ])
  })

  it('are not looked for on a shared installation, unless its operator names the host', async () => {
    const usual = [{ name: 'Ollama', port: portOf(await serving(['llama3.3'])) }]
    testingEnv(TOKEN)
    expect([await localServices(usual), looksLocally()]).toEqual([[], false])
    testingEnv({ ...TOKEN, MNEME_MODEL_HOSTS: '127.0.0.1' })
    expect(await localServices(usual)).toHaveLength(1)
    expect(looksLocally()).toBe(true)
  })
})

describe('the model chosen for a conversation or a message', () => {
  const named = async (options = {}) => {
    const turn = { ownerId: t.ownerId, conversationId: 'c', options }
    const models = await modelsOfTurn(t.db, t.runtime, turn)
    return (['fast', 'reflective', 'utility'] as const).map((role) => models.describe(role).model)
  }

  it('answers in fast mode and with thinking, and leaves summaries to the utility model', async () => {
    const { url } = await serving(['a'])
    const setting = { baseUrl: url, offline: false, fastModel: 'fast', reflectiveModel: 'deep' }
    await saveProvider(t, setting, null)
    await t.say('c', 'Hello.')
    expect(await named()).toEqual(['fast', 'deep', 'fast'])
    await saveSetting(t.db, t.ownerId, 'c', 'model.answering', 'mine')
    expect(await named()).toEqual(['mine', 'mine', 'fast'])
    expect(await named({ model: 'once' })).toEqual(['once', 'once', 'fast'])
    await expect(saveSetting(t.db, t.ownerId, 'user', 'model.answering', 'mine')).rejects.toThrow()
    // The built-in engine is no model of the service: with it, nothing is sent for anything.
    await saveSetting(t.db, t.ownerId, 'c', 'model.answering', OFFLINE_MODEL)
    expect(new Set(await named())).toEqual(new Set([OFFLINE_MODEL]))
    expect(await named({ model: 'once' })).toEqual(['once', 'once', 'fast'])
  })

  it('stays while the service does, and goes with it', async () => {
    const [here, there] = [await serving(['a']), await serving(['b'])]
    const at = ({ url }: { url: string }, fastModel: string) => ({ baseUrl: url, offline: false, fastModel })
    await saveProvider(t, at(here, 'fast'), null)
    await t.say('c', 'Hello.')
    await saveSetting(t.db, t.ownerId, 'c', 'model.answering', 'mine')
    await saveProvider(t, at(here, 'faster'), null)
    expect((await named())[0]).toBe('mine')
    await saveProvider(t, at(there, 'other'), null)
    expect((await named())[0]).toBe('other')
  })

  it('stays the built-in engine whatever service is connected or removed', async () => {
    const [here, there] = [await serving(['a']), await serving(['b'])]
    const at = ({ url }: { url: string }) => ({ baseUrl: url, offline: false, fastModel: 'fast' })
    await saveProvider(t, at(here), null)
    await t.say('c', 'Hello.')
    await saveSetting(t.db, t.ownerId, 'c', 'model.answering', OFFLINE_MODEL)
    await saveProvider(t, at(there), null)
    expect((await named())[0]).toBe(OFFLINE_MODEL)
    await resetProvider(t)
    await saveProvider(t, at(here), null)
    expect((await named())[0]).toBe(OFFLINE_MODEL)
  })

  it('is none for a turn of the built-in engine', async () => {
    expect(await named({ model: 'once' })).toEqual(Array(3).fill('Built-in (no language model)'))
  })
})
