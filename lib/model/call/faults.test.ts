import { createOpenAI } from '@ai-sdk/openai'
import { streamText } from 'ai'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { withVirtualClock } from '@/bench/virtual-clock'
import type { FaultName } from '@/e2e/support/chaos-faults'
import { type ChaosServer, refusedUrl, startChaos } from '@/e2e/support/chaos-server'
import { plus, zero } from '@/e2e/support/openai-types'
import { configAt, QUICK, testModels, testRequest } from '@/lib/model/testing'
import type { ModelConfig, ModelResult, ModelSink } from '@/lib/model/types'
import type { ErrorCode } from '@/lib/shared/errors'

const SECRET = 'sk-test-SECRET-0123456789'
const APIS = ['chat', 'responses'] as const
const readFile = {
  name: 'read_file',
  description: 'Reads a file.',
  inputSchema: z.object({ path: z.string() }),
}

let chaos: ChaosServer | undefined
afterEach(async () => {
  await chaos?.close()
  chaos = undefined
})

type Caller = (
  config: ModelConfig,
  sink: ModelSink,
) => Promise<{ result: ModelResult; logged: string[]; waits: number[] }>

const mneme: Caller = async (config, sink) => {
  const { models, logged, waits } = testModels(config, { timeouts: QUICK })
  const result = await withVirtualClock(() => models.call('fast', testRequest({ tools: [readFile] }), sink))
  return { result, logged, waits }
}

