import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { HandCall } from '@/lib/agent/testing-hand-model'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { env, setEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { holdSpend, spendOn } from '@/lib/db/ledger/spend'
import { testDb } from '@/lib/db/testing'
import { IMPORTED_FACTS, IMPORTED_SUMMARY, jobOps } from '@/lib/db/turns/jobs'
import { Jobs } from '@/lib/jobs/worker'
import { admitCall, type Gate } from '@/lib/model/gate'
import type { Models } from '@/lib/model/models'
import { costMicros, DEFAULT_PRICES, type PriceTable, priceOf } from '@/lib/model/prices'
import { configAt, testModels, testRequest, testRuntime } from '@/lib/model/testing'
import { saveSetting } from '@/lib/settings/layers'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { testRoles } from './models/model-list'
import { modelsFor } from './models/model-settings'
import { spendingGate, takePersonsTurn } from './person-limits'

const LIMIT = 0.05
const SHARED = {
  MNEME_ACCESS_TOKEN: 'ann:token-of-ann-000,bob:token-of-bob-000',
  MNEME_SPEND_PER_DAY: String(LIMIT),
}
const real = env()
afterEach(() => setEnv(real))

describe('a daily limit', () => {
  let t: Awaited<ReturnType<typeof testDb>>
  let server: OpenAiServer
  const runtime = testRuntime()
  beforeEach(async () => {
    t = await testDb()
    // Each answer uses all that it may.
    const model = new ScriptedModel(({ maxOutputTokens = 0 }) => ({
      text: '{"ok": true}',
      usage: { inputTokens: 100, outputTokens: maxOutputTokens, reasoningTokens: 0 },
    }))
    server = await serveOpenAi({ model })
  })
  afterEach(async () => {
    await server.close()
    await t.close()
  })

  const setting = { baseUrl: null, offline: false }
  const serve = (values: Record<string, string> = {}) =>
    testingEnv({
      ...SHARED,
      ...{ OPENAI_BASE_URL: server.url, MNEME_FAST_MODEL: 'gpt-5.5', MNEME_UTILITY_MODEL: 'gpt-5.4' },
      ...{ MNEME_REFLECTIVE_MODEL: 'gpt-6-astra', MNEME_EMBEDDING_MODEL: 'text-embedding-3-small' },
      ...values,
    })
  const models = (ownerId = t.ownerId) => modelsFor({ db: t.db, ownerId, runtime })
  const ask = async (ownerId?: string) => (await (await models(ownerId)).call('fast', testRequest())).error
  /** What the service's own counts cost at these prices, in dollars. */
  const paid = (prices: PriceTable = DEFAULT_PRICES) =>
    server.requests.reduce((sum, { body, usage }) => {
      const counts = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, ...usage }
      return sum + (costMicros(String(body.model), counts, prices) ?? Number.NaN)
    }, 0) / 1e6
  const embedded = async (): Promise<Failure | null> => {
    const options = { signal: new AbortController().signal, timeoutMs: 10_000, retries: 0 }
    return (await (await models()).embedder?.embed(['a long text '.repeat(2_000)], options))?.error ?? null
  }
  const kinds: (() => Promise<Failure | null>)[] = [
    ask,
    async () => (await (await models()).call('reflective', testRequest())).error,
    async () => {
      const { system, user, maxOutputTokens, signal } = testRequest()
      const schema = z.object({ ok: z.boolean() })
      const asked = { system, user, maxOutputTokens, signal, name: 'check', schema }
      return (await (await models()).structured('utility', asked)).result.error
    },
    embedded,
    () =>
      testRoles({ ...t, runtime }, setting, null).then(
        (tested) => tested.find(({ error }) => error)?.error ?? null,
        (error: Failure) => error,
      ),
  ]

  it('holds for fifty calls of every kind at once, and for all that come after them', async () => {
    serve()
    const failures = await Promise.all(Array.from({ length: 50 }, (_, i) => kinds[i % kinds.length]?.()))
    for (let i = 0; i < 50; i++) failures.push(await kinds[i % kinds.length]?.())
    const refused = failures.filter((failure) => failure)
    expect(new Set(refused.map((failure) => failure?.code))).toEqual(new Set(['limit_reached']))
    expect(refused.length).toBeGreaterThan(20)
    expect(paid()).toBeGreaterThan(LIMIT / 2)
    expect(paid()).toBeLessThanOrEqual(LIMIT)
    const { spent, held } = await spendOn(t.db, { ownerId: t.ownerId, at: runtime.now() })
    expect([held, spent / 1e6 >= paid(), spent / 1e6 <= LIMIT]).toEqual([0, true, true])
    expect([await ask('bob'), await ask()]).toMatchObject([null, { code: 'limit_reached' }])
  })

  it('holds for every request of a call: thoughts, cut answers, empty ones and repairs', async () => {
    serve({ MNEME_SPEND_PER_DAY: '1' })
    const held: number[] = []
    let requests = 0
    server.close()
    server = await serveOpenAi({
      model: new ScriptedModel(({ maxOutputTokens = 0 }) => {
        requests++
        const usage = { inputTokens: 100, outputTokens: maxOutputTokens, reasoningTokens: 50 }
        if (requests < 3) return { text: requests === 2 ? '{"ok"' : '', finish: 'length', usage }
        return { text: requests === 3 ? '' : requests === 4 ? '{"ok": 1}' : '{"ok": true}', usage }
      }),
    })
    const gate: Gate = async (_, most) => {
      const before = server.requests.length
      held.push(most.outputTokens)
      return async (used) => {
        expect([server.requests.length, used.outputTokens <= most.outputTokens]).toEqual([before + 1, true])
      }
    }
    const { system, user, signal } = testRequest()
    const { value } = await testModels(configAt(server.url, 'chat'), { gate }).models.structured('utility', {
      ...{
        system,
        user,
        signal,
        maxOutputTokens: 600,
        name: 'check',
        schema: z.object({ ok: z.literal(true) }),
      },
    })
    expect(value).toEqual({ ok: true })
    expect(held).toEqual(server.requests.map(({ body }) => body.max_tokens ?? body.max_completion_tokens))
    expect(Math.max(...held)).toBeGreaterThan(1_800)
  })

  it('turns at midnight without a stop', async () => {
    serve()
    let asked = 0
    const [late, next] = [new Date('2026-11-28T23:59:59.999Z'), new Date('2026-11-29T00:00:00.010Z')]
    const at = { ...t, runtime: { ...testRuntime(), now: () => (asked++ < 1 ? late : next) } }
    await holdSpend(t.db, { ownerId: t.ownerId, at: late }, LIMIT * 1e6, LIMIT * 1e6)
    const admitted = await spendingGate(at)?.('gpt-5.4', { inputTokens: 9, cachedTokens: 0, outputTokens: 9 })
    // Refused for the day that ends, or counted for the next.
    expect(admitted).toBeDefined()
    expect(asked).toBeLessThan(5)
  })

  it('says what is left and when it goes on; a new day begins at nothing', async () => {
    serve({ MNEME_SPEND_PER_DAY: '5' })
    const today = { ownerId: t.ownerId, at: runtime.now() }
    await holdSpend(t.db, today, 4_999_000, 5e6)
    expect(await ask()).toMatchObject({
      message: "The calls that are running could use up today's spending limit of $5.",
      hint: expect.stringMatching(/^Try again in 60 seconds\.$/),
    })
    await t.db.daySpend.updateMany({ data: { held: 0 } })
    expect(await ask()).toMatchObject({
      message: expect.stringMatching(
        /^This call could cost \$0\.00\d\d, but today's spending limit of \$5 leaves \$0\.0010\.$/,
      ),
      hint: 'Try again in 17 hours.',
      retryAt: '2026-10-22T00:00:00.000Z',
    })
    await t.db.daySpend.updateMany({ data: { counted: 5_000_000 } })
    const reached = "You have reached today's spending limit of $5."
    expect(await ask()).toMatchObject({ message: reached })
    await expect(takePersonsTurn({ ...t, runtime })).rejects.toMatchObject({
      message: reached,
      hint: 'Your draft is kept. Try again in 17 hours.',
    })
    await t.db.daySpend.updateMany({ data: { day: '2026-10-20' } })
    expect(await ask()).toBeNull()
    expect(server.requests).toHaveLength(1)
  })

  it('is reckoned at the operator’s prices, never at a person’s own', async () => {
    serve({ MNEME_FAST_MODEL: 'house-model', MNEME_PRICES: 'house-model=100/200' })
    const free = { input: 0, output: 0 }
    await saveSetting(t.db, t.ownerId, 'user', 'prices', { 'house-model': free, 'gpt-6-astra': free })
    for (let i = 0; i < 10; i++) await ask()
    const prices = { 'house-model': priceOf(100, 100, 200) }
    expect([server.requests.length > 0, paid(prices) <= LIMIT]).toEqual([true, true])
    expect(await ask()).toMatchObject({ code: 'limit_reached' })
  })

  it.each(['house-model', 'Built-in (no language model)', 'prepared-text'])(
    'refuses the model %s, whose price nobody knows, whatever a person says it costs',
    async (model) => {
      serve({ MNEME_FAST_MODEL: model })
      await saveSetting(t.db, t.ownerId, 'user', 'prices', { [model]: { input: 0, output: 0 } })
      expect(await ask()).toMatchObject({
        code: 'limit_reached',
        message: `The price of ${model} is not known, so the daily limit of $0.05 cannot be checked.`,
        hint: expect.stringContaining('MNEME_PRICES'),
      })
      expect(server.requests).toEqual([])
    },
  )

  it('counts nothing without a limit, alone on a machine, or for the built-in engine', async () => {
    for (const name of ['MNEME_SPEND_PER_DAY', 'MNEME_ACCESS_TOKEN']) {
      serve({ [name]: '' })
      expect(await ask()).toBeNull()
    }
    serve({ MNEME_OFFLINE: '1', MNEME_OFFLINE_DELAY_MS: '0' })
    expect(await ask()).toBeNull()
    expect(await t.db.daySpend.count()).toBe(0)
  })

  it('refuses every call when it cannot be read', async () => {
    serve()
    await t.db.$executeRaw`ALTER TABLE "DaySpend" RENAME TO "DaySpendElsewhere"`
    expect(await ask()).not.toBeNull()
    await expect(takePersonsTurn({ ...t, runtime })).rejects.toThrow()
    expect(server.requests).toEqual([])
  })
})

