import { describe, expect, it } from 'vitest'
import { guessDepth } from '@/lib/heuristics/depth/guess'
import { ownSet } from './sets'

describe('the classifier without a model', () => {
  it.each([
    ['held', 0.9],
    ['seed', 1],
  ] as const)('is right on enough of what it was not trained on: %s', (set, least) => {
    const messages = ownSet(set).filter(({ text }) => set === 'held' || !text.startsWith('!'))
    const right = messages.filter(({ text, before, label }) => guessDepth(text, before, []).label === label)
    expect(right.length / messages.length).toBeGreaterThanOrEqual(least)
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
