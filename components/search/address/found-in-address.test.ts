import { describe, expect, it } from 'vitest'
import { limits } from '@/lib/shared/limits'
import { foundAt, foundParams, saidParams } from './hit-links'

const excerpt = {
  text: 'The Boats of Zoë, boats all, were repaired.',
  marks: [
    [4, 9],
    [13, 16],
    [18, 23],
    [34, 42],
  ] as [number, number][],
  before: false,
  after: false,
}

describe('the words of a hit in an address', () => {
  it('are those marked in its excerpt, each once and folded, with the side that said them', () => {
    expect(foundParams({ excerpt, part: 'assistant' })).toEqual({
      find: 'boats zoe repaired',
      part: 'assistant',
    })
    expect(foundParams({ excerpt })).toEqual({ find: 'boats zoe repaired' })
    expect(foundParams({ excerpt: { ...excerpt, marks: [] }, part: 'user' })).toEqual({})
  })

  it('are those of what the person said', () => {
    expect(saidParams('Boats of Zoë')).toEqual({ find: 'boats of zoe', part: 'user' })
  })

  it('are read back from whatever an address says', () => {
    expect(foundAt('boats zoe repaired', 'assistant')).toEqual({
      words: ['boats', 'zoe', 'repaired'],
      part: 'assistant',
    })
    expect(foundAt('Boats! <b>', 'elsewhere')).toEqual({ words: ['boats', 'b'], part: null })
    expect([foundAt('', 'user'), foundAt(' … ', null)]).toEqual([null, null])
    expect(
      foundAt(Array.from({ length: 5_000 }, (_, i) => `w${i}`).join(' '), null)?.words.length,
    ).toBeLessThanOrEqual(limits.search.words)
  })
})
