import { describe, expect, it } from 'vitest'
import { guess } from '@/lib/heuristics/depth/guess'
import { classifier } from '.'
import { ownSet } from './sets'

describe('the classifier without a model', () => {
  it('is right on what it was not trained on, and on every example of the seed', async () => {
    const { goals } = await classifier.run({ n: null, data: null, database: 'sqlite', say: () => {} })
    const shares = goals.filter(({ unit }) => unit === '%')
    expect(shares.filter(({ value, limit }) => value < limit)).toEqual([])
    expect(shares.map(({ goal }) => goal)).toEqual(['held: right', 'seed: right'])
  })

  it('shares no message between training and held-back set', () => {
    const trained = new Set(ownSet('train').map(({ text }) => text.toLowerCase()))
    expect(ownSet('held').filter(({ text }) => trained.has(text.toLowerCase()))).toEqual([])
  })

  it.each([
    'yes '.repeat(25_000),
    ' '.repeat(100_000),
    ':\n\n'.repeat(30_000),
    '"'.repeat(100_000),
    'why do i '.repeat(11_000),
  ])('reads a message of 100,000 characters in bounded time (%#)', (message) => {
    const started = performance.now()
    guess(message, message, [])
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
