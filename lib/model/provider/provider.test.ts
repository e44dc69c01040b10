import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refusedUrl, startChaos } from '@/e2e/support/chaos-server'
import { type OpenAiServer, type ServerOptions, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel, type ScriptedTurn } from '@/e2e/support/scripted-model'
import { serveSelfSigned } from '@/e2e/support/self-signed'
import { SupportMemory } from '@/lib/model/call/support/support'
import { DEFAULT_PRICES } from '@/lib/model/prices'
import { configAt, testModels, testRequest, testRuntime } from '@/lib/model/testing'
import type { ServiceConfig } from '@/lib/model/types'
import { FULL } from '@/lib/shared/model-support'
import { baseUrlsOf, unlistedUrl } from './base-urls'
import { listAddress, listModels } from './list-models'
import { modelNamed } from './provider'
import { testConnection } from './test-connection'
import { isNearby, timeoutsOf } from './timeouts'

const OLLAMA = 'http://localhost:11434/v1'
it.each([
  ['http://localhost:11434/v1', [OLLAMA]],
  [' http://localhost:11434/v1/ ', [OLLAMA]],
  ['http://localhost:11434/v1/chat/completions', [OLLAMA]],
  ['http://localhost:11434/v1/models', [OLLAMA]],
  ['http://localhost:11434/v1/responses', [OLLAMA]],
  ['localhost:11434', ['http://localhost:11434', OLLAMA]],
  ['127.0.0.1:8080/v1', ['http://127.0.0.1:8080/v1']],
  ['gpu.local:8000/v1', ['http://gpu.local:8000/v1']],
  ['http://localhost:11434/api', ['http://localhost:11434/api', 'http://localhost:11434/api/v1', OLLAMA]],
  [
    'http://localhost:11434/api/chat',
    ['http://localhost:11434/api/chat', 'http://localhost:11434/api/chat/v1', OLLAMA],
  ],
  ['api.openai.com', ['https://api.openai.com', 'https://api.openai.com/v1']],
  [
    'https://openrouter.ai',
    ['https://openrouter.ai/api/v1', 'https://openrouter.ai', 'https://openrouter.ai/v1'],
  ],
  [
    'https://openrouter.ai/api',
    ['https://openrouter.ai/api', 'https://openrouter.ai/api/v1', 'https://openrouter.ai/v1'],
  ],
  ['https://api.z.ai/api/paas/v4/chat/completions', ['https://api.z.ai/api/paas/v4']],
  [
    'https://generativelanguage.googleapis.com/v1beta/openai/',
    ['https://generativelanguage.googleapis.com/v1beta/openai'],
  ],
  [
    'https://me.openai.azure.com',
    [
      'https://me.openai.azure.com/openai/v1',
      'https://me.openai.azure.com',
      'https://me.openai.azure.com/v1',
    ],
  ],
])('%s may mean these', (typed, urls) => expect(baseUrlsOf(typed)).toEqual(urls))

it.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  '',
  'http://me:secret@models.test/v1',
  'https://h.test/v1?key=1',
])('%s is refused', (typed) =>
  expect(() => baseUrlsOf(typed)).toThrow(/http or https|name or password|from the \?/),
)

it('without a list, the path given counts, else the known one, else /v1', () => {
  const of = (typed: string) => unlistedUrl(baseUrlsOf(typed))
  expect(of('https://me.openai.azure.com')).toBe('https://me.openai.azure.com/openai/v1')
  expect(of('https://models.test')).toBe('https://models.test/v1')
  expect(of('https://models.test/openai')).toBe('https://models.test/openai')
})

describe('certificate', () => {
  let server: Awaited<ReturnType<typeof serveSelfSigned>>
  beforeAll(async () => {
    server = await serveSelfSigned()
  })
  afterAll(() => server.close())

  const SAID = {
    code: 'provider_unreachable',
    message: expect.stringContaining('its certificate is not from an authority that this machine trusts'),
    hint: expect.stringContaining('NODE_EXTRA_CA_CERTS=/path/to/certificate.pem'),
  }
  const config = (reach: 'own' | 'trusted') => configAt(server.url, 'chat', { reach }) as ServiceConfig

  it.each(['own', 'trusted'] as const)(
    'a self-signed certificate is named, with what to do (%s)',
    async (reach) => {
      expect(await listModels(config(reach))).toMatchObject({ error: SAID })
      const { models, waits } = testModels(config(reach))
      const { error, tries } = await models.call('fast', testRequest())
      expect(error).toMatchObject(SAID)
      expect([tries.length, waits]).toEqual([1, []])
      const options = {
        runtime: { now: () => new Date(), id: String, random: () => 0 },
        gate: null,
        prices: {},
        log: { info() {}, warn() {} },
      }
      expect(await testConnection(config(reach), options, new AbortController().signal)).toMatchObject({
        error: SAID,
      })
    },
  )
})

