import { describe, expect, it } from 'vitest'
import { historyBefore } from '@/lib/db/ledger/ledger'
import { spendByDay } from '@/lib/db/ledger/spend'
import { recordedUsage } from '@/lib/db/ledger/usage'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { configAt, testModels } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import { limits } from '@/lib/shared/limits'
import { harness } from './testing'

const MEMORY = ['summaries', 'window', 'recalled']

describe('the tokens of a turn with memory and in plain chat', () => {
  it('are of the same calls; memory’s own calls count against it once they follow', async () => {
    const h = await harness(() => ({ text: 'An answer of some words.' }))
    await h.say('c', 'First.', { thinking: false })
    const turn = await h.say('c', 'Second.', { thinking: false, windowSize: 0 })
    const totals = async () => (await turnDtos(h.db, h.ownerId, [turn]))[0]?.totals
    const [step] = await h.db.step.findMany({ where: { turnId: turn.id }, include: { sections: true } })
    if (!step) throw new Error('the turn has no step')
    const memory = step.sections
      .filter(({ section }) => MEMORY.includes(section))
      .reduce((sum, { tokens }) => sum + tokens, 0)
    const first = countTokens('First.') + countTokens('An answer of some words.')
    const took = step.estInputTokens + step.estOutputTokens
    const plainChatTokens = took - memory + first
    expect(await totals()).toMatchObject({ withMemoryTokens: took, plainChatTokens })
    const { sections: _, decision: __, error: ___, manifest, log, ...plain } = step
    const background = {
      ...plain,
      id: 'background',
      index: limits.firstJobStep,
      phase: 'summarise',
      costMicros: null,
    }
    await h.db.step.create({ data: { ...background, manifest: manifest ?? {}, log: log ?? [] } })
    await h.db.step.updateMany({ where: { turnId: turn.id }, data: { inputTokens: 1_000_000 } })
    await h.db.step.update({ where: { id: step.id }, data: { costMicros: 250 } })
    expect(await totals()).toMatchObject({
      withMemoryTokens: 2 * took,
      plainChatTokens,
      calls: 1,
      inputTokens: 1_000_000,
      costMicros: 250,
      unpricedCalls: 0,
      later: { calls: 1, inputTokens: 1_000_000, costMicros: null, unpricedCalls: 1 },
    })
    await h.close()
  })

  it('are none of a call that no model read, in the spending of the day either', async () => {
    const h = await harness(() => ({ text: 'Never asked.' }))
    h.deps.models = testModels(configAt('http://127.0.0.1:1/v1', 'chat')).models
    const turn = await h.say('c', 'Is anybody there?', { thinking: false })
    expect(turn.status).toBe('failed')
    expect((await turnDtos(h.db, h.ownerId, [turn]))[0]?.totals).toBeNull()
    const { models, points } = await recordedUsage(h.db, h.ownerId, { conversationId: 'c' })
    expect([models, points]).toEqual([[], []])
    const day = [0, 86_400_000].map((ms) => new Date(turn.createdAt.getTime() + ms))
    expect((await spendByDay(h.db, h.ownerId, day)).map(({ tokens }) => tokens)).toEqual([0])
    await h.close()
  })

  it('hold nothing that was recalled in the history of either baseline; what other tools gave back is in both', async () => {
    const story = `The lighthouse keeper wrote: ${'waves and fog, '.repeat(200)}`
    const h = await harness((request) => {
      const done = new Set(request.exchanges.flatMap(({ results }) => results.map(({ name }) => name)))
      if (request.user.includes('Look it up') && !done.has('recall_context'))
        return { calls: [{ name: 'recall_context', args: { turnNumbers: [1] } }] }
      if (request.user.includes('Look it up') && !done.has('list_files'))
        return { calls: [{ name: 'list_files', args: {} }] }
      return { text: 'Noted.' }
    })
    const off = { thinking: false, windowSize: 0 }
    await h.say('c', story, off)
    const lookedUp = await h.say('c', 'Look it up.', off)
    const third = await h.say('c', 'Third.', off)
    const said = (text: string) => countTokens(text) + countTokens('Noted.')
    const tools = await h.db.toolCall.findMany({
      where: { step: { turnId: lookedUp.id } },
      orderBy: { stepId: 'asc' },
    })
    expect(tools.map(({ name }) => name).sort()).toEqual(['list_files', 'recall_context'])
    const listed = tools.find(({ name }) => name === 'list_files')
    const { tokens: files } = await h.db.blob.findFirstOrThrow({ where: { hash: listed?.resultHash ?? '' } })

    const before = await historyBefore(h.db, h.ownerId, [third])
    expect(before.get(third.id)?.plain).toBe(said(story) + said('Look it up.') + files)
    const contexts = await h.db.turn.findMany({ where: { number: { lt: 3 } }, orderBy: { number: 'asc' } })
    const recalled = contexts[1]?.recalledTokens ?? 0
    expect(recalled).toBeGreaterThan(countTokens(story) / 2)
    expect(before.get(third.id)?.full).toBe(
      contexts.reduce((sum, { contextTokens }) => sum + contextTokens, 0) - recalled,
    )
    await h.close()
  })

  it('leave what a call of this turn recalled out of plain chat’s prompts', async () => {
    const story = `The lighthouse keeper wrote: ${'waves and fog, '.repeat(200)}`
    const h = await harness((request, index) =>
      index > 0 && request.exchanges.length === 0
        ? { calls: [{ name: 'recall_context', args: { turnNumbers: [1] } }] }
        : { text: 'Noted.' },
    )
    const off = { thinking: false, windowSize: 0 }
    await h.say('c', story, off)
    const turn = await h.say('c', 'Look it up.', off)
    const steps = await h.db.step.findMany({
      where: { turnId: turn.id },
      include: { sections: true },
      orderBy: { index: 'asc' },
    })
    const of = (step: (typeof steps)[number] | undefined, name: string) =>
      step?.sections.find(({ section }) => section === name)?.tokens ?? 0
    expect(of(steps[1], 'recalled')).toBeGreaterThan(countTokens(story) / 2)
    expect(of(steps[1], 'steps')).toBeLessThan(100)
    for (const step of steps)
      expect(step.sections.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(step.estInputTokens)
    await h.close()
  })

  it('are while the turn runs what they are after a reload, also where the provider reports none', async () => {
    const h = await harness(() => ({ text: 'An answer.' }))
    const { models } = h.deps
    const reply = models.call.bind(models)
    models.call = async (...request) => {
      const result = await reply(...request)
      return { ...result, usage: { ...result.usage, inputTokens: 9_999, estimated: true } }
    }
    const turn = await h.say('c', 'First.', { thinking: false })
    const ended = await h.db.event.findFirstOrThrow({ where: { turnId: turn.id, type: 'step-ended' } })
    const stored = (await turnDtos(h.db, h.ownerId, [turn]))[0]?.steps[0]
    expect(ended.data).toMatchObject({ usage: stored?.usage })
    expect(stored?.usage?.inputTokens).not.toBe(9_999)
    await h.close()
  })
})
