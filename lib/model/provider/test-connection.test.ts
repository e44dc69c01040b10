import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { afterEach, describe, expect, it } from 'vitest'
import { refusedUrl, startChaos } from '@/e2e/support/chaos-server'
import { type OpenAiServer, type ServerOptions, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel, type ScriptedTurn } from '@/e2e/support/scripted-model'
import { SupportMemory } from '@/lib/model/call/support/support'
import { DEFAULT_PRICES } from '@/lib/model/prices'
import { configAt, testRuntime } from '@/lib/model/testing'
import { FULL } from '@/lib/shared/model-support'
import { testConnection } from './test-connection'

let server: OpenAiServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const options = { runtime: testRuntime(), prices: DEFAULT_PRICES, log: { info() {}, warn() {} }, gate: null }
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

describe('the connection test', () => {
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
    const found = await can(url)
    expect(found).toMatchObject({ toolError: null })
    expect(found).not.toMatchObject({ tools: 'native' })
  })

  it('tells a model that leaves the tool it is offered', async () =>
    expect(await can((await serve(() => ({ text: ['one', ' two'] }))).url)).toMatchObject({ tools: 'none' }))

  it('does not take an overloaded service for one without tools', async () => {
    const { url } = await serve(able, {
      fault: (request, _, response) => {
        if (!request.body.tools) return false
        response.writeHead(503).end('{"error":{"message":"busy"}}')
        return true
      },
    })
    expect(await can(url)).toMatchObject({ tools: null, toolError: { code: 'provider_error' } })
  })

  it('takes a model that only thinks for reachable', async () => {
    const { url } = await serve(() => ({ finish: 'length' }))
    expect(await testConnection(configAt(url, 'chat'), options, never)).toMatchObject({ ok: true })
  })

  it('waits as long as the person set, and knows what was learned', async () => {
    server = await startChaos('stall')
    const config = configAt(server.url, 'chat')
    const own = await testConnection(config, { ...options, times: { totalMs: 50 } }, never)
    expect(own).toMatchObject({ error: { hint: expect.stringContaining('“Whole call”') } })
    const first = await testConnection(config, { ...options, times: { firstChunkMs: 50 } }, never)
    expect(first).toMatchObject({ error: { hint: expect.stringContaining('“First word”') } })
    const limit = await testConnection(config, { ...options, timeouts: { totalMs: 50 } }, never)
    expect(limit).toMatchObject({
      error: {
        message: 'The model did not answer a test within 2 minutes.',
        hint: expect.stringContaining('Test it again'),
      },
    })
    await server.close()
    const { url } = await serve(() => ({ text: '{"tool": "report_ready", "args": {"word": "OK"}}' }))
    const support = new SupportMemory()
    support.remember(configAt(url, 'chat'), { ...FULL, tools: 'text' })
    const known = await testConnection(configAt(url, 'chat'), { ...options, support }, never)
    expect(known).toMatchObject({ value: { tools: 'text' } })
    expect(server?.requests.every(({ body }) => !body.tools)).toBe(true)
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
