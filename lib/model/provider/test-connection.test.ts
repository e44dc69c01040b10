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
