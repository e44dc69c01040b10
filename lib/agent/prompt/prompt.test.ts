import { afterEach, describe, expect, it } from 'vitest'
import { type Harness, harness, isThink, ScriptedModels } from '@/lib/agent/testing'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import type { TurnState } from '@/lib/agent/turn-state'
import { env, parseEnv, setEnv } from '@/lib/config/env'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { manifestSchema } from '@/lib/db/turns/steps'
import { countTokens } from '@/lib/model/tokens'
import type { Exchange, ModelRequest } from '@/lib/model/types'
import { deleteConversation } from '@/lib/services/forget/forget'
import { saveSetting } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { DROP, planPrompt } from './plan'
import { summaries } from './sections'
import { shortenExchanges } from './shorten-exchanges'

describe('budgets', () => {
  const text = 'The quick brown fox jumps over the lazy dog near the old mill. '.repeat(700)
  const real = env()
  afterEach(() => setEnv(real))

  describe('budgets of the sections', () => {
    const windowTokens = (totalTokens: number) =>
      planPrompt({
        role: { name: 'role', note: 'Rules.', items: [] },
        notes: {},
        sections: {
          window: [
            {
              item: { attributes: { turn: '1', who: 'user' }, text },
              keep: 1,
              order: 1,
              dropStage: DROP.windowTurns,
            },
          ],
        },
        tools: [],
        exchanges: [],
        totalTokens,
        countTokens,
      }).sections.find((section) => section.section === 'window')?.tokens ?? 0

    it('grow with the whole prompt', () => {
      const share = limits.prompt.sections.window
      expect(countTokens(text)).toBeGreaterThan(share * 1.3)
      expect(windowTokens(limits.prompt.totalTokens)).toBeLessThanOrEqual(share + 20)
      expect(windowTokens(limits.prompt.totalTokens * 2)).toBeGreaterThan(share * 1.3)
    })

    it('and so the window of a turn holds what a larger prompt has room for', async () => {
      const h = await harness((request) =>
        request.tools.length
          ? { calls: [{ name: 'complete_task', args: { result: 'Done.' } }] }
          : { text: 'Done.' },
      )
      await h.say('c1', text, { thinking: false })
      const windowOf = async (message: string) =>
        (await h.say('c1', message, { thinking: false, windowSize: 2 })).window as { tokens: number }
      await h.say('c1', text, { thinking: false })
      expect((await windowOf('Short.')).tokens).toBeLessThanOrEqual(limits.prompt.sections.window)
      await h.say('c1', text, { thinking: false })
      await saveSetting(h.db, h.ownerId, 'user', 'prompt.totalTokens', 60_000)
      expect((await windowOf('Short again.')).tokens).toBeGreaterThan(limits.prompt.sections.window)
      await h.close()
    })
  })

  describe('who decides how much a turn thinks', () => {
    it('the environment, where it forbids thinking, whatever the message says', async () => {
      const parsed = parseEnv({
        NODE_ENV: 'test',
        ENABLE_REFLECTIVE_MODE: 'false',
        REFLECTIVE_MAX_STEPS: '3',
      })
      if (parsed.ok) setEnv(parsed.env)
      const h = await harness((request) =>
        isThink(request)
          ? { text: 'Hm.', calls: [{ name: 'continue_thinking', args: { continueThinking: false } }] }
          : { text: 'Done.' },
      )
      expect((await h.say('c1', 'Hello')).plan).toMatchObject({
        enabled: false,
        by: 'environment',
        depth: 'simple',
        maxSteps: 1,
      })
      expect((await h.say('c1', 'Why do I always procrastinate?', { thinking: true })).plan).toMatchObject({
        enabled: false,
        by: 'environment',
        depth: 'moderate',
        maxSteps: 3,
      })
      await h.close()
    })
  })
})

