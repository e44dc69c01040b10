import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Harness, harness, isThink, type Reply } from '@/lib/agent/testing'
import { parseEnv, setEnv } from '@/lib/config/env'
import { depthCorrections, saveCorrection } from '@/lib/db/turns/feedback'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import type { ModelRequest } from '@/lib/model/types'
import { parse } from '@/lib/prompts/fence'
import { forgetOnce } from '@/lib/shared/once'
import type { TurnOptions } from '@/lib/shared/schemas'
import type { ThinkingPlan } from '@/lib/shared/turn/events'

const STOP = { name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough.' } }
const answering = (request: ModelRequest): Reply =>
  isThink(request) ? { text: 'Hm.', calls: [STOP] } : { text: 'An answer.' }
const isClassify = ({ system }: ModelRequest) => system.startsWith('Classify')

/** The heuristic is not sure of it. */
const ODD = 'The thing with the boat again, sort it'
const AUTO: TurnOptions = { preset: 'auto' }
const planOf = async (h: Harness, text: string, options = AUTO, conversation = 'c') =>
  (await h.say(conversation, text, options)).plan as unknown as ThinkingPlan

let h: Harness
afterEach(async () => {
  setEnv(undefined)
  forgetOnce('slow-classifiers')
  await h.close()
})

describe('the depth of a message', () => {
  it('is one short call without tools for a greeting', async () => {
    h = await harness(answering)
    const turn = await h.say('c', 'Hi!', AUTO)
    const [dto] = await turnDtos(h.db, h.ownerId, [turn])
    expect(turn).toMatchObject({ status: 'completed', depth: 'simple' })
    expect(h.models.requests.map(({ role, tools }) => [role, tools.length])).toEqual([['fast', 0]])
    expect(dto?.totals?.inputTokens).toBeLessThanOrEqual(1_500)
    expect(dto?.thinking?.classified).toMatchObject({ label: 'SIMPLE', by: 'heuristic', costMicros: 0 })
  })

  it('is fast mode with tools for a plain question, and rounds for a comparison', async () => {
    h = await harness(answering)
    expect(await planOf(h, "What's my cat's name?")).toMatchObject({
      depth: 'moderate',
      enabled: false,
      maxSteps: 5,
    })
    const plan = await planOf(h, 'How has my mood changed over the past month compared to the month before?')
    expect(plan).toMatchObject({
      depth: 'complex',
      enabled: true,
      maxRounds: 5,
      tokenBudget: 10_000,
      maxSteps: 10,
    })
  })

  it('is what a person chose, and says so', async () => {
    h = await harness(answering)
    expect(await planOf(h, 'Hi!', { preset: 'research' })).toMatchObject({
      depth: 'deep',
      maxRounds: 10,
      tokenBudget: 20_000,
      maxSteps: 15,
      classified: { by: 'person', label: 'COMPLEX' },
    })
    expect(await planOf(h, 'Why do I always procrastinate?', { ...AUTO, depth: 'simple' })).toMatchObject({
      depth: 'simple',
      classified: { by: 'person', label: 'SIMPLE' },
    })
  })

  it('stays in fast mode where thinking is off, but a person may force it where only they switched it off', async () => {
    h = await harness(answering)
    const why = 'Why do I always procrastinate?'
    expect(await planOf(h, why, { ...AUTO, thinking: false })).toMatchObject({
      depth: 'moderate',
      classified: { label: 'COMPLEX' },
    })
    expect(await planOf(h, why, { ...AUTO, thinking: false, depth: 'deep' })).toMatchObject({ depth: 'deep' })
    const parsed = parseEnv({ NODE_ENV: 'test', ENABLE_REFLECTIVE_MODE: 'false' })
    if (parsed.ok) setEnv(parsed.env)
    const turn = await h.say('c', why, { ...AUTO, thinking: true, depth: 'deep' })
    const [dto] = await turnDtos(h.db, h.ownerId, [turn])
    expect(dto?.thinking).toMatchObject({ depth: 'moderate' })
    expect(dto?.steps[0]?.notices.join(' ')).toContain('turned off on this server')
  })
})

describe('the note of a thinking turn', () => {
  const DEEP = { depth: 'deep' } as const
  const noteOf = async (text: string, options: TurnOptions = DEEP, conversation = 'c') => {
    const before = h.models.requests.length
    await h.say(conversation, text, options)
    return parse(h.models.requests[before]?.user ?? '').find(({ name }) => name === 'task')?.note ?? ''
  }

  it('asks to think once where nothing can be looked up, else in rounds', async () => {
    h = await harness(answering)
    expect(await noteOf('Compare tea and coffee for me.')).toMatch(/^Before you answer, think once:/)
    expect(await noteOf('Compare them again.')).toMatch(/^Round 1 of at most 7\./)
    expect(await noteOf('Compare them too.', DEEP, 'd')).toMatch(/^Round 1 of at most 7\./)
    expect(await noteOf('And these?', { ...DEEP, recall: 'conversation' }, 'e')).not.toContain('Round')
    expect(await noteOf('And those?', { ...DEEP, recall: 'off' })).not.toContain('Round')
  })
})

describe('the classifier', () => {
  const UNSURE = 'help me with my essay on tides'
  const replying = (reply: Reply) => (request: ModelRequest) =>
    isClassify(request) ? reply : answering(request)
  const asking = async (reply: Reply) => {
    h = await harness(replying(reply))
    h.models.offline = false
    return h.say('c', UNSURE, AUTO)
  }

  it('asks the utility model where the heuristic is unsure: its call is step 0 of the ledger', async () => {
    const text = JSON.stringify({ label: 'COMPLEX', confidence: 0.9, reasons: ['a plan'], intents: ['deep'] })
    const turn = await asking({ text })
    expect(turn.plan).toMatchObject({ depth: 'deep', classified: { by: 'model', reasons: ['a plan'] } })
    const steps = await h.db.step.findMany({ where: { turnId: turn.id }, orderBy: { index: 'asc' } })
    expect(steps.map(({ index, phase, role }) => [index, phase, role]).slice(0, 2)).toEqual([
      [0, 'classify', 'utility'],
      [1, 'think', 'reflective'],
    ])
  })

  it.each([
    ['an error', { error: { code: 'provider_error' as const, message: 'Down.' } }],
    ['a label that only contains another', { text: '{"label":"NOT COMPLEX","confidence":1}' }],
  ])('takes %s for MODERATE', async (_, reply) => {
    expect((await asking(reply)).plan).toMatchObject({ depth: 'moderate', classified: { by: 'model' } })
  })

  it('asks no model where the heuristic is certain', async () => {
    h = await harness(answering)
    h.models.offline = false
    await h.say('c', 'Hi!', AUTO)
    expect(h.models.structuredRequests.filter(({ name }) => name === 'complexity')).toEqual([])
  })

  it('asks a model that missed its limit again only after an hour', async () => {
    h = await harness(answering)
    h.models.offline = false
    const asked = () => h.models.structuredRequests.filter(({ name }) => name === 'complexity').length
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
    await h.say('c', ODD, AUTO)
    limit.mockRestore()
    expect(asked()).toBe(1)
    expect(await planOf(h, ODD)).toMatchObject({ classified: { by: 'heuristic' } })
    expect(asked()).toBe(1)
    const now = h.runtime.now
    h.runtime.now = () => new Date(now().getTime() + 3_600_000)
    await h.say('c', ODD, AUTO)
    expect(asked()).toBe(2)
  })

  it('follows what a person corrected, until the corrected turn is forgotten', async () => {
    h = await harness(answering)
    const first = await h.say('c', 'Give me my weekly review', AUTO)
    await saveCorrection(h.db, h.ownerId, first.id, 'deep', h.runtime.now())
    expect(await planOf(h, 'Please give me my weekly review')).toMatchObject({ depth: 'deep' })
    await h.db.turn.update({ where: { id: first.id }, data: { status: 'forgotten' } })
    expect(await depthCorrections(h.db, h.ownerId)).toEqual([])
  })
})

describe('what is retrieved before the first call', () => {
  it('is in the prompt, shown as recalled, and counted', async () => {
    h = await harness(answering)
    await h.say('old', 'My boat is called Zephyr.')
    const turn = await h.say('c', 'What is my boat called?', { depth: 'moderate' })
    expect(h.models.requests.at(-1)?.user).toContain('| My boat is called Zephyr.')
    const [dto] = await turnDtos(h.db, h.ownerId, [turn])
    expect(dto?.steps[0]?.recalls).toMatchObject([{ source: 'prompt', hits: [{ conversationId: 'old' }] }])
  })

  it('is nothing for small talk, with recall off, or from an earlier question alone', async () => {
    h = await harness(answering)
    await h.say('old', 'Good evening.')
    await h.say('old', 'What is my boat called?', { depth: 'moderate', recall: 'off' })
    for (const [text, options] of [
      ['Good evening.', {}],
      ['What is my boat called?', { recall: 'off' }],
      ['What is my boat called?', {}],
    ] as [string, TurnOptions][])
      await h.say(text, text, { depth: 'moderate', ...options })
    const recalls = await h.db.recall.findMany({ where: { source: 'prompt' }, include: { hits: true } })
    expect(recalls.flatMap(({ hits }) => hits.map(({ refId }) => refId))).toEqual([])
  })
})
