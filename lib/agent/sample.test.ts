import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSample } from '@/lib/services/transfer/sample'
import type { Harness } from './testing'
import { offlineHarness } from './testing-offline'

let h: Harness
beforeEach(async () => {
  h = await offlineHarness()
})
afterEach(() => h.close())

const sample = async () => {
  const { conversationId } = await startSample({ db: h.db, ownerId: h.ownerId, runtime: h.runtime })
  return (question: string) =>
    h.say(conversationId, question, { preset: 'auto' }).then(({ answer }) => answer)
}

describe('the built-in engine asked about the sample', () => {
  it('answers with what names the thing, not with the form of a verb or a common word', async () => {
    const ask = await sample()
    const treasurer = await ask('Who is the treasurer of the repair café?')
    expect(treasurer).toContain('“Priya is our treasurer')
    expect(treasurer).not.toContain('treasured')
    expect(await ask('How many things were mended at the opening?')).toBe(
      'You told me: “The opening was yesterday: 28 things came, and 23 of them were mended.” [turn 39]',
    )
    const given = await ask(
      'How much money did the Rotary club give the repair café, and what was it spent on?',
    )
    expect(given).toContain('£350')
    expect(given).not.toContain('The closest')
    expect(await ask('Why did we move the opening?')).toContain('We have to move the opening back one week.')
    expect(await ask('Why did we change the insurer?')).not.toContain('Heating')
  })
})

describe('the built-in engine', () => {
  it('answers each part of a question, also after "when’s"', async () => {
    await h.say('a', 'Marta lives in Lyon.')
    await h.say('a', 'My dentist appointment is on Tuesday at 10.')
    const answer = (await h.say('a', "Where does Marta live, and when's my dentist appointment?")).answer
    expect(answer).toContain('Marta lives in Lyon')
    expect(answer).toContain('on Tuesday at 10')
    expect(answer).not.toContain('The closest')
  })

  it('knows an allergy by the adjective, and says what it cannot do', async () => {
    await h.say('a', 'Marta is allergic to lilies.')
    const answer = (await h.say('a', 'Does Marta have an allergy?')).answer
    expect(answer).toMatch(/^You told me: “Marta is allergic to lilies.”/)
    expect((await h.say('a', 'What is 17*23?')).answer).toMatch(
      /^I cannot calculate without a language model/,
    )
    expect((await h.say('a', 'Summarise what happened so far.')).answer).toMatch(/^I cannot summarise/)
  })
})
