import { afterEach, describe, expect, it } from 'vitest'
import { type Harness, harness } from '@/lib/agent/testing'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { latest } from '@/lib/memory/facts/timeline'
import { testModels } from '@/lib/model/testing'

let h: Harness
afterEach(() => h.close())

async function person(): Promise<(conversation: string, text: string) => Promise<string>> {
  h = await harness(() => ({}))
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  return async (conversation, text) => {
    h.runtime.advance(60_000)
    const { answer } = await h.say(conversation, text, { preset: 'auto' })
    await h.jobs.tick()
    return answer
  }
}
const known = async () =>
  (await factsFor(everywhere(h.db, h.ownerId))).map((fact) => {
    const { subject, predicate, object } = latest(fact)
    return `${subject} ${predicate} ${object}${fact.until ? ' (earlier)' : ''}`
  })

describe('facts', () => {
  it('answer in another conversation, with their turn, and the latest value wins', async () => {
    const say = await person()
    await say('a', 'My cat is called Miso.')
    expect(await known()).toEqual(['cat name Miso'])
    expect(await say('b', 'What is my cat called?')).toContain('Miso.” [turn 1 of')
    await say('b', 'Her name is now Mochi.')
    expect(await known()).toEqual(['cat name Miso (earlier)', 'cat name Mochi'])
    const answer = await say('c', "What's my cat called?")
    expect(answer).toContain('“Her name is now Mochi.” [turn 2 of')
    expect(answer).toMatch(/Earlier \(.*Miso/)
  })
})
