import { describe, expect, it } from 'vitest'
import { turnDtos } from '@/lib/db/turn-dto'
import { harness } from './testing'

describe('the tokens of a turn with and without memory', () => {
  it('are both estimates of the same calls, whatever the provider reports and whatever ran in the background', async () => {
    const h = await harness(() => ({ text: 'An answer of some words.' }))
    await h.say('c', 'First.', { thinking: false })
    const turn = await h.say('c', 'Second.', { thinking: false, windowSize: 0 })
    const totals = async () => (await turnDtos(h.db, h.ownerId, [turn]))[0]?.totals
    const [step] = await h.db.step.findMany({ where: { turnId: turn.id }, include: { sections: true } })
    if (!step) throw new Error('the turn has no step')
    const memory = step.sections
      .filter(({ section }) => ['summaries', 'window', 'recalled'].includes(section))
      .reduce((sum, { tokens }) => sum + tokens, 0)
    const { contextTokens } = await h.db.turn.findFirstOrThrow({ where: { conversationId: 'c', number: 1 } })
    const expected = {
      withMemoryTokens: step.estInputTokens + step.estOutputTokens,
      withoutMemoryTokens: step.estInputTokens + step.estOutputTokens - memory + contextTokens,
    }
    expect(await totals()).toMatchObject(expected)
    const { sections: _, decision: __, error: ___, manifest, tries, ...plain } = step
    await h.db.step.create({
      data: {
        ...plain,
        manifest: manifest ?? {},
        tries: tries ?? [],
        id: 'background',
        index: 9,
        phase: 'summarise',
      },
    })
    await h.db.step.updateMany({ where: { turnId: turn.id }, data: { inputTokens: 1_000_000 } })
    expect(await totals()).toMatchObject({ ...expected, calls: 2, inputTokens: 2_000_000 })
    await h.close()
  })
})
