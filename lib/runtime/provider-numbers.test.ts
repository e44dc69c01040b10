import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import type { Counts } from '@/e2e/support/openai-types'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { harness } from '@/lib/agent/testing'
import { byHand, PLAIN, until } from '@/lib/agent/testing-hands'
import type { Db } from '@/lib/db/engine/client'
import { testDb } from '@/lib/db/testing'
import { migratedPostgres, openedOn } from '@/lib/db/testing-postgres'
import { appendLogOps, logRow } from '@/lib/db/turns/events'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { noted } from '@/lib/jobs/learning/testing-learning'
import { configAt, testModels } from '@/lib/model/testing'
import { usageReport } from '@/lib/services/usage/usage'
import { limits } from '@/lib/shared/limits'
import type { TurnEvent } from '@/lib/shared/turn/events'

const ODD: [string, Partial<Counts>][] = [
  ['a word', { inputTokens: 'many' as never, outputTokens: 2 }],
  ['more than an integer column stores', { inputTokens: 3e9, outputTokens: 2 }],
  ['a number beyond all integers', { inputTokens: 10, outputTokens: 1e300 }],
  ['an impossible share of the cache', { inputTokens: 10, cachedTokens: 9e15, outputTokens: 2 }],
  ['a negative number', { inputTokens: -4, outputTokens: 2 }],
]
const LARGE = { inputTokens: 2 ** 31 - 1, outputTokens: 2 ** 31 - 1 }

type Place = { db: Db; url: string; close(): Promise<void> }

describe('what a provider reports, on SQLite', () => numbersOn(testDb))
describe('what a provider reports, on PostgreSQL', { tags: 'full' }, () =>
  numbersOn(async () => openedOn(await migratedPostgres())),
)

function numbersOn(open: () => Promise<Place>) {
  let place: Place
  let server: OpenAiServer | undefined
  let count = 0
  beforeAll(async () => {
    place = await open()
  })
  afterAll(() => place?.close())
  afterEach(async () => {
    await server?.close()
    server = undefined
  })
  const at = async () => {
    const prefix = `p${++count}`
    const ownerId = `owner_${prefix}`
    await place.db.user.create({ data: { id: ownerId, createdAt: new Date() } })
    return { url: place.url, db: place.db, ownerId, prefix }
  }

  const answering = async (api: 'chat' | 'responses', usage: Partial<Counts>[]) => {
    const model = new ScriptedModel(({ responseFormat }, call) => ({
      text: responseFormat?.type === 'json' ? JSON.stringify(noted()) : 'The boat is red.',
      usage: usage[Math.min(call, usage.length - 1)] ?? {},
    }))
    server = await serveOpenAi({ model })
    const h = await harness(() => ({}), {}, await at())
    h.deps.models = testModels(configAt(server.url, api)).models
    return h
  }
  const stepsOf = async (h: Awaited<ReturnType<typeof answering>>, turnId: string) =>
    h.db.step.findMany({ where: { ownerId: h.ownerId, turnId } })

  it.each(ODD)('%s counts as unreported, and the step says so', async (_, usage) => {
    for (const api of ['chat', 'responses'] as const) {
      const h = await answering(api, [usage])
      const turn = await h.say(`c_${h.ownerId}`, 'Red boats', PLAIN)
      expect([turn.status, turn.answer]).toEqual(['completed', 'The boat is red.'])
      const [step] = await stepsOf(h, turn.id)
      expect([step?.inputTokens, step?.outputTokens]).toEqual([null, null])
      expect(step?.estInputTokens).toBeGreaterThan(0)
      const [dto] = await turnDtos(h.db, h.ownerId, [turn])
      expect(dto?.steps[0]?.notices).toEqual([expect.stringContaining('token counts')])
      const report = await usageReport(h.db, h.ownerId, { conversationId: null })
      expect(JSON.stringify(report)).not.toMatch(/e\+|null,null/)
      // The calls of notes report the same, and its job ends on the first attempt.
      await h.jobs.tick()
      expect(server?.requests.length).toBeGreaterThan(1)
      const jobs = await h.db.job.findMany({ where: { ownerId: h.ownerId, kind: 'notes' } })
      expect(jobs.map(({ kind, status, attempts }) => [kind, status, attempts])).toEqual([
        ['notes', 'done', 1],
      ])
      await server?.close()
    }
  })

  it('the largest count is stored as it is; a sum or a cost beyond the column is left out', async () => {
    const h = await answering('chat', [LARGE])
    const turn = await h.say(`c_${h.ownerId}`, 'Red boats', PLAIN)
    const [step] = await stepsOf(h, turn.id)
    expect(turn.status).toBe('completed')
    expect(step).toMatchObject({ ...LARGE, costMicros: null })
  })

  it('a turn whose row cannot be written is settled all the same, with its text', async () => {
    const h = await byHand({}, await at())
    const turn = await h.send(`c_${h.ownerId}`, 'Tell me.', PLAIN)
    const call = await h.model.next()
    call.say('Half an answer')
    h.runner.entry(turn.id)?.log.flushBuffer()
    await h.runner.flush()
    // As an earlier version wrote them: one unreadable frame, one with numbers that fit no column.
    const usage = (inputTokens: number) => ({
      ...{ inputTokens, cachedTokens: 0, outputTokens: 1, reasoningTokens: 0 },
      ...{ estimated: false, costMicros: null },
    })
    const ended = (inputTokens: number): TurnEvent => ({
      ...{ type: 'step-ended', step: 0, finish: 'stop', usage: usage(inputTokens), ms: 1, firstMs: 1 },
    })
    const { frames } = h.runner.entry(turn.id)?.log ?? { frames: [] }
    await h.db.$transaction(
      appendLogOps(
        h.db,
        [ended(2 ** 40), ended(1.5)].map((event, i) =>
          logRow(turn.id, { attempt: 1, seq: frames.length + 1 + i, event }),
        ),
      ),
    )
    const other = await byHand(
      { instance: { id: `b_${h.ownerId}`, host: 'x', pid: 2 } },
      {
        ...{ url: h.url, ownerId: h.ownerId, db: h.db, prefix: `o${h.ownerId}` },
      },
    )
    other.runtime.advance(limits.runner.leaseMs * 2)
    for (let i = 0; i < 6; i++) await other.runner.tickSweep()
    expect(await h.turn(turn.id)).toMatchObject({ status: 'interrupted', answer: 'Half an answer' })
    call.end()
    await until('A is idle', () => h.runner.active === 0)
  })
}
