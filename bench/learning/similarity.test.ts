import { expect, it } from 'vitest'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { calibration, labelled, pairSimilarities } from './similarity'

it('asks a model about lessons of the same meaning, merges none of another, and asks about none of those', () => {
  const { same, different } = pairSimilarities()
  expect(different.filter((one) => one >= limits.askAt)).toEqual([])
  expect(same.filter((one) => one >= limits.askAt).length).toBeGreaterThanOrEqual(10)
})

it('retrieves for at least 60 % of fitting messages and at most 10 % of traps, held back or not', () => {
  expect(labelled.length * 2).toBeGreaterThanOrEqual(60)
  const rows = calibration().filter(({ measure }) => !String(measure).includes('alone'))
  const values = (name: string) =>
    rows.flatMap(({ measure, value }) => (String(measure).startsWith(name) ? [Number(value)] : []))
  const [fits, traps] = [values('fitting messages that get their'), values('trap messages')]
  expect([fits.length, traps.length]).toEqual([3, 3])
  expect(Math.min(...fits)).toBeGreaterThanOrEqual(60)
  expect(Math.max(...traps)).toBeLessThanOrEqual(10)
})
