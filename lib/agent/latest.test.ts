import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Harness } from './testing'
import { offlineHarness } from './testing-offline'

const MINUTE = 60_000
let h: Harness
beforeEach(async () => {
  h = await offlineHarness()
})
afterEach(() => h.close())

/** Says one message after the other, minutes apart, and gives the last answer. */
async function talk(...said: [conversation: string, text: string][]): Promise<string> {
  let answer = ''
  for (const [conversation, text] of said) {
    answer = (await h.say(conversation, text)).answer
    h.runtime.advance(7 * MINUTE)
  }
  return answer
}
/** What the answer says is so now, and what it says was said earlier. */
const parts = (answer: string) => {
  const [now = '', ...earlier] = answer.split(/\n\n(?=Earlier)/)
  return { now, earlier: earlier.join('\n\n') }
}

describe('the built-in engine in a real turn', () => {
  it('answers with what was said last, in whichever conversation, and names the earlier words as such', async () => {
    const answer = await talk(
      ['a', 'My parrot is called Kiwi.'],
      ['b', 'My parrot is now called Mango.'],
      ['c', 'What is my parrot called?'],
    )
    expect(answer).toBe(
      'You told me: “My parrot is now called Mango.” [turn 1 of conversation b]\n\n' +
        'Earlier (May 1, 2026) you told me: “My parrot is called Kiwi.” [turn 1 of conversation a]',
    )
  })

  it('gives today’s value as well where a question asks for it and for the one before', async () => {
    const answer = await talk(
      ['a', 'My workshop rent is 14,500 crowns a month.'],
      ['a', 'Actually the rent went up to 15,200 crowns in November.'],
      ['a', 'How much is my rent, and what was it before?'],
    )
    expect(parts(answer).now).toContain('15,200')
    expect(parts(answer).earlier).toContain('14,500')
  })

  it('looks beyond the conversation although that holds an answer: a later one may stand elsewhere', async () => {
    const answer = await talk(
      ['a', 'My parrot is called Kiwi.'],
      ['b', 'I renamed my parrot to Mango.'],
      ['a', 'What is my parrot called?'],
    )
    expect(parts(answer).now).toContain('Mango')
    expect(parts(answer).now).not.toContain('Kiwi')
    expect(parts(answer).earlier).toContain('“My parrot is called Kiwi.” [turn 1]')
  })

  it('knows a new home by the move', async () => {
    const answer = await talk(
      ['a', 'I live in Oslo.'],
      ['b', 'I moved to Bergen.'],
      ['c', 'Where do I live?'],
    )
    expect(parts(answer).now).toContain('“I moved to Bergen.”')
    expect(parts(answer).earlier).toContain('“I live in Oslo.”')
  })

  it('does not confirm a value that was replaced', async () => {
    await talk(
      ['a', 'My goldfish is called Tom'],
      ['a', 'I live in Oslo.'],
      ['a', 'My eye test is on Monday.'],
      ['a', 'My goldfish is now called Rex'],
      ['b', 'I moved to Bergen.'],
      ['b', 'My eye test was moved to Friday.'],
      ['a', 'My goldfish is not called Rex, it is called Coco.'],
    )
    for (const [question, now, before] of [
      ['Is my goldfish still called Tom?', 'Coco', 'Tom'],
      ['Is Rex my goldfish?', 'Coco', 'Rex'],
      ['Do I live in Oslo?', 'Bergen', 'Oslo'],
      ['Is my eye test on Monday?', 'Friday', 'Monday'],
    ] as const) {
      const answer = parts(await talk([question, question]))
      expect(answer.now, question).toContain(now)
      expect(answer.now.replace('not called Rex', ''), question).not.toContain(before)
      expect(answer.earlier, question).toContain(before)
    }
  })

  it('keeps what is mine apart from what is my sister’s', { tags: 'full' }, async () => {
    await talk(
      ['a', 'My parrot is called Kiwi.'],
      ['b', 'My sister’s parrot is now called Mango.'],
      ['b', 'My sister lives in Rome.'],
      ['b', 'I live in Oslo.'],
    )
    const mine = await talk(['c', 'What is my parrot called?'])
    expect(mine).toContain('Kiwi')
    expect(mine).not.toContain('Mango')
    const hers = await talk(['d', 'What is my sister’s parrot called?'])
    expect(hers).toContain('Mango')
    expect(hers).not.toContain('Kiwi')
    const home = await talk(['e', 'Where do I live?'])
    expect(home).toContain('Oslo')
    expect(home).not.toContain('Rome')
  })

  it('does not pass what was said of another off as an answer', async () => {
    const answer = await talk(
      ['a', 'My parrot is called Kiwi.'],
      ['a', 'My tractor is red.'],
      ['b', 'What is my sister’s parrot called?'],
    )
    expect(answer).toMatch(/^I found no/)
    expect(answer).not.toContain('Kiwi')
  })
})
