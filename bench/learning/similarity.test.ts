import { expect, it } from 'vitest'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { calibration, labelled, pairSimilarities } from './similarity'

it('asks a model about lessons of the same meaning, merges none of another, and asks about none of those', () => {
  const { same, different } = pairSimilarities()
  expect(different.filter((one) => one >= limits.askAt)).toEqual([])
  expect(same.filter((one) => one >= limits.askAt).length).toBeGreaterThanOrEqual(10)
})

it('reports every limit on at least 60 labelled pairs', () => {
  expect(labelled.length * 2).toBeGreaterThanOrEqual(60)
  expect(calibration().map(({ unit }) => unit)).toEqual(['%', '%', '%', '%'])
})
