import { expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import type { StrategyDto, StrategyEffect } from '@/lib/shared/learning/playbook'
import { aboutWords, effectWords, ratingWords, tagsIn, tooFewWords, usageWords } from './strategy-words'

const strategy = (given: Partial<StrategyDto>) =>
  ({ helpful: 0, harmful: 0, neutral: 0, uses: 0, cited: 0, ...given }) as StrategyDto
const format = formatIn('en')

it('says how a strategy has fared', () => {
  expect(usageWords(strategy({}), format)).toBe('not used yet')
  expect(usageWords(strategy({ uses: 12, cited: 1 }), format)).toBe('cited 1 time in 12 turns')
  expect(usageWords(strategy({ uses: 12 }), format)).toBe('used in 12 turns')
  expect(ratingWords(strategy({}))).toBeNull()
  expect(ratingWords(strategy({ helpful: 3, harmful: 1 }))).toBe('3 helpful, 1 harmful')
  expect(ratingWords(strategy({ harmful: 2, neutral: 2 }))).toBe('2 harmful, 2 neutral')
})

it('says where a strategy is used, and what the model calls it', () => {
  const about = (given: Partial<StrategyDto>) => aboutWords(strategy({ slug: 'mis-1', ...given }))
  expect(about({})).toBe('Used in every conversation. Its id in prompts and exports is mis-1.')
  expect(about({ conversation: { id: 'c', title: 'Boats' }, helpful: 3, harmful: 1 })).toBe(
    'Used only in “Boats”. Its id in prompts and exports is mis-1.',
  )
})

it('says what a strategy has brought, and nothing before there are enough turns', () => {
  const side = { turns: 6, judged: 6, rate: 0.8, tokens: 900 }
  const words = (used: object, others: object) =>
    effectWords({ used: { ...side, ...used }, others: { ...side, ...others } } as StrategyEffect, format)
  expect(words({ rate: null, tokens: null }, {})).toBeNull()
  const few = { used: { ...side, judged: 1 }, others: side } as StrategyEffect
  expect(tooFewWords(few, format)).toBe('Too early to tell (1 of 5 uses).')
  expect(tooFewWords({ used: side, others: few.used } as StrategyEffect, format)).toBe(
    'Too early to tell (1 of 5 similar turns without it).',
  )
  expect(words({}, { rate: 0.5, tokens: 1_000 })).toBe(
    'Turns that cite it: 80% judged a success, compared with 50% without it; 10% fewer tokens.',
  )
  expect(words({ rate: null }, { tokens: 900 })).toBe('Turns that cite it: as many tokens.')
})

it('reads tags between commas, each once', () => {
  expect(tagsIn(' sql, backup,,sql ')).toEqual(['sql', 'backup'])
})
