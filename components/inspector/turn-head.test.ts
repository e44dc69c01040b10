import { expect, it } from 'vitest'
import { formatIn } from '../ui/words/format'
import { step, turnWith } from './trace/testing-turn'
import { tokensLabel, tokensWords } from './turn-head'

const format = formatIn('en')
const reported = (inputTokens: number, outputTokens: number) => ({
  reported: { inputTokens, outputTokens, cachedTokens: 0, reasoningTokens: 0 },
})

it('the tokens of a turn are those of its answer, and memory’s after it are named apart', () => {
  const own = [step('think', 0, 1, { round: 1, ...reported(300, 30) }), step('act', 2, 1, reported(400, 5))]
  expect(tokensWords(turnWith(own), format)).toBe('700 in, 35 out')
  const later = step('summarise', 90_000, 1, reported(50, 2))
  expect(tokensWords(turnWith([...own, later]), format)).toBe('700 in, 35 out, then 50 in, 2 out for memory')
})

it('the label says who counted', () => {
  const [counted, told] = [step('act', 0, 1), step('act', 0, 1, reported(50, 2))]
  const labels = [[counted], [told], [counted, told]].map((steps) => tokensLabel({ steps }))
  expect(labels).toEqual(['Tokens estimated', 'Tokens reported', 'Tokens, some estimated'])
})
