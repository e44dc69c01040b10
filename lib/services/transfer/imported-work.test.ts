import { describe, expect, it } from 'vitest'
import { byHand, type Hands } from '@/lib/agent/testing-hands'
import { testingEnv } from '@/lib/config/testing-env'
import { limits } from '@/lib/shared/limits'
import { inMemory } from '@/lib/transfer/archive/testing-zip'
import { importFile } from '@/lib/transfer/import'
import { approveFact, listFacts } from '../facts'
import { importedWork, startImportedWork, stopImportedWork } from './imported-work'

const withoutModel = () => testingEnv({ MNEME_TRASH_DAYS: '0' })
const withModel = () =>
  testingEnv({
    MNEME_TRASH_DAYS: '0',
    OPENAI_API_KEY: 'a key that is never sent',
    MNEME_UTILITY_MODEL: 'gpt-5.4-mini',
  })

const SUMMARY = JSON.stringify({ summary: 'The model wrote this.', insights: [] })
type Said = { role: 'user' | 'assistant'; name?: string; content: string; at: string }
const talkOf = (lines: readonly string[], name?: string): Said[] =>
  lines.flatMap((content, i) => [
    { role: 'user', ...(name ? { name } : {}), content, at: `2024-03-05T09:${String(10 + i)}:00Z` },
    { role: 'assistant', content: `I noted number ${i}.`, at: `2024-03-05T09:${String(10 + i)}:30Z` },
  ])
const imported = (turns: number) =>
  importing(talkOf(Array.from({ length: turns }, (_, i) => `Number ${i} is about quinces.`)))
async function importing(messages: Said[]): Promise<Hands> {
  const turns = messages.length / 2
  const h = await byHand()
  h.model.offline = false
  withModel()
  const file = inMemory(Buffer.from(JSON.stringify({ id: 'talk', title: 'Quinces', messages })))
  const report = await importFile(h.db, h.ownerId, file, {
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
    const estimate = await importedWork(asking(h), 'summaries')
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
    withoutModel()
    expect(await importedWork(asking(h), 'summaries')).toMatchObject({ model: null, costMicros: null })
    await expect(startImportedWork(asking(h), 'summaries')).rejects.toMatchObject({ code: 'unavailable' })
    expect(await h.db.job.count()).toBe(0)
    await h.close()
  })

  it('are written by the model when a person wants it, each once, and counted as they come', async () => {
    const h = await imported(3)
    expect(await startImportedWork(asking(h), 'summaries')).toMatchObject({ turns: 3, left: 3, over: 0 })
    expect(await startImportedWork(asking(h), 'summaries')).toMatchObject({ turns: 3, left: 3 })
    await h.model.serve((call) => call.say(SUMMARY).end(), h.jobs.tick())
    expect(await statuses(h)).toEqual(['model', 'model', 'model'])
    expect(await importedWork(asking(h), 'summaries')).toMatchObject({
      turns: 0,
      left: 0,
      over: 3,
      failed: 0,
    })
    expect(await h.db.step.count({ where: { phase: 'summarise' } })).toBe(3)
    await h.close()
  })

  it('can be stopped: what has not begun is not made', async () => {
    const h = await imported(3)
    await startImportedWork(asking(h), 'summaries')
    expect(await stopImportedWork(asking(h), 'summaries')).toMatchObject({ turns: 3, left: 0, over: 0 })
    await h.jobs.tick()
    expect(new Set(await statuses(h))).toEqual(new Set(['extractive']))
    await h.close()
  })

  it('are tried again when the service fails, and end as failed, not as written', async () => {
    const h = await imported(1)
    await startImportedWork(asking(h), 'summaries')
    for (let i = 0; i < limits.jobs.maxAttempts; i++) {
      await h.model.serve(
        (call) =>
          call.end({
            error: { code: 'provider_unreachable', message: 'The provider cannot be reached.' },
          }),
        h.jobs.tick(),
      )
      h.runtime.advance(limits.jobs.retryMs * 2 ** (i + 2))
    }
    expect(await importedWork(asking(h), 'summaries')).toMatchObject({
      turns: 1,
      left: 0,
      over: 1,
      failed: 1,
    })
    expect(await statuses(h)).toEqual(['extractive'])
    expect(await startImportedWork(asking(h), 'summaries')).toMatchObject({ left: 1, over: 0, failed: 0 })
    await h.close()
  })
})

/** Imported, and read for facts by the rules. */
async function read(messages: Said[]): Promise<Hands> {
  const h = await importing(messages)
  withoutModel()
  h.model.offline = true
  await startImportedWork(asking(h), 'facts')
  await h.jobs.tick()
  return h
}
const proposed = async (h: Hands) =>
  (await listFacts(asking(h))).proposed.map(({ subject, predicate, object }) => [subject, predicate, object])

describe('facts of imported turns', () => {
  it('are read without a model, dated as they were said, and wait for approval', async () => {
    const h = await read(talkOf(['My cat is called Miso.', 'What is a quince?']))
    expect(await importedWork(asking(h), 'facts')).toMatchObject({ model: null, turns: 0, left: 0, over: 2 })
    const facts = await listFacts(asking(h))
    expect([facts.total, await proposed(h)]).toEqual([0, [['cat', 'name', 'Miso']]])
    expect(facts.proposed[0]).toMatchObject({
      from: '2024-03-05T09:10:00.000Z',
      quote: 'My cat is called Miso.',
    })
    await approveFact(asking(h), { ids: facts.proposed[0]?.ids ?? [], approved: true })
    expect((await listFacts(asking(h))).total).toBe(1)
    await h.close()
  })

  it('are read by the model if there is one, and again when its service failed', async () => {
    const h = await importing(talkOf(['My cat is called Miso.']))
    expect(await startImportedWork(asking(h), 'facts')).toMatchObject({ model: 'gpt-5.4-mini', left: 1 })
    const down = { code: 'provider_unreachable', message: 'The provider cannot be reached.' } as const
    await h.model.serve((call) => call.end({ error: down }), h.jobs.tick())
    expect([await proposed(h), await importedWork(asking(h), 'facts')]).toMatchObject([[], { left: 1 }])
    h.runtime.advance(limits.jobs.retryMs * 4)
    const fact = { subject: 'cat', predicate: 'name', object: 'Miso', confidence: 0.9 }
    const reply = JSON.stringify({ facts: [{ ...fact, quote: 'My cat is called Miso.' }] })
    await h.model.serve((call) => call.say(reply).end(), h.jobs.tick())
    expect([await proposed(h), await importedWork(asking(h), 'facts')]).toMatchObject([
      [['cat', 'name', 'Miso']],
      { left: 0, over: 1, failed: 0 },
    ])
    await h.close()
  })

  it('are not read from what somebody with a name says: that may be anybody', async () => {
    const h = await read(talkOf(['My cat is called Miso.'], 'Derek'))
    expect([await proposed(h), await importedWork(asking(h), 'facts')]).toMatchObject([
      [],
      { turns: 0, over: 1 },
    ])
    await h.close()
  })

  it('are read once, and from what is imported later when it is asked for again', async () => {
    const h = await read(talkOf(['My cat is called Miso.']))
    expect(await startImportedWork(asking(h), 'facts')).toMatchObject({ turns: 0, left: 0, over: 1 })
    await h.db.job.deleteMany({ where: { kind: 'imported-facts' } })
    expect(await stopImportedWork(asking(h), 'facts')).toMatchObject({ turns: 1, over: 0 })
    await startImportedWork(asking(h), 'facts')
    await h.jobs.tick()
    expect(await proposed(h)).toEqual([['cat', 'name', 'Miso']])
    await h.close()
  })
})