/** What every call promises, whatever the server does. */
async function check(caller: Caller, config: ModelConfig, server: ChaosServer | null) {
  let shown = ''
  let repeated = false
  const sink: ModelSink = {
    onText(delta) {
      shown += delta
    },
    onRetry() {
      repeated ||= shown !== ''
    },
  }
  const { result, logged, waits } = await caller(config, sink)
  const whole = result.error === null && !result.aborted
  expect(
    whole && result.text.trim() === '' && result.calls.length === 0,
    'an empty answer passed as one',
  ).toBe(false)
  expect(whole && /hole|one two three/.test(result.text), 'a hole passed off as an answer').toBe(false)
  expect(result.text).toBe(shown)
  expect(repeated, 'tried again after text was shown').toBe(false)
  expect(JSON.stringify(result) + logged.join(), 'the key is in the result or the log').not.toMatch(
    /SECRET|test-SECR/,
  )
  if (result.error) expect(result.error.message).toMatch(/^[A-Z][^\n]{10,400}[."]$/)
  const ledger = result.tries
    .flatMap((each) => (each.usage && !each.usage.estimated ? [each.usage] : []))
    .reduce(plus, zero())
  if (server) expect(ledger, 'the ledger differs from what the server reported').toEqual(server.reported())
  if (server && result.usage.estimated === false) expect(result.usage).toMatchObject(server.reported())
  return { result, logged, waits }
}

type Expected = { code: ErrorCode | null; text?: string; tries: number; says?: RegExp }
const PARTIAL = 'one two three '
const TABLE: Record<Exclude<FaultName, 'rate-limit-120' | 'rate-limit-date'>, Expected> = {
  unauthorised: { code: 'provider_auth', tries: 1, says: /rejected the API key \(401\)/ },
  forbidden: { code: 'provider_auth', tries: 1, says: /403/ },
  'not-found': { code: 'provider_error', tries: 1, says: /model or URL \(404\)/ },
  'rate-limit-1': { code: 'provider_rate_limit', tries: 4 },
  'rate-limit-bare': { code: 'provider_rate_limit', tries: 4 },
  'server-error': { code: 'provider_error', tries: 4, says: /Model server error \(500\)/ },
  html: { code: 'provider_garbled', tries: 4, says: /web page/ },
  'empty-body': { code: 'provider_garbled', tries: 4, says: /empty reply/ },
  'half-json': { code: 'provider_garbled', tries: 4 },
  'json-error': { code: 'provider_error', tries: 4, says: /quota of \S+ \[key\] used up/ },
  'error-event': { code: 'provider_error', text: PARTIAL, tries: 1, says: /overloaded/ },
  'early-error-event': { code: 'provider_error', tries: 4, says: /overloaded/ },
  cut: { code: 'provider_cut', text: PARTIAL, tries: 1 },
  'cut-after-usage': { code: 'provider_cut', text: PARTIAL, tries: 1 },
  reset: { code: 'provider_cut', text: PARTIAL, tries: 1 },
  'reset-at-once': { code: 'provider_unreachable', tries: 4 },
  corrupt: { code: 'provider_garbled', text: PARTIAL, tries: 1 },
  'empty-text': { code: 'provider_empty', tries: 4 },
  huge: { code: 'provider_too_long', text: 'x'.repeat(400_000), tries: 1 },
  endless: { code: 'provider_too_long', text: 'x'.repeat(400_000), tries: 1 },
  noise: { code: 'provider_too_long', tries: 1 },
  'one-line': { code: 'provider_too_long', tries: 1 },
  stall: { code: 'provider_timeout', tries: 2, says: /sent nothing for 300 ms/ },
  'stall-midway': { code: 'provider_timeout', text: PARTIAL, tries: 1, says: /sent nothing for 200 ms/ },
  drip: { code: 'provider_timeout', tries: 2, says: /silent|nothing/ },
  'unknown-tool': { code: null, tries: 1 },
  'bad-tool-json': { code: null, tries: 1 },
  'wrong-tool-arguments': { code: null, tries: 1 },
  'failing-tool': { code: null, tries: 1 },
}

describe.each(APIS)('a misbehaving server over %s', (api) => {
  it.each(Object.entries(TABLE))(
    '%s settles with a plain sentence and the partial text',
    async (fault, expected) => {
      chaos = await startChaos(fault as FaultName)
      const { result } = await check(mneme, configAt(chaos.url, api), chaos)
      expect(result.error?.code ?? null).toBe(expected.code)
      expect(result.text).toBe(expected.text ?? '')
      expect(result.tries).toHaveLength(expected.tries)
      expect(chaos.requests).toHaveLength(expected.tries)
      if (expected.says) expect(`${result.error?.message} ${result.error?.said}`).toMatch(expected.says)
    },
  )

  it('a refused connection settles', async () => {
    const { result } = await check(mneme, configAt(await refusedUrl(), api), null)
    expect(result.error).toMatchObject({
      code: 'provider_unreachable',
      message: expect.stringMatching(
        /^The provider at 127\.0\.0\.1:\d+ cannot be reached: connection refused/,
      ),
    })
    expect(result.tries).toHaveLength(4)
    expect(result.usage).toMatchObject({ inputTokens: 0, outputTokens: 0, costMicros: 0 })
  })

  it('one byte now and then ends with the total time', async () => {
    chaos = await startChaos('drip', { dripMs: 40 })
    const { models } = testModels(configAt(chaos.url, api), {
      timeouts: { firstChunkMs: 200, chunkGapMs: 150, totalMs: 400, drainMs: 100 },
    })
    const result = await withVirtualClock(() => models.call('fast', testRequest()))
    expect(result.error).toMatchObject({
      code: 'provider_timeout',
      message: expect.stringMatching(/did not finish within 400 ms/),
    })
    expect(result.tries).toHaveLength(1)
  })

  it('carries on after faults that pass, and counts the tokens of every try', async () => {
    const faults: (FaultName | null)[] = [
      'server-error',
      'empty-text',
      'early-error-event',
      'rate-limit-1',
      null,
    ]
    chaos = await startChaos((request) => faults[request.index] ?? null)
    const { result } = await check(mneme, configAt(chaos.url, api), chaos)
    expect(result).toMatchObject({ error: null, text: 'all is well', finish: 'stop' })
    expect(result.tries.map((each) => each.ok)).toEqual([false, false, false, false, true])
    expect(result.usage.costMicros).toBeGreaterThan(0)
  })
})

/**
 * A call as one writes it without knowing the traps: the last finish reason and any text are trusted, errors
 * are passed on as they are.
 */
const trusting: Caller = async (config, sink) => {
  if (config.provider !== 'openai') throw new Error('for servers')
  const provider = createOpenAI({ apiKey: config.apiKey ?? '', baseURL: config.baseUrl ?? '' })
  let error: unknown
  let text = ''
  const result = streamText({
    model: config.api === 'chat' ? provider.chat(config.model) : provider.responses(config.model),
    prompt: 'hi',
    maxRetries: 0,
    onError: (event) => {
      error = event.error
    },
  })
  for await (const part of result.stream) {
    if (part.type !== 'text-delta') continue
    text += part.text
    sink.onText?.(part.text)
  }
  const finish = await Promise.resolve(result.finishReason).catch(() => 'error' as const)
  const usage = await Promise.resolve(result.totalUsage).catch(() => null)
  const counts = {
    inputTokens: usage?.inputTokens ?? 0,
    cachedTokens: usage?.inputTokenDetails.cacheReadTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    reasoningTokens: usage?.outputTokenDetails.reasoningTokens ?? 0,
    estimated: false,
    costMicros: null,
  }
  const failed = finish === 'error' || finish === 'interrupted'
  return {
    result: {
      error: failed
        ? {
            code: 'provider_error',
            message: `It failed: ${error instanceof Error ? error.message : 'no error was given'}.`,
          }
        : null,
      aborted: false,
      text,
      reasoning: '',
      calls: [],
      finish: failed ? 'error' : 'stop',
      usage: counts,
      tries: [{ at: '', ms: 0, ok: !failed, reason: '', usage: counts }],
      firstMs: null,
      totalMs: 0,
      provider: 'naive',
      model: config.model,
    },
    logged: [],
    waits: [],
  }
}

describe('the check itself', () => {
  it.each<[FaultName, 'chat' | 'responses', RegExp]>([
    ['corrupt', 'chat', /hole passed off/],
    ['empty-text', 'chat', /empty answer/],
    ['empty-text', 'responses', /empty answer/],
    ['unauthorised', 'chat', /key is in the result/],
    ['reset', 'responses', /Failed to process successful response/],
    ['early-error-event', 'chat', /ledger differs/],
  ])('goes red for a call that trusts what it gets: %s over %s', async (fault, api, message) => {
    chaos = await startChaos(fault)
    await expect(check(trusting, configAt(chaos.url, api, { apiKey: SECRET }), chaos)).rejects.toThrow(
      message,
    )
  })
})
