// @module-tag full
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bagOfWords, DIMS } from '@/e2e/support/embedding'
import { type OpenAiServer, type ServerOptions, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { type Harness, harness } from '@/lib/agent/testing'
import { forgetStrategies } from '@/lib/db/forget/purge/purge-strategies'
import { learn } from '@/lib/db/learning/learn'
import { seedConversation } from '@/lib/db/testing-seed'
import { learner, seedStrategies } from '@/lib/db/testing-strategies'
import { consolidationPlan } from '@/lib/learning/consolidate/consolidate'
import { createEmbedder } from '@/lib/model/embed/embed'
import type { Embedder } from '@/lib/model/embed/embedder'
import { configAt, testRuntime } from '@/lib/model/testing'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { OFFLINE_TURN } from '../offline-turn'

let h: Harness
let server: OpenAiServer
let embed: NonNullable<ServerOptions['embed']>
beforeEach(async () => {
  embed = bagOfWords
  server = await serveOpenAi({
    model: new ScriptedModel(() => ({ text: 'OK' })),
    embed: (texts, model) => embed(texts, model),
  })
  h = await harness(() => ({ text: 'Noted.' }))
  // So that the playbook has no room for others, which are retrieved then.
  await seedStrategies(
    h,
    ...Array.from({ length: limitsOfLearning.inPlaybook }, (_, i) => ({
      ...{ content: `Number ${i} stays pinned for good.`, title: 'Pinned', pinned: true },
    })),
  )
})
afterEach(async () => {
  await h.close()
  await server.close()
})

const LESSON = 'A physician should inspect every crimson sloop.'
const PARAPHRASE = 'Which doctor looks at the red boat'
function use(model: string | null): Embedder | null {
  const config = model === null ? null : configAt(server.url, 'chat', { model })
  const embedder =
    config?.provider === 'openai'
      ? createEmbedder(config, {
          runtime: testRuntime(),
          prices: {},
          log: { info() {}, warn() {} },
          gate: null,
          sleep: async () => {},
        })
      : null
  Object.assign(h.deps.models, { embedder })
  return embedder
}
const lesson = async (over = {}) =>
  (await seedStrategies(h, { content: LESSON, title: 'Boats', prior: 0.9, ...over }))[0] ?? ''
let said = 0
/** The strategies that were retrieved for a message, with what their similarity added to the score. */
async function retrieved(text = PARAPHRASE) {
  const turn = await h.say(`conversation_${++said}`, text, { thinking: false })
  expect(turn.status).toBe('completed')
  const rows = await h.db.strategyUse.findMany({ where: { turnId: turn.id, place: 'retrieved' } })
  return new Map(rows.map((row) => [row.strategyId, (row.parts as { similarity: number }).similarity]))
}
const rowsOf = (id: string) => h.db.embedding.findMany({ where: { kind: 'strategy', refId: id } })
const sent = () => server.embedded.flatMap(({ texts }) => texts).join('\n')

describe('near-duplicates with an embedding model', () => {
  const OTHER = 'One medic should inspect each scarlet vessel.'
  it('are found by what they mean, and a model is asked about them: they never merge by themselves', async () => {
    const [first, second] = [await lesson(), await lesson({ content: OTHER })]
    const embedder = use('bag-1')
    await retrieved()
    await h.jobs.tick()
    const who = { db: h.db, ownerId: h.ownerId, runtime: h.deps.runtime }
    const doubtful = async (space?: string) => {
      const { plan } = await consolidationPlan({ ...who, space })
      const isOf = (id: string) => id === first || id === second
      expect(plan.merges.filter(({ from }) => isOf(from))).toEqual([])
      return plan.unclear.filter(({ a, b }) => isOf(a) && isOf(b)).length
    }
    expect([await doubtful(), await doubtful(embedder?.space)]).toEqual([0, 1])
  })
})

describe('strategies with an embedding model', () => {
  it('are found by what they mean once they are embedded, and by words alone until then', async () => {
    const id = await lesson()
    expect((await retrieved()).has(id)).toBe(false)
    use('bag-1')
    expect((await retrieved()).has(id)).toBe(false)
    await h.jobs.tick()
    expect(await rowsOf(id)).toMatchObject([{ unit: 0, dims: DIMS }])
    const [a = [], b = []] = bagOfWords([`Boats\n\n${LESSON}\n`, PARAPHRASE])
    const length = (of: number[]) => Math.hypot(...of)
    const cosine = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / length(a) / length(b)
    expect((await retrieved()).get(id)).toBeCloseTo(0.65 * cosine, 5)
    const calls = await h.db.upkeepCall.findMany({ where: { phase: 'embed' } })
    expect(calls.length).toBe(1)
  })

  it('follow a changed text: its old vector goes with the change', async () => {
    const id = await lesson({ content: 'Ring the harbour before noon.' })
    use('bag-1')
    await retrieved()
    await h.jobs.tick()
    expect((await retrieved()).has(id)).toBe(false)
    await learn(h.db, h.ownerId, [{ op: 'TAG', id, turnId: 'none', tag: 'helpful' }], learner())
    await learn(h.db, h.ownerId, [{ op: 'UPDATE', id, set: { tags: ['boats'] } }], learner())
    expect((await rowsOf(id)).length).toBe(1)
    await learn(h.db, h.ownerId, [{ op: 'UPDATE', id, set: { content: LESSON } }], learner())
    expect(await rowsOf(id)).toEqual([])
    await retrieved()
    await h.jobs.tick()
    expect((await retrieved()).has(id)).toBe(true)
  })

  it('are never compared across models or lengths: words decide until all are embedded anew', async () => {
    const id = await lesson()
    use('bag-1')
    await retrieved()
    await h.jobs.tick()
    expect((await retrieved()).has(id)).toBe(true)
    const other = use('bag-2')
    expect((await retrieved()).has(id)).toBe(false)
    await h.jobs.tick()
    expect((await rowsOf(id)).map(({ model }) => model)).toContain(other?.space)
    expect((await retrieved()).has(id)).toBe(true)
    embed = (texts, model) => bagOfWords(texts, model, 2 * DIMS)
    expect((await retrieved()).has(id)).toBe(false)
    await h.jobs.tick()
    expect((await retrieved()).has(id)).toBe(true)
    expect((await rowsOf(id)).find(({ model }) => model === other?.space)?.dims).toBe(2 * DIMS)
  })

  it('are not sent if the built-in engine alone saw their turn, and are found by words', async () => {
    const { turnIds } = await seedConversation(h, [{ userText: 'Private' }])
    await h.db.turn.updateMany({ where: { id: { in: turnIds } }, data: { options: OFFLINE_TURN } })
    const id = await lesson({ content: 'Marzipan keeps for a year in the cellar.', sources: turnIds })
    use('bag-1')
    await retrieved()
    await h.jobs.tick()
    expect([sent().includes('Marzipan'), sent().includes('Pinned')]).toEqual([false, true])
    expect(await rowsOf(id)).toMatchObject([{ dims: 0 }])
    expect((await retrieved('How long does marzipan keep in the cellar?')).has(id)).toBe(true)
  })

  it('lose their vectors when they are forgotten, even while these are made', async () => {
    const { turnIds } = await seedConversation(h, [{ userText: 'Boats' }])
    const id = await lesson({ sources: turnIds })
    const embedder = use('bag-1')
    if (!embedder) throw new Error('no embedder')
    const slow: Embedder = {
      ...embedder,
      async embed(texts, options) {
        const made = await embedder.embed(texts, options)
        if (texts.some((text) => text.includes(LESSON)))
          await forgetStrategies(h.db, h.ownerId, { turnIds, conversationIds: [] })
        return made
      },
    }
    Object.assign(h.deps.models, { embedder: slow })
    await retrieved()
    await h.jobs.tick()
    expect([sent().includes(LESSON), await rowsOf(id)]).toEqual([true, []])
    const [again = ''] = await seedStrategies(h, { content: LESSON, sources: ['turn_2'] })
    await retrieved()
    await h.jobs.tick()
    expect((await rowsOf(again)).length).toBe(1)
    await forgetStrategies(h.db, h.ownerId, { turnIds: ['turn_2'], conversationIds: [] })
    expect(await rowsOf(again)).toEqual([])
  })

  it('are found by words while the service does not answer', async () => {
    const id = await lesson()
    use('bag-1')
    await retrieved()
    await h.jobs.tick()
    embed = () => ({ status: 503, message: 'overloaded' })
    expect((await retrieved('What should the physician inspect on the sloop?')).has(id)).toBe(true)
  })
})
