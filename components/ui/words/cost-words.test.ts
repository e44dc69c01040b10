import { expect, it } from 'vitest'
import { formatIn } from './format'
import { costWords } from './words'

const format = formatIn('en')

it.each([
  [{ costMicros: 20_000, unpricedCalls: 0, calls: 2 }, '$0.02'],
  [{ costMicros: 20_000, unpricedCalls: 3, calls: 5 }, '$0.02 + 3 calls without a known price'],
  [{ costMicros: 0, unpricedCalls: 0, calls: 2 }, 'free'],
  [{ costMicros: 0, unpricedCalls: 1, calls: 2 }, 'unknown for 1 call'],
  [{ costMicros: null, unpricedCalls: 2, calls: 2 }, 'no price'],
  [{ costMicros: 0, unpricedCalls: 0, calls: 0 }, 'free'],
])('a cost in words: %o is %s', (costs, words) => expect(costWords(costs, format)).toBe(words))
