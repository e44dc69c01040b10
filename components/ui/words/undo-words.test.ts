import { expect, it } from 'vitest'
import { undoWords } from './words'

it('states the undo time in whole seconds, minutes or days', () => {
  expect([1_000, 30_000, 60_000, 90_000, 3_600_000, 86_400_000, 30 * 86_400_000].map(undoWords)).toEqual([
    '1 second',
    '30 seconds',
    '1 minute',
    '90 seconds',
    '60 minutes',
    '1 day',
    '30 days',
  ])
})
