import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { configAt, testModels, testRequest } from '@/lib/model/testing'
import type { ModelConfig } from '@/lib/model/types'
import { build } from '@/lib/prompts/fence'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import { OfflineModel } from './offline-model'

let server: OpenAiServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const task = (text: string) =>
  build([{ name: 'task', note: '', items: [{ attributes: { who: 'user' }, text }] }])
const request = testRequest({ user: task('My canary is called Zorblin.'), toolChoice: 'none' })
const offline: ModelConfig = { provider: 'offline', delayMs: 0 }

describe('the offline model through the model layer', () => {
  it('answers at no cost, with its own counts marked as estimates', async () => {
    const { models } = testModels(offline)
    expect(models.describe('fast')).toEqual({ provider: 'offline', model: OFFLINE_MODEL, offline: true })
    const result = await models.call('fast', request)
    expect(result).toMatchObject({
      error: null,
      model: OFFLINE_MODEL,
      usage: { estimated: true, costMicros: 0 },
    })
    expect(result.text).toContain('Zorblin')
    expect(result.usage.inputTokens).toBeGreaterThan(5)
  })

  it.each(['chat', 'responses'] as const)(
    'says the same behind the real provider package over %s',
    async (api) => {
      server = await serveOpenAi({ model: new OfflineModel({ delayMs: 0 }) })
      const [direct, remote] = [
        await testModels(offline).models.call('fast', request),
        await testModels(configAt(server.url, api)).models.call('fast', request),
      ]
      expect(remote.text).toBe(direct.text)
      expect(remote.usage).toMatchObject({ ...server.reported(), estimated: false })
    },
  )

  it('exercises the repair: an object it does not know comes back null', async () => {
    const { exchanges: _e, tools: _t, toolChoice: _c, ...base } = request
    const { value, result } = await testModels(offline).models.structured('utility', {
      ...base,
      name: 'no-such-form',
      schema: z.object({ a: z.string() }),
    })
    expect(value).toBeNull()
    expect(result.tries.length).toBeGreaterThan(1)
  })

  it('stops when told to', async () => {
    const stop = new AbortController()
    const { models } = testModels({ provider: 'offline', delayMs: 50 })
    const result = await models.call(
      'fast',
      { ...request, signal: stop.signal },
      { onText: () => stop.abort() },
    )
    expect(result).toMatchObject({ aborted: true, finish: 'aborted' })
    expect(result.text.length).toBeGreaterThan(0)
  })
})
