import { expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import type { StrategyDto, StrategyEffect } from '@/lib/shared/learning/playbook'
import { aboutWords, asWhen, effectWords, helpedWords, tagsIn, tooFewWords } from './strategy-words'

const strategy = (given: Partial<StrategyDto>) =>
  ({ helpful: 0, harmful: 0, neutral: 0, uses: 0, cited: 0, ...given }) as StrategyDto
const format = formatIn('en')

it('says how often a lesson helped, and when it applies', () => {
  expect(helpedWords(strategy({}))).toBeNull()
  expect(helpedWords(strategy({ helpful: 5, harmful: 1 }))).toBe('helped 5 of 6')
  expect(helpedWords(strategy({ helpful: 1, neutral: 2 }))).toBe('helped 1 of 3')
  expect(['a poster is due', 'When it rains', ''].map(asWhen)).toEqual([
    'When a poster is due',
    'When it rains',
    '',
  ])
})

it('says where a lesson is used, and what the model calls it', () => {
  const about = (given: Partial<StrategyDto>) => aboutWords(strategy({ slug: 'mis-1', ...given }), format)
  expect(about({})).toBe('Used in every conversation. Not used yet. Its id in prompts and exports is mis-1.')
  expect(about({ conversation: { id: 'c', title: 'Boats' }, uses: 12, cited: 1 })).toBe(
    'Used only in “Boats”. Shown for 12 answers, cited by 1. Its id in prompts and exports is mis-1.',
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
    'Too early to tell (1 of 5 similar messages without it).',
  )
  expect(words({}, { rate: 0.5, tokens: 1_000 })).toBe(
    'Messages that cite it: 80% judged a success, compared with 50% without it; 10% fewer tokens.',
  )
  expect(words({ rate: null }, { tokens: 900 })).toBe('Messages that cite it: as many tokens.')
})

it('reads tags between commas, each once', () => {
  expect(tagsIn(' sql, backup,,sql ')).toEqual(['sql', 'backup'])
})
