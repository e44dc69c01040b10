import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '@/lib/shared/limits'
import { queryWords } from '../terms'
import { clearScores } from './found'
import { reachedBy } from './reach'
import { scoreMessages } from './score'
import { scoreAlone } from './score-alone'
import { scratch } from './scratch'
import { everywhere, indexOf, turnsOf } from './testing-index'

const word = fc.constantFrom('ferry', 'harbour', 'lantern', 'quince', 'the', 'gravel')
const text = fc.array(word, { minLength: 1, maxLength: 150 }).map((words) => words.join(' '))

describe('scores without neighbours', () => {
  it('are those of the ranking with no kernel', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), fc.uniqueArray(word, { minLength: 1, maxLength: 3 }), (texts, asked) => {
        const data = indexOf(turnsOf(texts.map((said) => ['Ada', said])))
        const reached = reachedBy(data, everywhere)
        const query = queryWords(asked.join(' '))
        const { unitScore, found } = scratch(data.messages.turn.length, data.units.message.length)
        const scores = (score: () => { count: number; averageLength: number; words: { idf: number }[] }) => {
          const { count, averageLength, words } = score()
          const given = [...unitScore.slice(0, data.units.message.length)]
          const messages = [...found.slice(0, count)].sort()
          clearScores(data, count)
          return { given, messages, averageLength, weights: words.map(({ idf }) => idf) }
        }
        const covered = new Int32Array(data.messages.turn.length)
        const alone = scores(() => scoreAlone(data, query, reached, covered, limits.rank))
        expect(alone).toEqual(scores(() => scoreMessages(data, query, reached, () => null, { ...limits.rank, kernel: [] })))
        for (const [message, bits] of covered.entries()) expect(bits > 0).toBe(alone.messages.includes(message))
      }),
      { numRuns: 200 },
    )
  })
})
