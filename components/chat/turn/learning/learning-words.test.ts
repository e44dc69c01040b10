import { expect, it } from 'vitest'
import type { LearningDto, UsedStrategyDto } from '@/lib/shared/learning/learning'
import type { Verdict } from '@/lib/shared/learning/verdict'
import { factorsShown, learningWords, othersWords, scoreIn, verdictWords } from './learning-words'

const NOTHING: LearningDto = { used: [], others: 0, verdict: null, learned: [] }

const used = (cited: boolean): UsedStrategyDto => ({
  ...{ slug: 'str-00001', title: '', content: '', place: 'retrieved', parts: null, trial: false },
  cited,
})

it('counts what was in the prompt and what was cited', () => {
  const words = (over: Partial<LearningDto>) => learningWords({ ...NOTHING, ...over })
  expect(words({ used: [used(true), used(false)] })).toBe('Used 1 lesson')
  expect(words({ used: [used(false)] })).toBe('1 lesson shown')
  expect(words({ used: [used(true)], others: 11 })).toBe('Used 1 lesson')
  expect(othersWords(1, 0)).toBe('One lesson was in the prompt but not cited.')
  expect(othersWords(11, 1)).toBe('11 more lessons were in the prompt but not cited.')
})

it('says how the turn was judged and what it taught; what the rules think of an ordinary turn is no line', () => {
  const verdict: Verdict = {
    label: 'failure',
    confidence: 0.9,
    reasons: ['The date was wrong.'],
    by: 'model',
  }
  const learned = [{ slug: 'mis-00001', title: 'Check dates', status: 'active' }] as const
  expect(learningWords({ ...NOTHING, verdict, learned: [...learned] })).toBe(
    'Judged a failure by the model · learned 1 lesson',
  )
  expect(verdictWords(verdict)).toBe('Judged by the model, 90% sure: The date was wrong.')
  expect(learningWords({ ...NOTHING, verdict: { ...verdict, label: 'success', by: 'heuristic' } })).toBe('')
  const rated = { ...verdict, by: 'person' } as const
  expect(learningWords({ ...NOTHING, verdict: rated })).toBe('Judged a failure')
  expect(learningWords({ ...NOTHING, verdict: { ...verdict, label: 'unknown' } })).toBe('Not judged')
})

it('names the parts of a score that can be seen', () => {
  const parts = { similarity: 0.4, recency: 0.1, reliability: 0.15, diversity: 0 }
  expect(factorsShown(parts).map(({ name }) => name)).toEqual(['fits the message', 'recent', 'reliable'])
  expect(scoreIn(parts)).toBeCloseTo(0.65, 9)
})