async function scripted(script: ConstructorParameters<typeof ScriptedModels>[0]): Promise<Hands> {
  const h = await byHand()
  h.deps.models = new ScriptedModels(script)
  return h
}
const cited = async (h: Hands, turnId: string, answer: string) =>
  (await h.db.citation.findMany({ where: { turnId }, orderBy: { index: 'asc' } })).map((row) => [
    row.kind,
    row.refId,
    answer.slice(row.start, row.end),
  ])

describe('what an answer cites', () => {
  it('is kept with the turn: each mark that names a turn which stood in the prompt, at its place', async () => {
    const answer =
      'Red [turn 1], then blue [turns 1, 2]. Not `[turn 1]`, nor [turn 3], [turn 4] or [turn 99].'
    const h = await scripted((request) => ({ text: request.user.includes('\nWhich') ? answer : 'Noted.' }))
    const [one, two] = [
      await h.say('c', 'The boat is red.', PLAIN),
      await h.say('c', 'Now it is blue.', PLAIN),
    ]
    const asked = await h.say('c', 'Which colour?', PLAIN)
    expect(await cited(h, asked.id, answer)).toEqual([
      ['turn', one.id, '[turn 1]'],
      ['turn', one.id, '[turns 1, 2]'],
      ['turn', two.id, '[turns 1, 2]'],
    ])
    await h.close()
  })

  it('is no turn that the prompt did not show', async () => {
    const h = await scripted((request) => ({
      text: request.user.includes('\nWhich') ? 'Red [turn 1] [turn 2].' : 'Noted.',
    }))
    const turns = [await h.say('c', 'The boat is red.', PLAIN), await h.say('c', 'Now it is blue.', PLAIN)]
    await h.db.summary.deleteMany({})
    const asked = await h.say('c', 'Which colour?', { ...PLAIN, windowSize: 2 })
    expect(await cited(h, asked.id, 'Red [turn 1] [turn 2].')).toEqual([['turn', turns[1]?.id, '[turn 2]']])
    await h.close()
  })

  it('may be a turn of another conversation that was recalled, until that is forgotten', async () => {
    const h = await scripted((request) => {
      if (!request.user.includes('\nWhich')) return { text: 'Noted.' }
      return request.exchanges.length
        ? { text: 'Red [turn 2].' }
        : { calls: [{ name: 'recall_context', args: { keywords: ['catamaran'] } }] }
    })
    await h.say('other', 'Hello.', PLAIN)
    const told = await h.say('other', 'The catamaran is red.', PLAIN)
    const asked = await h.say('c', 'Which colour?', PLAIN)
    expect(await cited(h, asked.id, 'Red [turn 2].')).toEqual([['turn', told.id, '[turn 2]']])
    await deleteConversation(h.caller, 'other')
    h.runtime.advance(limits.trash.undoMs + 1_000)
    await purgeTrash(h.db, h.runtime.now())
    expect(await h.db.citation.count()).toBe(0)
    await h.close()
  })

  it('is the turn of the conversation that a mark names, though this one has a turn of that number', async () => {
    const answer = 'Red [turn 1 of conversation other], not [turn 1]; nor [turn 1 of conversation third].'
    const h = await scripted((request) => {
      if (!request.user.includes('\nWhich')) return { text: 'Noted.' }
      return request.exchanges.length
        ? { text: answer }
        : { calls: [{ name: 'recall_context', args: { keywords: ['catamaran'] } }] }
    })
    const told = await h.say('other', 'The catamaran is red.', PLAIN)
    await h.say('third', 'Hello.', PLAIN)
    const own = await h.say('c', 'Hello.', PLAIN)
    const asked = await h.say('c', 'Which colour?', PLAIN)
    expect(await cited(h, asked.id, answer)).toEqual([
      ['turn', told.id, '[turn 1 of conversation other]'],
      ['turn', own.id, '[turn 1]'],
    ])
    await h.close()
  })
})