describe('over the limit', () => {
  /** The model driven by hand, asked for nothing that does not pass. */
  const behind = (gate: Gate | null, { model }: Hands): Models => {
    async function refused(request: ConstructorParameters<typeof HandCall>[0]) {
      const admitted = await admitCall(gate, 'hand-1', () => 1_000)
      if (typeof admitted === 'function') return null
      const call = new HandCall(request, undefined, 0, '')
      call.end({ error: admitted })
      return call.result
    }
    return {
      describe: model.describe,
      call: async (role, request, sink) => (await refused(request)) ?? model.call(role, request, sink),
      async structured(role, request) {
        const result = await refused(request)
        return result ? { value: null, result } : model.structured(role, request)
      },
    }
  }
  /** A finished turn whose jobs wait, and a worker whose calls pass the gate. */
  async function waiting(): Promise<{ h: Hands; jobs: Jobs; models: Models }> {
    testingEnv({ ...SHARED, MNEME_PRICES: 'hand-1=1/1' })
    const h = await byHand()
    h.model.offline = false
    const turn = await h.send('c', 'My boat is red. I moved to Graz.', PLAIN)
    ;(await h.model.next()).say('Noted.').end()
    await h.runner.settled(turn.id)
    const about = [IMPORTED_FACTS, IMPORTED_SUMMARY].map((kind) => ({
      ...{ id: kind, kind, key: 'again', payload: { turnId: turn.id } },
    }))
    await h.db.$transaction(jobOps(h.db, h.ownerId, about, h.runtime.now()))
    const gate = spendingGate({ db: h.db, ownerId: h.ownerId, runtime: h.runtime })
    const models = behind(gate, h)
    const jobs = new Jobs({
      ...{ db: h.db, runtime: h.runtime, instanceId: 'a', log: h.deps.log },
      depsFor: async () => ({ ...h.deps, models }),
    })
    return { h, jobs, models }
  }
  const left = (h: Hands) =>
    h.db.job.findMany({ where: { status: { not: 'done' } }, orderBy: { kind: 'asc' } })

  it('work in the background waits for the next day without a call or a lost try, and is done then', async () => {
    const { h, jobs } = await waiting()
    const today = { ownerId: h.ownerId, at: h.runtime.now() }
    const midnight = new Date(`${today.at.toISOString().slice(0, 10)}T00:00:00Z`).getTime() + 86_400_000
    await holdSpend(h.db, today, LIMIT * 1e6, LIMIT * 1e6)
    await h.db.daySpend.updateMany({ data: { held: 0 } })
    const calls: string[] = []
    const serve = () =>
      h.model.serve((call) => {
        calls.push(call.name)
        call
          .say(
            '{"facts": [], "title": "A", "summary": "A", "insights": [], "lesson": null, "verdict": {"label": "unknown", "confidence": 0, "reason": ""}}',
          )
          .end()
      }, jobs.tick())
    for (let i = 0; i < limits.jobs.maxAttempts + 2; i++) {
      await serve()
      h.runtime.advance(60_000)
    }
    const rows = await left(h)
    expect([calls, rows.length > 0]).toEqual([[], true])
    for (const row of rows)
      expect(row).toMatchObject({ status: 'waiting', attempts: 0, runAfter: new Date(midnight) })
    expect(await h.db.step.count({ where: { phase: { not: 'act' } } })).toBe(0)
    h.runtime.advance(midnight - h.runtime.now().getTime() + 1)
    await serve()
    expect([calls.length > 0, await left(h)]).toEqual([true, []])
    await h.close()
  })

  it('a turn ends with the reason, its message kept', async () => {
    const { h, models } = await waiting()
    h.deps.models = models
    const at = h.runtime.now()
    await holdSpend(h.db, { ownerId: h.ownerId, at }, LIMIT * 1e6, LIMIT * 1e6)
    await h.db.daySpend.updateMany({ data: { held: 0 } })
    const { id } = await h.send('c', 'Which colour is my boat?', PLAIN)
    await h.runner.settled(id)
    expect(await h.turn(id)).toMatchObject({
      ...{ status: 'failed', userText: 'Which colour is my boat?' },
      error: { code: 'limit_reached', message: "You have reached today's spending limit of $0.05." },
    })
    await h.close()
  })
})
