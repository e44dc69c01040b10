import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byHand, type Hands } from '@/lib/agent/testing-hands'
import { testModels } from '@/lib/model/testing'

const ZONE = 'Asia/Tokyo'
let h: Hands
/** 29 November, 05:51 in Tokyo. */
const NOW = Date.parse('2026-11-28T20:51:00Z')
const DAY = 86_400_000
const SAID: [daysAgo: number, text: string][] = [
  [45, 'I am stressed about the lease.'],
  [29, 'I am stressed about the new job.'],
  [20, 'I was stressed again, the deadline moved.'],
  [12, 'The piano tuner comes at noon.'],
  [6, 'My boiler makes a knocking noise.'],
  [5, 'I am so stressed, I cannot sleep.'],
  [1, 'We painted the kitchen green.'],
  [1, 'My cat Miso caught a mouse.'],
]
beforeAll(async () => {
  h = await byHand()
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  h.runtime.advance(NOW - 60 * DAY - h.runtime.now().getTime())
  for (const [days, text] of SAID) {
    h.runtime.advance(Math.max(60_000, NOW - days * DAY - h.runtime.now().getTime()))
    await h.say(`c${days}`, text, { preset: 'auto', timeZone: ZONE })
    await h.jobs.tick()
  }
})
afterAll(() => h.close())

async function asked(text: string, preset: 'auto' | 'thorough') {
  h.runtime.advance(Math.max(1_000, NOW - h.runtime.now().getTime()))
  const turn = await h.say(`ask ${text} ${preset}`, text, { preset, timeZone: ZONE })
  const calls = await h.db.toolCall.findMany({ where: { step: { turnId: turn.id } } })
  return { answer: turn.answer ?? '', tools: calls.map(({ name }) => name) }
}

describe.each(['auto', 'thorough'] as const)('the built-in engine, %s', (preset) => {
  it('counts how often something was said, with the days', async () => {
    const { answer, tools } = await asked('How often did I say I was stressed in the last 30 days?', preset)
    expect(tools).toContain('analyze_patterns')
    expect(answer).toContain('"stressed", 2026-10-30 to 2026-11-29: 3 of ')
    expect(answer).toContain('Turns over time: 2026-10-31 1, 2026-11-09 1, 2026-11-24 1')
  })

  it('says when something was last mentioned', async () => {
    const { answer, tools } = await asked('When did I last mention the boiler?', preset)
    expect(tools).toContain('analyze_patterns')
    expect(answer).toContain('last 2026-11-23')
    expect(answer).toContain('My boiler makes a knocking noise.')
  })

  it("tells what was spoken of yesterday, by the person's day, and nothing else", async () => {
    const { answer, tools } = await asked('What did we talk about yesterday?', preset)
    expect(tools).toContain('search_summaries')
    expect(answer).toContain('We painted the kitchen green.')
    expect(answer).toContain('My cat Miso caught a mouse.')
    expect(answer).not.toMatch(/stressed|boiler|piano/)
  })

  it('searches the named time for the subject', async () => {
    const { answer, tools } = await asked('What did I say about being stressed the week before last?', preset)
    expect(tools).toContain('search_memories')
    expect(answer).toContain('I was stressed again')
    expect(answer).not.toMatch(/lease|new job|cannot sleep/)
  })

  it('looks up facts for what is known of someone', async () => {
    const { answer, tools } = await asked('What do you know about my cat?', preset)
    expect(tools).toContain('lookup_facts')
    expect(answer).toContain('Miso')
  })

  it('reads the mood of a time from what was said', async () => {
    const { answer, tools } = await asked('How was my mood in the last 30 days?', preset)
    expect(tools).toContain('search_summaries')
    expect(answer).toContain('Feelings: stressed 3')
  })
})
