import { expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import { budgetStates } from '@/lib/shared/usage/budget'
import { budgetWords, uncountedWords } from './headline'

const format = formatIn('en')
const spent = (costMicros: number, tokens = 0, unpricedCalls = 0) => [
  { costMicros: 0, tokens: 0, unpricedCalls: 0 },
  { costMicros, tokens, unpricedCalls },
]
const words = (micros: number, dollars: number | null, tokens: number | null = null, used = 0) =>
  budgetStates({ days: spent(micros, used), limits: { dollars, tokens } }).map((state) => [
    state.level,
    budgetWords(state, format),
  ])

it('says how much of the budget is used, and warns from 80% and past 100%', () => {
  expect(words(4_200_000, 20_000_000)).toEqual([['within', '$4.20 of $20.00 this month (21%).']])
  expect(words(15_999_999, 20_000_000)[0]?.[0]).toBe('within')
  expect(words(16_000_000, 20_000_000)).toEqual([
    ['near', 'Close to your budget: $16.00 of $20.00 this month (80%).'],
  ])
  expect(words(20_000_000, 20_000_000)[0]?.[0]).toBe('near')
  expect(words(23_100_000, 20_000_000)).toEqual([
    ['over', 'Over budget: $23.10 this month, $3.10 more than your $20.00.'],
  ])
  expect(words(0, null, 50_000, 60_000)).toEqual([
    ['over', 'Over budget: 60,000 tokens this month, 10,000 tokens more than your 50,000 tokens.'],
  ])
  expect(words(1, null)).toEqual([])
})

it('says which calls a budget in dollars cannot count', () => {
  const limits = { dollars: 1_000_000, tokens: 1_000 }
  const states = budgetStates({ days: spent(0, 10, 3), limits })
  expect(states.map((state) => uncountedWords(state, format))).toEqual([
    expect.stringMatching(/^Not counted: 3 calls without a known price\. /),
    '',
  ])
})