describe("a service's list of models", () => {
  const KEY = 'sk-test-SECRET-0123456789'
  const servers: http.Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })
  /** A service whose list is this reply. */
  async function serving(
    status: number,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<{ url: string; asked: http.IncomingMessage[] }> {
    const asked: http.IncomingMessage[] = []
    const server = http.createServer((request, response) => {
      asked.push(request)
      response.writeHead(status, headers).end(body)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked }
  }
  const list = (baseUrl: string, apiKey: string | null = KEY) =>
    listModels({ provider: 'openai', api: 'chat', model: 'm', baseUrl, apiKey, reach: 'own' })
  const sentence = async (baseUrl: string, apiKey?: string | null) => {
    const result = await list(baseUrl, apiKey)
    if ('models' in result) throw new Error('a refusal was expected')
    return `${result.error.code}: ${result.error.message} ${result.error.hint}`
  }

  it('is asked for at the base URL, with the key', async () => {
    const { url, asked } = await serving(200, JSON.stringify({ data: [{ id: 'small' }, { id: 'large' }] }))
    expect(await list(`${url}/`)).toEqual({ models: ['small', 'large'], blind: [] })
    expect([asked[0]?.method, asked[0]?.url, asked[0]?.headers.authorization]).toEqual([
      'GET',
      '/v1/models',
      `Bearer ${KEY}`,
    ])
    await list(url, null)
    expect(asked[1]?.headers.authorization).toBeUndefined()
  })

  it('is asked for with a key where the service says so in its own way', async () => {
    const body = [{ error: { code: 400, message: 'Missing or invalid Authorization header.' } }]
    expect(await list((await serving(400, JSON.stringify(body))).url, null)).toMatchObject({
      why: 'key',
      error: {
        code: 'provider_auth',
        message: 'The provider requires an API key (400).',
        said: 'Missing or invalid Authorization header.',
      },
    })
  })

  it('tells which models take no images, where the service says so', async () => {
    const models = [
      { id: 'sees', architecture: { input_modalities: ['text', 'image'] } },
      { id: 'reads', architecture: { input_modalities: ['text'] } },
      { id: 'small', capabilities: { vision: false } },
      { id: 'unknown', architecture: 7, capabilities: [] },
    ]
    const { url } = await serving(200, JSON.stringify({ data: models }))
    expect(await list(url)).toMatchObject({ blind: ['reads', 'small'] })
  })

  it('a service that is not there is named, with the reason', async () => {
    const url = await refusedUrl()
    expect(await sentence(url)).toBe(
      `provider_unreachable: The provider at ${new URL(url).host} cannot be reached: connection refused. Tried ${url}/models. Check that it is running and that the URL is correct.`,
    )
    expect(await sentence('http://no-such-host.invalid/v1')).toMatch(
      /The provider at no-such-host\.invalid cannot be reached: host name (not found|could not be resolved)/,
    )
  })

  it('no word of a reply that is no list is told, nor a key, nor what else stands in the address', async () => {
    const { url } = await serving(403, `root:x:0:0 ${KEY}`)
    expect(await sentence(url)).not.toMatch(/root:x|SECRET/)
    const inside = await serving(200, '<html>{"message":"root:x:0:0"}</html>')
    expect(await sentence(inside.url)).not.toContain('root:x')
    expect(listAddress({ baseUrl: 'https://me:pass@host.test/v1?api-key=1234' })).toBe(
      'https://host.test/v1/models',
    )
  })
})

it('a call without a model is not made, and says what to set', async () => {
  const server = await startChaos(() => null)
  const config = configAt(server.url, 'chat', { model: '' })
  const { models } = testModels(config)
  const said = {
    message: `No model of ${new URL(server.url).host} is chosen.`,
    hint: 'Choose one in Settings, or set MNEME_FAST_MODEL or MNEME_REFLECTIVE_MODEL.',
  }
  expect(await models.call('fast', testRequest())).toMatchObject({ error: said, tries: [] })
  expect(modelNamed(config).model).toBe('no model')
  expect(server.requests).toEqual([])
  await server.close()
})