describe('labels in a turn', () => {
  let h: Harness
  afterEach(() => h.close())

  const MODERATE = { thinking: false }
  const MARK = '[turn 1 of conversation other]'
  /** Tells something elsewhere, then asks for it; `reply` answers the question. */
  async function asked(reply: (request: ModelRequest) => string, told = 'The boat is red.') {
    h = await harness((request) => ({
      text: request.user.endsWith('Which colour is the boat?') ? reply(request) : 'Noted.',
    }))
    const elsewhere = await h.say('other', told, MODERATE)
    const turn = await h.say('c', 'Which colour is the boat?', MODERATE)
    const request = h.models.requests.at(-1)
    const events = await h.db.event.findMany({ where: { turnId: turn.id } })
    return { elsewhere, turn, user: request?.user ?? '', events: JSON.stringify(events) }
  }

  it('are what the model cites; what is stored and streamed has marks, and the manifest says what they were', async () => {
    const { elsewhere, turn, user, events } = await asked(() => 'Red [b1], see `[b1]`.')
    expect(user).toMatch(/--- id=b1 who=user date=\S+ age=\S+\n\| The boat is red\./)
    expect(user).not.toMatch(/score=|context=|conversation=/)
    expect(turn.answer).toBe(`Red ${MARK}, see \`[b1]\`.`)
    expect(events).not.toContain('Red [b1]')
    const rows = await h.db.citation.findMany({ where: { turnId: turn.id } })
    expect(rows).toMatchObject([{ kind: 'turn', refId: elsewhere.id, start: 4, end: 4 + MARK.length }])
    const step = await h.db.step.findFirstOrThrow({ where: { turnId: turn.id } })
    expect(manifestSchema.parse(step.manifest).labels).toEqual({ b1: elsewhere.id })
  })

  it('leave no trace in later prompts, where marks of other conversations go and those of this one stay', async () => {
    await asked(() => 'Red [b1].')
    await h.say('c', 'And the mast?', MODERATE)
    const [, said] = h.models.requests.at(-1)?.history ?? []
    expect(said?.text).toBe('Red.')
  })

  it('are others where a text has them, which stays as it is', async () => {
    const { turn, user } = await asked(() => 'It says [b1], which is red [c1].', 'The boat [b1] is red.')
    expect(user).toMatch(/--- id=c1 who=user .*\n\| The boat \[b1\] is red\./)
    expect(turn.answer).toBe(`It says [b1], which is red ${MARK}.`)
  })

  it('can be looked up, as numbers of turns can', async () => {
    h = await harness((request) =>
      isThink(request) && request.user.endsWith('boat?')
        ? { calls: [{ name: 'recall_context', args: { ids: ['b1', '1', 't2', '[z9]'] } }] }
        : { text: 'Done.' },
    )
    await h.say('other', 'The boat is red.', MODERATE)
    for (const text of ['The mast is tall.', 'The sail is torn.']) await h.say('c', text, MODERATE)
    const turn = await h.say('c', 'Which colour is the boat?', { maxRounds: 2 })
    const [recall] = await h.db.recall.findMany({ where: { turnId: turn.id, source: 'recall_context' } })
    expect(recall?.request).toMatchObject({ turnNumbers: [1, 2], contextIds: [expect.any(String), 'z9'] })
    expect(recall?.nearMisses).toMatchObject({ note: 'no context z9' })
    expect(await h.db.recallHit.count({ where: { recallId: recall?.id ?? '' } })).toBe(3)
  })
})

