import http from 'node:http'
import type { AddressInfo } from 'node:net'
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
import { localServices, looksLocally, modelList, readModels } from './model-list'
import { saveProvider } from './provider-settings'

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

/** A service that lists its models at one path alone. */
async function listingAt(path: string, status = 404) {
  const server = http.createServer((request, response) => {
    const isThere = request.url === `${path}/models`
    response.writeHead(isThere ? 200 : status, { 'content-type': 'application/json' })
    response.end(isThere ? '{"data":[{"id":"a"}]}' : '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => void server.close().closeAllConnections()
  servers.push({ close } as OpenAiServer)
  return origin
}

describe('a pasted address', () => {
  const read = (address: string | null, key: string | null = null) =>
    readModels(t.db, t.ownerId, address, key)

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

  it('may have no scheme, and lie where it says', async () => {
    const { url } = await serving(['a'])
    expect(await read(new URL(url).host)).toMatchObject({ baseUrl: url, state: 'listed' })
    const origin = await listingAt('/deep/openai')
    expect(await read(`${origin}/deep/openai/chat/completions`)).toMatchObject({
      baseUrl: `${origin}/deep/openai`,
      models: ['a'],
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
    await saveProvider(t.db, t.ownerId, { baseUrl: mine.url, offline: false, fastModel: 'a' }, KEY)
    expect(await read(mine.url)).toMatchObject({ state: 'listed' })
    expect(await read(other.url)).toMatchObject({ state: 'key' })
  })

  it('without a list is taken as it is, or with /v1', async () => {
    const origin = await listingAt('/nowhere')
    expect(await read(origin)).toMatchObject({ state: 'unlisted', baseUrl: `${origin}/v1` })
    expect(await read(`${origin}/openai/`)).toMatchObject({ state: 'unlisted', baseUrl: `${origin}/openai` })
  })

  it('where nothing answers, or which is none, is told in a sentence', async () => {
    await expect(read(await refusedUrl())).rejects.toMatchObject({ code: 'provider_unreachable' })
    await expect(read('ftp://models.test')).rejects.toThrow('Use an http or https URL')
    await expect(read(null)).rejects.toThrow('Enter the URL of a service')
    await expect(read(await listingAt('/v1', 500).then((at) => `${at}/v7`))).rejects.toThrow('(500)')
  })
})

describe('the models of a service', () => {
  it('are those of the service in use, with its stored key', async () => {
    expect(await modelList(t.db, t.ownerId)).toBeNull()
    const { url } = await serving(['mine'], { key: KEY })
    await saveProvider(t.db, t.ownerId, { baseUrl: url, offline: false, fastModel: 'mine' }, KEY)
    expect(await modelList(t.db, t.ownerId)).toMatchObject({ models: ['mine'] })
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
    await saveProvider(t.db, t.ownerId, setting, null)
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
    await saveProvider(t.db, t.ownerId, at(here, 'fast'), null)
    await t.say('c', 'Hello.')
    await saveSetting(t.db, t.ownerId, 'c', 'model.answering', 'mine')
    await saveProvider(t.db, t.ownerId, at(here, 'faster'), null)
    expect((await named())[0]).toBe('mine')
    await saveProvider(t.db, t.ownerId, at(there, 'other'), null)
    expect((await named())[0]).toBe('other')
  })

  it('is none for a turn of the built-in engine', async () => {
    expect(await named({ model: 'once' })).toEqual(Array(3).fill('Built-in (no language model)'))
  })
})
