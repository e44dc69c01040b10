import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { FaultName } from '@/e2e/support/chaos-faults'
import { type ChaosServer, startChaos } from '@/e2e/support/chaos-server'
import { sendError, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { configAt, testModels, testRequest, testRuntime } from '@/lib/model/testing'
import type { Retry } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import { backoffMs, retryAfterMs, saidRetryMs, sleep } from './retry'

let chaos: ChaosServer | undefined
afterEach(async () => {
  await chaos?.close()
  chaos = undefined
})
const once = (fault: FaultName) => startChaos((request) => (request.index === 0 ? fault : null))
const LONGEST = limits.model.longestRetryAfterMs
const NOW = new Date('2026-10-21T07:28:00.000Z')

describe('Retry-After', () => {
  it.each([
    [{ 'retry-after': '1' }, 1_000],
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1.5' }, 1_500],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:05 GMT' }, 5_000],
    [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-3' }, null],
    [{}, null],
    [{ 'retry-after': '99999999999999' }, LONGEST],
    [{ 'retry-after-ms': '9'.repeat(400) }, LONGEST],
    [{ 'retry-after': 'Wed, 21 Oct 9999 07:28:00 GMT' }, LONGEST],
  ])('%j is %s ms', (headers, expected) =>
    expect(retryAfterMs(new Headers(headers as Record<string, string>), NOW)).toBe(expected),
  )

  it.each([
    ['Rate limit reached for m. Please try again in 20s. Visit us.', 20_000],
    ['Please try again in 1m30.5s', 90_500],
    ['Please try again in 250ms.', 250],
    ['Please retry after 20 seconds.', 20_000],
    ['Quota resets in 2 minutes', 120_000],
    ['Try again in a moment.', null],
    ['You sent 20s of audio. Try again later.', null],
    ['Try again in 20 steps', null],
    ['try again in 999999999 minutes', LONGEST],
  ])('in words: "%s" is %s ms', (said, expected) => expect(saidRetryMs(said)).toBe(expected))

  it('is read from the message if there is no header; when the tries are used up, it says how long', async () => {
    const server = await serveOpenAi({
      model: new ScriptedModel([]),
      fault: (_, __, response) => {
        sendError(response, 429, 'Rate limit reached. Please try again in 20s.')
        return true
      },
    })
    const { models, waits } = testModels(configAt(server.url, 'chat'))
    const { error } = await models.call('fast', testRequest())
    await server.close()
    expect(waits).toEqual([20_000, 20_000, 20_000])
    expect(error).toMatchObject({
      code: 'provider_rate_limit',
      message: 'Rate limited. Try again in 20 s.',
      retryAt: expect.any(String),
    })
  })

  it('waits as long as the service asks, tells the caller, then goes on', async () => {
    chaos = await once('rate-limit-1')
    const { models, waits } = testModels(configAt(chaos.url, 'chat'))
    const told: Retry[] = []
    const result = await models.call('fast', testRequest(), { onRetry: (retry) => told.push(retry) })
    expect(result).toMatchObject({ error: null, text: 'all is well' })
    expect(waits).toEqual([1_000])
    expect(told).toEqual([{ attempt: 1, waitMs: 1_000, reason: 'Rate limited by the provider (429).' }])
  })

  it('understands a date', async () => {
    chaos = await once('rate-limit-date')
    const runtime = { ...testRuntime(), now: () => NOW }
    const { models, waits } = testModels(configAt(chaos.url, 'responses'), { runtime })
    expect(await models.call('fast', testRequest())).toMatchObject({ error: null })
    expect(waits).toEqual([5_000])
  })

  it.each(['chat', 'responses'] as const)(
    'over a minute: stops at once and says when to come back (%s)',
    async (api) => {
      chaos = await once('rate-limit-120')
      const { models, waits } = testModels(configAt(chaos.url, api))
      const result = await models.call('fast', testRequest())
      expect(waits).toEqual([])
      expect(result.tries).toHaveLength(1)
      expect(result.error).toMatchObject({
        code: 'provider_rate_limit',
        message: 'Rate limited. Try again in 2 min.',
      })
      expect(Date.parse(result.error?.retryAt ?? '') - NOW.getTime()).toBeGreaterThan(119_000)
    },
  )

  it.each(['99999999999999', 'Wed, 21 Oct 9999 07:28:00 GMT'])(
    'beyond a year (%s): says so, with no date that nobody could wait for',
    async (retryAfter) => {
      const server = await serveOpenAi({
        model: new ScriptedModel([]),
        fault: (_, __, response) => {
          sendError(response, 429, 'slow down', { 'retry-after': retryAfter })
          return true
        },
      })
      const { models } = testModels(configAt(server.url, 'chat'))
      const { error } = await models.call('fast', testRequest())
      expect(error).toEqual({
        code: 'provider_rate_limit',
        message: 'Rate limited for more than a year.',
        hint: expect.any(String),
      })
      await server.close()
    },
  )

  it('backs off in growing, scattered steps where the service says nothing', async () => {
    chaos = await startChaos('server-error')
    const { models, waits } = testModels(configAt(chaos.url, 'chat'))
    await models.call('fast', testRequest())
    expect(waits).toEqual([375, 750, 1_500])
    expect([backoffMs(1, () => 0), backoffMs(1, () => 0.999), backoffMs(20, () => 0.999)]).toEqual([
      250, 500, 7_996,
    ])
  })
})

