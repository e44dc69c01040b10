import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clearScores } from '@/lib/memory/index/found'
import { everywhere, indexOf, turnsOf } from '@/lib/memory/index/testing-index'
import { queryWords } from '@/lib/memory/text/terms'
import { limits } from '@/lib/shared/limits'
import { reachedBy } from './reach'
import { scoreMessages } from './score'
import { scoreAlone } from './score-alone'
import { scratch } from './scratch'

const word = fc.constantFrom('ferry', 'harbour', 'lantern', 'quince', 'the', 'gravel')
const text = fc.array(word, { minLength: 1, maxLength: 150 }).map((words) => words.join(' '))

describe('scores without neighbours', () => {
  it('are those of the ranking with no kernel', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 12 }),
        fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
        (texts, asked) => {
          const data = indexOf(turnsOf(texts.map((said) => ['Ada', said])))
          const reached = reachedBy(data, everywhere)
          const query = queryWords(asked.join(' '))
          const { unitScore, found, covered } = scratch(data.messages.turn.length, data.units.message.length)
          const scores = (
            score: () => { count: number; averageLength: number; words: { idf: number }[] },
          ) => {
            const { count, averageLength, words } = score()
            const given = [...unitScore.slice(0, data.units.message.length)]
            const messages = [...found.slice(0, count)].sort()
            const held = [...covered.slice(0, data.messages.turn.length)].flatMap((bits, message) =>
              bits > 0 ? [message] : [],
            )
            clearScores(data, count)
            expect(covered.every((bits) => bits === 0)).toBe(true)
            return { given, messages, averageLength, weights: words.map(({ idf }) => idf), held }
          }
          const { held, ...alone } = scores(() =>
            scoreAlone(data, query, reached, Number.POSITIVE_INFINITY, limits.rank),
          )
          expect({ ...alone, held: [] }).toEqual(
            scores(() => scoreMessages(data, query, reached, () => null, { ...limits.rank, kernel: [] })),
          )
          expect(held.sort()).toEqual(alone.messages)
        },
      ),
      { numRuns: 200 },
    )
  })
})
