import { afterEach, describe, expect, it } from 'vitest'
import { refusedUrl, startChaos } from '@/e2e/support/chaos-server'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel, type ScriptedTurn } from '@/e2e/support/scripted-model'
import { DEFAULT_PRICES } from '@/lib/model/prices'
import { configAt, testRuntime } from '@/lib/model/testing'
import { testConnection } from './test-connection'

let server: OpenAiServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const options = { runtime: testRuntime(), prices: DEFAULT_PRICES, log: { info() {}, warn() {} }, gate: null }
const never = new AbortController().signal
const serve = async (turn: ScriptedTurn) => {
  server = await serveOpenAi({ model: new ScriptedModel(() => turn) })
  return server
}

describe('the connection test', () => {
  it.each(['chat', 'responses'] as const)('names the model and the time (%s)', async (api) => {
    const { url } = await serve({ text: 'OK' })
    const result = await testConnection(configAt(url, api), options, never)
    expect(result).toMatchObject({
      ok: true,
      value: { model: 'gpt-5.4-mini', provider: new URL(url).host, ms: expect.any(Number), text: 'OK' },
    })
    expect(server?.requests).toHaveLength(1)
  })

  it('takes a model that only thinks for reachable', async () => {
    const { url } = await serve({ finish: 'length' })
    expect(await testConnection(configAt(url, 'chat'), options, never)).toMatchObject({
      ok: true,
      value: { text: '' },
    })
  })

  it('gives the words of the model itself, shortened and without the key', async () => {
    const config = configAt(
      (await serve({ text: `  OK sk-test-key ${'and so on '.repeat(50)}` })).url,
      'chat',
    )
    const result = await testConnection({ ...config, apiKey: 'sk-test-key' } as typeof config, options, never)
    const text = result.ok ? result.value.text : ''
    expect(text).toMatch(/^OK \[key\] and so on/)
    expect(text.length).toBeLessThanOrEqual(120)
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