describe('stopping', () => {
  it.each(['chat', 'responses'] as const)('keeps the text that had arrived (%s)', async (api) => {
    chaos = await startChaos('stall-midway')
    const stop = new AbortController()
    const { models } = testModels(configAt(chaos.url, api))
    const result = await models.call('fast', testRequest({ signal: stop.signal }), {
      onText: (delta) => delta.startsWith('three') && stop.abort(),
    })
    expect(result).toMatchObject({ aborted: true, error: null, finish: 'aborted', text: 'one two three ' })
    expect(result.usage).toMatchObject({ estimated: true, outputTokens: expect.any(Number) })
    expect(result.usage.inputTokens).toBeGreaterThan(5)
    expect(result.tries).toMatchObject([{ ok: false, reason: 'stopped' }])
  })

  it('works before the first byte, while waiting for a retry, and before the call', async () => {
    chaos = await startChaos((request) => (request.index === 0 ? 'stall' : 'rate-limit-1'))
    const config = configAt(chaos.url, 'chat')
    const early = new AbortController()
    const { models } = testModels(config, { sleep })
    const first = models.call('fast', testRequest({ signal: early.signal }))
    await chaos.seen(() => true)
    early.abort()
    expect(await first).toMatchObject({ aborted: true, error: null, text: '' })

    const late = new AbortController()
    const second = await models.call('fast', testRequest({ signal: late.signal }), {
      onRetry: () => late.abort(),
    })
    expect(second).toMatchObject({ aborted: true, finish: 'aborted', tries: [{ ok: false }] })

    expect(await models.call('fast', testRequest({ signal: AbortSignal.abort() }))).toMatchObject({
      aborted: true,
      tries: [],
    })
    expect(chaos.requests).toHaveLength(2)
  })

  it.each(['chat', 'responses'] as const)(
    'reaches the server: the connection is closed (%s)',
    async (api) => {
      chaos = await startChaos('endless')
      const stop = new AbortController()
      const { models } = testModels(configAt(chaos.url, api))
      await models.call('fast', testRequest({ signal: stop.signal }), { onText: () => stop.abort() })
      expect(await chaos.requests[0]?.gone).toBe(true)
    },
  )

  it('leaves nothing on the signal of a turn, which many calls share: ended well, tried again, failed', async () => {
    const { signal } = new AbortController()
    chaos = await startChaos(
      (request) => (['rate-limit-1', null, 'unauthorised', 'cut'] as const)[request.index] ?? null,
    )
    const { models } = testModels(configAt(chaos.url, 'chat'), { sleep: (_, given) => sleep(1, given) })
    for (let i = 0; i < 3; i++) await models.call('fast', testRequest({ signal }))
    expect(chaos.requests.length).toBeGreaterThan(3)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
