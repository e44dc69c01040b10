// @module-tag full
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Harness } from './testing'
import { offlineHarness } from './testing-offline'

const MINUTE = 60_000
let h: Harness
beforeEach(async () => {
  h = await offlineHarness()
})
afterEach(() => h.close())

/** The answers in conversations of their own, each as the quotations in it, marked where it is no answer. */
async function answers(said: readonly string[], ...questions: string[]): Promise<string[]> {
  for (const text of said) {
    h.runtime.advance(MINUTE)
    await h.say('told', text)
  }
  const found: string[] = []
  for (const [at, question] of questions.entries()) {
    const { answer } = await h.say(`asked${at}`, question)
    const lines = answer.split('\n').flatMap((line) => {
      const quote = /“(?<said>[^”]+)” \[turn/.exec(line)?.groups?.said
      return quote ? `${/Earlier \(/.test(line) ? 'earlier: ' : ''}${quote}` : []
    })
    const isNone = /^(?:I found no|Nothing I found|The closest match is:|I am the built-in engine)/.test(
      answer,
    )
    found.push([...(isNone ? ['no answer'] : []), ...lines].join(' | '))
  }
  return found
}

it('says who followed whom, though the later statement names no office', async () => {
  expect(
    await answers(
      ['Owen likes tea.', 'Owen is the new treasurer.', 'Joan took over from Owen.'],
      'Who is treasurer?',
      'What does Owen like?',
      'Who is the secretary?',
    ),
  ).toEqual([
    'Joan took over from Owen. | earlier: Owen is the new treasurer.',
    'Owen likes tea.',
    'no answer',
  ])
  expect(await answers(['Mara is our coach.', 'Lena replaced Mara.'], 'Who is our coach?')).toEqual([
    'Lena replaced Mara. | earlier: Mara is our coach.',
  ])
})

it('says who is something now, where the later statement announces no change', async () => {
  expect(
    await answers(
      ['Owen is the treasurer.', 'Since March Joan has been the treasurer.'],
      'Who is the treasurer?',
      'Why is Joan the treasurer?',
    ),
  ).toEqual([
    'Since March Joan has been the treasurer. | earlier: Owen is the treasurer.',
    'no answer | Since March Joan has been the treasurer.',
  ])
})

it('names a reason only where one was given', async () => {
  expect(
    await answers(
      [
        'We changed the insurer from Alba to Corin because of the premium.',
        'We moved to Rome.',
        'I sold the car.',
        'I sold the boat to save money.',
      ],
      'Why did we change the insurer?',
      'Why did we move to Rome?',
      'Why did I sell the car?',
      'Why did I sell the boat?',
    ),
  ).toEqual([
    'We changed the insurer from Alba to Corin because of the premium.',
    'no answer | We moved to Rome.',
    'no answer | I sold the car.',
    'I sold the boat to save money.',
  ])
})

it('gives the first value where the question asks for it, and no amount that nobody named', async () => {
  expect(
    await answers(
      [
        'The budget was 400 at the start.',
        'The budget is 650 now.',
        'The deposit was 300 at first; it is 450 now.',
        'We asked for donations at the fair.',
      ],
      'What was the budget at the start?',
      'What is the budget?',
      'What was the deposit at first?',
      'How many donations did we get?',
    ),
  ).toEqual([
    'The budget was 400 at the start.',
    'The budget is 650 now. | earlier: The budget was 400 at the start.',
    'The deposit was 300 at first; it is 450 now.',
    'no answer | We asked for donations at the fair.',
  ])
})
