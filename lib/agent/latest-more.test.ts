// @module-tag full
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recall } from '@/lib/memory/recall/recall'
import type { Harness } from './testing'
import { offlineHarness } from './testing-offline'

const MINUTE = 60_000
let h: Harness
beforeEach(async () => {
  h = await offlineHarness()
})
afterEach(() => h.close())

async function talk(...said: [conversation: string, text: string][]): Promise<string> {
  let answer = ''
  for (const [conversation, text] of said) {
    answer = (await h.say(conversation, text)).answer
    h.runtime.advance(MINUTE)
  }
  return answer
}
/** What one recall of three turns brings for a question of another conversation. */
async function recalled(question: string): Promise<string[]> {
  const { passages } = await recall(h.db, h.ownerId, {
    ...{ conversationId: 'elsewhere', path: [], before: 1, now: h.runtime.now(), limit: 3 },
    ...{ request: { keywords: [question] }, countTokens: (text) => text.length / 4 },
  })
  return passages.flatMap(({ who, text }) => (who === 'user' ? [text] : []))
}

describe('what recall brings', () => {
  it('holds the newest statement where as many others are more like the question as have a place', async () => {
    await talk(
      ['a', 'My parrot is called Kiwi.'],
      ['a', 'What is my parrot called?'],
      ['b', 'Do you know what my parrot is called?'],
      ['b', 'Tell me what my parrot is called.'],
      ['c', 'From now on it is Mango: I renamed my parrot.'],
    )
    const texts = await recalled('What is my parrot called?')
    expect(texts.some((text) => text.includes('Mango'))).toBe(true)
  })

  it('holds a price that rose without a word of the first one', async () => {
    await talk(
      ['a', 'My gym costs 31 euros a month.'],
      ['b', 'The gym in the next street has a new door and costs 12 euros.'],
      ['b', 'How much does my gym cost?'],
      ['c', 'My gym went up to 44 euros.'],
    )
    expect((await recalled('How much does my gym cost?')).join('\n')).toContain('44')
  })

  it('holds a price that a longer sentence with both sums replaces', async () => {
    await talk(
      ['a', 'The price of my music lesson was 91 euros a month.'],
      ['a', 'The price of my brother’s music lesson was 125 euros a month.'],
      ['b', 'My music lesson no longer costs 91 euros, it costs 84 euros a month.'],
      ['c', 'The price of my brother’s music lesson changed from 125 euros to 104 euros a month.'],
    )
    const texts = (await recalled('What is the price of my music lesson?')).join('\n')
    expect(texts).toContain('84 euros')
    const other = (await recalled('What is the price of my brother’s music lesson?')).join('\n')
    expect(other).toContain('104 euros')
  })

  it('holds a later value above the earlier one, and below a better match about something else', async () => {
    await talk(
      ['a', 'My gym costs 31 euros a month.'],
      ['b', 'The blue key of the gym opens locker 12.'],
      ['c', 'My gym went up to 44 euros a month.'],
    )
    const texts = await recalled('Which locker does the blue key of my gym open?')
    expect(texts).toEqual([
      'The blue key of the gym opens locker 12.',
      'My gym went up to 44 euros a month.',
      'My gym costs 31 euros a month.',
    ])
  })

  it('tells what the person does from other sentences with the same word', async () => {
    await talk(
      ['a', 'I work at Norfield.'],
      ['b', 'I switched jobs: I work at Kelholm now.'],
      ['c', 'If the work does not fit, we can plan the late work and the early work anew.'],
      ['c', 'There are 12 of the small work left in the library, a good work.'],
      ['c', 'We should check the work before Monday, then the work can be sent.'],
    )
    expect((await recalled('Which company do I work for?')).join('\n')).toContain('Kelholm')
  })

  it('keeps the statement on mine apart from later ones on another’s', async () => {
    await talk(
      ['a', 'My landlord is called Drafen.'],
      ['a', 'My brother’s landlord is Norgar.'],
      ['b', 'My new landlord is Leyby.'],
      ['c', 'Quinhol is my brother’s landlord now.'],
    )
    expect((await recalled('What is my landlord called?')).join('\n')).toContain('Leyby')
  })
})

describe('the built-in engine', () => {
  it('answers with a new one that took the place of the old', async () => {
    const answer = await talk(
      ['a', 'My landlord is called Drafen.'],
      ['a', 'My brother’s landlord is Norgar.'],
      ['b', 'My new landlord is Leyby.'],
      ['d', 'What is the name of my landlord?'],
    )
    const [now = '', ...earlier] = answer.split('\n\n')
    expect(now).toContain('Leyby')
    expect(earlier.join('')).toContain('Drafen')
    expect(answer).not.toContain('Norgar')
  })

  it.each([
    ['My favourite soup is Linber.', 'Where is my soup?'],
    ['My favourite song has changed to Quindra.', 'When is my song?'],
    ['My driving lesson was moved to Thursday at 12:00.', 'In which place is my driving lesson?'],
    ['We changed the name of my hedgehog to Fenra.', 'What does my hedgehog cost a month?'],
    ['The code of my gym bag is 4471.', 'When is my gym bag?'],
    ['My phone plan costs 38 euros a month.', 'On which day is my phone plan?'],
    ['My phone plan went up to 38 euros a month.', 'In which place is my phone plan?'],
  ])(
    'does not take a sentence for an answer that says nothing of what is asked: %s / %s',
    async (told, asked) => {
      expect(await talk(['a', told], ['b', asked])).toMatch(
        /^I found no|^Nothing I found|^The closest match is:/,
      )
    },
  )
})
