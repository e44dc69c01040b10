import { expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import type { StrategyDto } from '@/lib/shared/learning/playbook'
import { aboutWords, asWhen, helpedWords } from './strategy-words'

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
