// @module-tag full
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bagOfWords, DIMS } from '@/e2e/support/embedding'
import { type OpenAiServer, type ServerOptions, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { countVectors, jobState } from '@/lib/db/memory/embeddings'
import { recallsOfTurns } from '@/lib/db/memory/recalls'
import { seedConversation } from '@/lib/db/testing-seed'
import { createEmbedder } from '@/lib/model/embed/embed'
import type { Embedder } from '@/lib/model/embed/embedder'
import { configAt, testRuntime } from '@/lib/model/testing'
import { limits } from '@/lib/shared/limits'
import type { Recall } from '@/lib/shared/turn/events'
import { queueEmbedding } from './step/ledger'
import { harness } from './testing'
import { OFFLINE_TURN } from './turn-marks'

type Harness = Awaited<ReturnType<typeof harness>>
let h: Harness
let server: OpenAiServer
/** What the service answers with; a test may change it. */
let wanted = ''
let range = ''
let embed: NonNullable<ServerOptions['embed']>

const embedderOf = (model: string): Embedder => {
  const config = configAt(server.url, 'chat', { model })
  if (config.provider !== 'openai') throw new Error('no service')
  return createEmbedder(config, {
    runtime: testRuntime(),
    prices: { [model]: { input: 1e6, cachedInput: 1e6, output: 0 } },
    log: { info() {}, warn() {} },
    gate: null,
    sleep: async () => {},
  })
}
/** The agent as with this embedding model; null = without one. */
function use(model: string | null) {
  Object.assign(h.deps.models, { embedder: model === null ? null : embedderOf(model) })
}

const TOLD = 'The physician handed over the crimson sloop on Monday.'
const ASKED = 'Which doctor parted with a red boat'
beforeEach(async () => {
  embed = bagOfWords
  server = await serveOpenAi({
    model: new ScriptedModel(() => ({ text: 'OK' })),
    embed: (texts, model) => embed(texts, model),
  })
  h = await harness((request) => {
    const recalls = request.user.includes('\nLook it up.') && request.exchanges.length === 0
    return recalls
      ? {
          calls: [
            range
              ? { name: 'search_memories', args: { query: wanted, time_range: range } }
              : { name: 'recall_context', args: { keywords: [wanted] } },
          ],
        }
      : { text: 'Noted.' }
  })
})
afterEach(async () => {
  await h.close()
  await server.close()
})

const FILLERS = [
  'Tomatoes grow on the balcony.',
  'The bicycle chain squeaks again.',
  'Winter came early to the valley.',
  'My cousin collects old stamps.',
  'The bakery closes at noon.',
]
/** A memory of one thing told among others. */
const seed = () =>
  seedConversation({ db: h.db, ownerId: h.ownerId }, [
    { userText: TOLD },
    ...FILLERS.map((userText) => ({ userText })),
  ])
const embedAll = async () => {
  const { embedder } = h.deps.models
  if (embedder) await queueEmbedding(h.db, h.runtime, h.ownerId, embedder)
  await h.jobs.tick()
}
async function recallOf(words = ASKED, within = ''): Promise<Recall> {
  wanted = words
  range = within
  const turn = await h.say(`c${Math.random().toString(36).slice(2)}`, 'Look it up.', { thinking: false })
  const recalls = (await recallsOfTurns(h.db, h.ownerId, [turn.id])).get(turn.id) ?? []
  const recall = recalls.map((entry) => entry.recall).find(({ source }) => source !== 'prompt')
  if (!recall) throw new Error('nothing was recalled')
  return recall
}
const found = (recall: Recall) => recall.hits.some((hit) => hit.excerpt.includes('crimson sloop'))

describe('recall with an embedding model', () => {
  it('finds a paraphrase that shares no word, says by what, and does not without', async () => {
    await seed()
    use(null)
    const bare = await recallOf()
    expect([found(bare), bare.engine, bare.notice]).toEqual([false, 'kernel-bm25', undefined])
    use('bag-1')
    await embedAll()
    const recall = await recallOf()
    const hit = recall.hits.find((one) => one.excerpt.includes('crimson sloop'))
    expect(hit).toMatchObject({ ranks: { dense: 1 } })
    expect(hit?.parts.dense).toBeGreaterThan(0.1)
    expect(recall.engine).toBe('kernel-bm25 + bag-1')
  })

  it('counts what it sent, on the turns, and sends nothing twice', async () => {
    await seed()
    use('bag-1')
    await embedAll()
    const sent = server.embedded.flatMap((call) => call.texts)
    expect(sent.length).toBe(await countVectors(h.db, h.ownerId, embedderOf('bag-1').space))
    expect(new Set(sent).size).toBe(sent.length)
    await embedAll()
    expect(server.embedded.flatMap((call) => call.texts)).toEqual(sent)
    await recallOf()
    await h.jobs.tick()
    const steps = await h.db.step.findMany({ where: { phase: 'embed' } })
    const tokens = server.embedded
      .flatMap((call) => call.texts)
      .reduce((sum, text) => sum + text.split(/\s+/).length, 0)
    expect(steps.reduce((sum, step) => sum + (step.inputTokens ?? 0), 0)).toBe(tokens)
    expect(steps.reduce((sum, step) => sum + (step.costMicros ?? 0), 0)).toBe(tokens)
    expect(new Set(steps.map((step) => step.role))).toEqual(new Set(['embedding']))
  })

  it('embeds what a turn said once it is over', async () => {
    use('bag-1')
    await h.say('one', TOLD, { thinking: false })
    await h.jobs.tick()
    expect(server.embedded.flatMap((call) => call.texts).join(' ')).toContain('crimson sloop')
    const recall = await recallOf()
    expect([found(recall), recall.notice]).toEqual([true, undefined])
  })

  it('ends when another model is chosen meanwhile, and that one is queued beside it', async () => {
    await seedConversation(
      { db: h.db, ownerId: h.ownerId },
      Array.from({ length: limits.dense.page + 1 }, (_, i) => ({ userText: `Message ${i + 1}` })),
    )
    use('bag-1')
    const first = h.deps.models.embedder
    await queueEmbedding(h.db, h.runtime, h.ownerId, embedderOf('bag-1'))
    await queueEmbedding(h.db, h.runtime, h.ownerId, embedderOf('bag-1'))
    await queueEmbedding(h.db, h.runtime, h.ownerId, embedderOf('bag-2'))
    const queued = await h.db.job.count({ where: { kind: 'embed' } })
    await h.db.job.deleteMany({ where: { key: { contains: 'bag-2' } } })
    const chosen = [first?.space, null]
    h.deps.spaceNow = async () => chosen.shift() ?? null
    await h.jobs.tick()
    const sent = server.embedded.flatMap((call) => call.texts).join('\n')
    const isSent = [1, limits.dense.page + 1].map((number) => sent.includes(`Message ${number}`))
    expect({ queued, isSent }).toEqual({ queued: 2, isSent: [true, false] })
    expect((await jobState(h.db, h.ownerId, 'embed')).busy).toBe(false)
  })

  it('sends nothing of a turn that is played here alone', async () => {
    const talk = await seed()
    await h.db.turn.updateMany({ where: { id: talk.turnIds[0] ?? '' }, data: { options: OFFLINE_TURN } })
    use('bag-1')
    await embedAll()
    expect(server.embedded.flatMap((call) => call.texts).join(' ')).not.toContain('sloop')
    expect((await recallOf('bakery and tomatoes')).notice).toBeUndefined()
  })
})

describe('whatever goes wrong with meaning', () => {
  /**
   * A fault that begins after everything was embedded: recall goes on by words, says so, and the turn
   * completes.
   */
  it.each<[string, ReturnType<NonNullable<ServerOptions['embed']>>]>([
    ['values that are no numbers', [[1, null, 'NaN']]],
    ['vectors without length', [[]]],
    ['too few vectors', []],
    ['values whose length is no number', [Array.from({ length: DIMS }, () => 1e300)]],
    ['only zeros', [Array.from({ length: DIMS }, () => 0)]],
    ['a fault of the service', { status: 503, message: 'overloaded' }],
    ['a refused key', { status: 401, message: 'Incorrect API key provided: sk-test-SECRET-0123456789' }],
  ])('%s: ranked by words, with a notice', async (_, answer) => {
    await seed()
    use('bag-1')
    await embedAll()
    embed = () => answer
    const recall = await recallOf('bakery')
    expect(recall.hits[0]?.excerpt).toContain('bakery')
    expect([recall.engine, recall.notice?.startsWith('Ranked by keywords only: ')]).toEqual(['lexical', true])
    expect(recall.notice).not.toContain('SECRET')
  })

  it('a service that does not answer in time: the same', async () => {
    await seed()
    use('bag-1')
    await embedAll()
    const { embedder } = h.deps.models
    if (!embedder) throw new Error('no embedder')
    const hung = createEmbedder(
      {
        provider: 'openai',
        baseUrl: 'http://hung.test/v1',
        apiKey: null,
        api: 'chat',
        model: 'bag-1',
        reach: 'own',
      },
      {
        runtime: testRuntime(),
        prices: {},
        log: { info() {}, warn() {} },
        gate: null,
        fetch: (_, init) =>
          new Promise((_resolve, reject) =>
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
          ),
      },
    )
    Object.assign(h.deps.models, {
      embedder: {
        ...hung,
        space: embedder.space,
        embed: (texts: string[], options: Parameters<Embedder['embed']>[1]) =>
          hung.embed(texts, { ...options, timeoutMs: 20 }),
      },
    })
    const recall = await recallOf('bakery')
    expect([
      recall.hits[0]?.excerpt.includes('bakery'),
      recall.notice?.startsWith('Ranked by keywords only: '),
    ]).toEqual([true, true])
  })

  it('another model, or another length: nothing is mixed, everything is embedded anew, and found again', async () => {
    await seed()
    use('bag-1')
    await embedAll()
    use('bag-2')
    const before = await recallOf()
    expect([found(before), before.engine, before.notice]).toEqual([
      false,
      'lexical',
      'Ranked by keywords only: nothing has been embedded with bag-2 yet. It is running in the background.',
    ])
    expect((await jobState(h.db, h.ownerId, 'embed')).busy).toBe(true)
    await h.jobs.tick()
    expect(found(await recallOf())).toBe(true)
    embed = (texts, model) => bagOfWords(texts, model, DIMS * 2)
    const longer = await recallOf()
    expect(longer.notice).toContain('nothing has been embedded with bag-2 yet')
    await h.jobs.tick()
    expect(found(await recallOf())).toBe(true)
    const rows = await h.db.embedding.groupBy({
      by: ['model', 'dims'],
      where: { ownerId: h.ownerId },
      orderBy: [{ model: 'asc' }],
    })
    expect(rows.map((row) => [row.model.split(' ')[1], row.dims])).toEqual([
      ['bag-1', DIMS],
      ['bag-2', DIMS * 2],
    ])
  })

  it('negative control: vectors of two models taken for one find something else', async () => {
    await seed()
    use('bag-1')
    await embedAll()
    await h.db.embedding.updateMany({ data: { model: embedderOf('bag-2').space } })
    embed = (texts) => bagOfWords(texts).map((vector) => [...vector.slice(7), ...vector.slice(0, 7)])
    use('bag-2')
    expect(found(await recallOf())).toBe(false)
  })
})