it('a summary is of the product it was imported from only when all of its turns were', () => {
  const of = (from: number, to: number): TurnState['summaries'][number] => ({
    id: `s${from}`,
    from,
    to,
    level: from === to ? 0 : 1,
    text: 'All of it.',
    tokens: 3,
  })
  const outside = { importedTo: 5, answerer: 'ChatGPT', read: [] }
  const items = summaries({ summaries: [of(1, 5), of(5, 5), of(1, 6), of(6, 10)], outside }).map(
    ({ item }) => [item.attributes.source, item.attributes.product],
  )
  expect(items).toEqual([
    ['import', 'ChatGPT'],
    ['import', 'ChatGPT'],
    ['import', undefined],
    [undefined, undefined],
  ])
})

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ')
const writing = (path: string, text: string): Exchange => ({
  text: 'Writing.',
  calls: [{ id: `call_${path}`, name: 'write_file', args: { path, text }, problem: null }],
  results: [{ id: `call_${path}`, name: 'write_file', text: 'Written.' }],
})
const sizeOf = (exchanges: Exchange[]) => countTokens(JSON.stringify(exchanges))

describe('tool calls of a turn that are too long for its prompt', () => {
  it('are shortened, the oldest first, with a mark; every call keeps its result and the latest stays whole', () => {
    const given = ['a', 'b', 'c'].map((path) => writing(path, words(3_000)))
    const made = shortenExchanges(given, 12_000, countTokens)
    expect(sizeOf(made)).toBeLessThanOrEqual(12_000)
    expect(made[2]).toEqual(given[2])
    expect(made.map((exchange) => exchange.calls.map((call) => call.id))).toEqual(
      made.map((exchange) => exchange.results.map((result) => result.id)),
    )
    expect(JSON.stringify(made[0]?.calls[0]?.args)).toMatch(/"path":"a".*\.\.\. \(truncated\)/)
    expect(shortenExchanges(given, 1_000_000, countTokens)).toEqual(given)
  })

  it('get into little room too, also when their arguments are long lists', () => {
    const many = {
      ...writing('a', ''),
      calls: [
        {
          id: 'call_a',
          name: 'set_state',
          args: { list: Array.from({ length: 5_000 }, (_, i) => `item ${i}`) },
          problem: null,
        },
      ],
    }
    const made = shortenExchanges([many, writing('b', words(3_000))], 300, countTokens)
    expect(sizeOf(made)).toBeLessThanOrEqual(300)
  })

  it('never take a prompt over its limit, and leave room for the rest of it', () => {
    const plan = (exchanges: Exchange[]) =>
      planPrompt({
        role: { name: 'role', note: 'Role.', items: [] },
        notes: {},
        sections: {
          window: [
            {
              item: { attributes: { turn: '1', who: 'user' }, text: words(1_000) },
              keep: 1,
              order: 0,
              dropStage: 6,
            },
          ],
          task: [
            { item: { attributes: { who: 'user' }, text: 'Go on.' }, keep: 1, order: 0, dropStage: null },
          ],
        },
        tools: [],
        exchanges,
        totalTokens: limits.prompt.totalTokens,
        countTokens,
      })
    const made = plan(Array.from({ length: 6 }, (_, i) => writing(`f${i}`, words(4_000))))
    expect(made.estInputTokens).toBeLessThanOrEqual(limits.prompt.totalTokens)
    expect(made.sections.map((section) => [section.section, section.tokens > 0])).toContainEqual([
      'window',
      true,
    ])
    expect(made.manifest.exchanges).not.toBeNull()
  })

  it('are what the model got, as the ledger says', async () => {
    const h = await harness((request, i) =>
      i < 4
        ? { text: '', calls: [{ name: 'write_file', args: { path: `f${i}.md`, text: words(4_000) } }] }
        : { text: `Done with ${request.exchanges.length}.` },
    )
    const turn = await h.say('c', 'Write four files.', { thinking: true, preset: 'quick' })
    const steps = await h.db.step.findMany({ where: { turnId: turn.id }, select: { estInputTokens: true } })
    expect(Math.max(...steps.map((step) => step.estInputTokens))).toBeLessThanOrEqual(
      limits.prompt.totalTokens,
    )
    const last = h.models.requests.at(-1)
    expect(countTokens(`${last?.system}${last?.user}${JSON.stringify(last?.exchanges)}`)).toBeLessThanOrEqual(
      limits.prompt.totalTokens,
    )
    await h.close()
  })
})
