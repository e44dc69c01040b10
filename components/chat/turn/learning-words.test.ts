import { expect, it } from 'vitest'
import type { UsedStrategyDto } from '@/lib/shared/learning'
import { factorsOf, learningWords, othersWords, scoreIn } from './learning-words'

const used = (cited: boolean): UsedStrategyDto => ({
  ...{ slug: 'str-00001', title: '', content: '', place: 'retrieved', parts: null, trial: false },
  cited,
})

it('counts what was in the prompt and what was cited', () => {
  expect(learningWords({ used: [used(true), used(false)], others: 0 })).toBe('Used 2 strategies, cited 1')
  expect(learningWords({ used: [used(false)], others: 0 })).toBe('Used 1 strategy, cited none')
  expect(learningWords({ used: [used(true)], others: 11 })).toBe('Used 12 strategies, cited 1')
  expect(othersWords(1, 0)).toBe('One strategy of the playbook was in the prompt and not cited.')
  expect(othersWords(11, 1)).toBe('11 more strategies of the playbook were in the prompt and not cited.')
})

it('names the parts of a score that can be seen', () => {
  const parts = { similarity: 0.4, recency: 0.1, reliability: 0.15, diversity: 0 }
  expect(factorsOf(parts).map(({ name }) => name)).toEqual(['fits the message', 'recent', 'reliable'])
  expect(scoreIn(parts)).toBeCloseTo(0.65, 9)
})