describe('the connection test', () => {
  let server: OpenAiServer | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })
  const options = {
    runtime: testRuntime(),
    prices: DEFAULT_PRICES,
    log: { info() {}, warn() {} },
    gate: null,
  }
  const never = new AbortController().signal
  const serve = async (
    script: (options: LanguageModelV4CallOptions) => ScriptedTurn,
    more: Partial<ServerOptions> = {},
  ) => {
    server = await serveOpenAi({ model: new ScriptedModel(script), tested: true, ...more })
    return server
  }
  const READY = [{ name: 'report_ready', args: { word: 'OK' } }]
  /** Streams, and calls the tool if it is offered one. */
  const able = ({ tools }: LanguageModelV4CallOptions): ScriptedTurn =>
    tools?.length ? { calls: READY } : { text: ['one', ' two', ' three'] }
  const can = async (url: string) => {
    const result = await testConnection(configAt(url, 'chat'), options, never)
    return result.ok ? result.value : result.error
  }

  it.each(['chat', 'responses'] as const)(
    'names the model, the time, and what it can do (%s)',
    async (api) => {
      const { url } = await serve(able)
      const result = await testConnection(configAt(url, api), options, never)
      expect(result).toEqual({
        ok: true,
        value: {
          model: 'gpt-5.4-mini',
          provider: new URL(url).host,
          ms: expect.any(Number),
          streams: true,
          tools: 'native',
          toolError: null,
          refusal: null,
        },
      })
      expect(server?.requests).toHaveLength(2)
    },
  )

  it('tells a service that sends the answer in one piece', async () =>
    expect(await can((await serve(() => ({ text: 'one two three' }))).url)).toMatchObject({ streams: false }))

  it('tells a service that refuses tools: the model writes its calls as text', async () => {
    const { url } = await serve(() => ({ text: '{"tool": "report_ready", "arguments": {"word": "OK"}}' }), {
      refuse: (body) => (body.tools ? { status: 400, message: 'this model does not support tools' } : null),
    })
    expect(await can(url)).toMatchObject({
      ...{ tools: 'text', toolError: null },
      refusal: 'this model does not support tools',
    })
  })

  it.each<[string, ScriptedTurn]>([
    ['Answered with nothing.', { text: '' }],
    ['Answered with nothing.', { finish: 'length' }],
    ['Only thought, gave no answer.', { reasoning: 'Hm.' }],
  ])('fails without an answer: %s', async (message, turn) => {
    const { url } = await serve(() => turn)
    const result = await testConnection(configAt(url, 'chat'), options, never)
    expect(result).toMatchObject({ ok: false, error: { code: 'provider_empty', message } })
  })

  it('starts with nothing learned, and what it learns replaces that', async () => {
    const config = configAt((await serve(able)).url, 'chat')
    const kept: unknown[] = []
    const support = new SupportMemory({}, (_, change) => void kept.push(change({ ...FULL, tools: 'text' })))
    support.remember(config, { tools: 'text', contextTokens: 2_048 })
    const found = await testConnection(config, { ...options, support }, never)
    expect(found).toMatchObject({ value: { tools: 'native', refusal: null } })
    expect([support.of(config), kept.at(-1)]).toEqual([FULL, FULL])
    await server?.close()
    await testConnection(config, { ...options, support }, never)
    expect(kept).toHaveLength(2)
  })

  it('fails at once, in plain words, without the key', async () => {
    server = await startChaos('unauthorised')
    const refused = await testConnection(configAt(server.url, 'chat'), options, never)
    expect(refused).toEqual({
      ok: false,
      error: {
        code: 'provider_auth',
        message: 'The provider rejected the API key (401).',
        hint: 'Check the key in Settings.',
        said: expect.not.stringContaining('SECRET'),
      },
    })
    const nowhere = await testConnection(configAt(await refusedUrl(), 'responses'), options, never)
    expect(nowhere).toMatchObject({ ok: false, error: { code: 'provider_unreachable' } })
  })
})

const at = (url: string) => timeoutsOf(configAt(url, 'chat'))

describe('how long a call may take', () => {
  it.each([
    'http://127.0.0.1:11434/v1',
    'http://localhost:1234/v1',
    'http://[::1]:8080/v1',
    'http://192.168.1.20:8000/v1',
    'http://10.0.0.7/v1',
    'http://[fd00::5]/v1',
    'http://ollama:11434/v1',
    'http://gpu.local:8000/v1',
    'http://host.docker.internal:11434/v1',
  ])('is 10 minutes to the first byte, 3 of silence and no total for %s', (url) =>
    expect(at(url)).toEqual({ firstChunkMs: 600_000, chunkGapMs: 180_000, totalMs: null }),
  )

  it.each(['https://api.openai.com/v1', 'https://openrouter.ai/api/v1', 'http://8.8.8.8/v1'])(
    'is a minute, a minute and 15 minutes for %s',
    (url) => expect(at(url)).toEqual({ firstChunkMs: 60_000, chunkGapMs: 60_000, totalMs: 900_000 }),
  )

  it('is what a person set, each time by itself', () => {
    const config = configAt('https://api.test/v1', 'chat')
    expect(timeoutsOf(config, { chunkGapMs: 5_000 })).toMatchObject({
      firstChunkMs: 60_000,
      chunkGapMs: 5_000,
    })
    expect(timeoutsOf(config, { totalMs: 'none' }).totalMs).toBeNull()
    expect(timeoutsOf(configAt('http://127.0.0.1/v1', 'chat'), { totalMs: 60_000 }).totalMs).toBe(60_000)
  })

  it('OpenAI without an address, and what is no address, are far', () =>
    expect([isNearby(null), isNearby('nonsense')]).toEqual([false, false]))
})
