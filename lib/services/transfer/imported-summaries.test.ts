import { describe, expect, it, vi } from 'vitest'
import { byHand, type Hands } from '@/lib/agent/testing-hands'
import { dueJobs, jobOps } from '@/lib/db/turns/jobs'
import { BACKGROUND } from '@/lib/jobs/registry'
import { limits } from '@/lib/shared/limits'
import { importStream } from '@/lib/transfer/import'
import { importedSummaries, improveImportedSummaries, stopImportedSummaries } from './imported-summaries'

/** The utility model as Settings would have it. */
const utility = vi.hoisted(() => ({ provider: 'openai', model: 'gpt-5.4-mini', offline: false }))
vi.mock('../models/provider-settings', () => ({ describeProvider: async () => ({ roles: { utility } }) }))

const SUMMARY = JSON.stringify({ summary: 'The model wrote this.', insights: [] })
async function imported(turns: number): Promise<Hands> {
  const h = await byHand()
  h.model.offline = false
  utility.offline = false
  const messages = Array.from({ length: turns }, (_, i) => [
    { role: 'user', content: `Number ${i} is about quinces.`, at: `2024-03-05T09:${String(10 + i)}:00Z` },
    { role: 'assistant', content: `I noted number ${i}.`, at: `2024-03-05T09:${String(10 + i)}:30Z` },
  ]).flat()
  const bytes = new TextEncoder().encode(JSON.stringify({ id: 'talk', title: 'Quinces', messages }))
  const source = (async function* () {
    yield bytes
  })()
  const report = await importStream(h.db, h.ownerId, source, {
    runtime: h.runtime,
    countTokens: h.deps.countTokens,
  })
  expect(report.turns).toBe(turns)
  return h
}
const asking = ({ db, ownerId, runtime }: Hands) => ({ db, ownerId, runtime })
const statuses = async (h: Hands) =>
  (await h.db.summary.findMany({ where: { level: 0 } })).map((row) => row.status)

describe('summaries of imported turns', () => {
  it('are estimated before a model writes them: tokens, and cost where there is a price', async () => {
    const h = await imported(3)
    const said = (await h.db.turn.findMany()).reduce(
      (sum, turn) => sum + turn.userTokens + turn.answerTokens,
      0,
    )
    const estimate = await importedSummaries(asking(h))
    expect(estimate).toMatchObject({
      model: 'gpt-5.4-mini',
      turns: 3,
      outputTokens: 540,
      left: 0,
      over: 0,
      failed: 0,
    })
    expect(estimate.inputTokens).toBeGreaterThan(said)
    expect(estimate.costMicros).toBe(Math.round(estimate.inputTokens * 0.75 + 540 * 4.5))
    utility.offline = true
    expect(await importedSummaries(asking(h))).toMatchObject({ model: null, costMicros: null })
    await expect(improveImportedSummaries(asking(h))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await h.db.job.count()).toBe(0)
    await h.close()
  })

  it('are written by the model when a person wants it, each once, and counted as they come', async () => {
    const h = await imported(3)
    expect(await improveImportedSummaries(asking(h))).toMatchObject({ turns: 3, left: 3, over: 0 })
    expect(await improveImportedSummaries(asking(h))).toMatchObject({ turns: 3, left: 3 })
    await h.model.serve((call) => call.say(SUMMARY).end(), h.jobs.tick())
    expect(await statuses(h)).toEqual(['model', 'model', 'model'])
    expect(await importedSummaries(asking(h))).toMatchObject({ turns: 0, left: 0, over: 3, failed: 0 })
    expect(await h.db.step.count({ where: { phase: 'summarise' } })).toBe(3)
    await h.close()
  })

  it('can be stopped: what has not begun is not made', async () => {
    const h = await imported(3)
    await improveImportedSummaries(asking(h))
    expect(await stopImportedSummaries(asking(h))).toMatchObject({ turns: 3, left: 0, over: 0 })
    await h.jobs.tick()
    expect(new Set(await statuses(h))).toEqual(new Set(['extractive']))
    await h.close()
  })

  it('stay as they are when the model is gone before their turn comes', async () => {
    const h = await imported(2)
    await improveImportedSummaries(asking(h))
    h.model.offline = true
    await h.jobs.tick()
    expect(new Set(await statuses(h))).toEqual(new Set(['extractive']))
    expect(await importedSummaries(asking(h))).toMatchObject({ turns: 2, left: 0 })
    await h.close()
  })

  it('are tried again when the service fails, and end as failed, not as written', async () => {
    const h = await imported(1)
    await improveImportedSummaries(asking(h))
    for (let i = 0; i < limits.jobs.maxAttempts; i++) {
      await h.model.serve(
        (call) =>
          call.end({
            error: { code: 'provider_unreachable', message: 'The model service cannot be reached.' },
          }),
        h.jobs.tick(),
      )
      h.runtime.advance(limits.jobs.retryMs * 2 ** (i + 2))
    }
    expect(await importedSummaries(asking(h))).toMatchObject({ turns: 1, left: 0, over: 1, failed: 1 })
    expect(await statuses(h)).toEqual(['extractive'])
    expect(await improveImportedSummaries(asking(h))).toMatchObject({ left: 1, over: 0, failed: 0 })
    await h.close()
  })

  it('let everything else go first, however many there are', async () => {
    const h = await imported(5)
    await improveImportedSummaries(asking(h))
    h.runtime.advance(60_000)
    await h.db.$transaction(
      jobOps(h.db, h.ownerId, [{ id: 'late', kind: 'title', key: 'late', payload: {} }], h.runtime.now()),
    )
    const due = await dueJobs(h.db, h.runtime.now(), 2, BACKGROUND)
    expect(due.map((job) => job.kind)).toEqual(['title', 'imported-summary'])
    await h.close()
  })
})
