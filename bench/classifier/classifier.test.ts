import { describe, expect, it } from 'vitest'
import { guessDepth } from '@/lib/heuristics/depth/guess'
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

  it.each(['yes ', ':\n\n', '"', 'why do i '])(
    'reads only the edges of a message of 100,000 times %j',
    (piece) => {
      const message = (middle: string) =>
        `${piece.repeat(2_000)}${middle.repeat(60_000)}${piece.repeat(2_000)}`
      expect(guessDepth(message('x '), message('x '), [])).toEqual(
        guessDepth(message('why? '), message('why? '), []),
      )
    },
  )
})
