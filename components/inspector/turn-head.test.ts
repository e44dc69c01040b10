import { expect, it } from 'vitest'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import { formatIn } from '../ui/words/format'
import { step, turnWith } from './trace/testing-turn'
import { sentWindow, tokensLabel, tokensWords, usageWords } from './turn-head'

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

it('where a provider counted, the figure of the usage page is named too, without the built-in engine', () => {
  const counted = step('act', 0, 1)
  expect(usageWords({ steps: [counted] }, format)).toBeNull()
  const told = step('act', 0, 1, reported(50, 2))
  const builtIn = step('summarise', 9_000, 1, { model: OFFLINE_MODEL })
  expect(usageWords({ steps: [told, counted, builtIn] }, format)).toBe(
    '220 tokens in all, by Mneme’s own count',
  )
})

it('the window has the tokens that the sections of the first prompt show', () => {
  const window = { size: 9, reason: '', turns: [1, 2], tokens: 1_091 }
  const sent = (tokens: number) => step('act', 0, 1, { sections: [{ section: 'window', tokens }] })
  expect(sentWindow({ window, steps: [sent(1_051), sent(900)] })?.tokens).toBe(1_051)
  expect(sentWindow({ window, steps: [] })?.tokens).toBe(1_091)
})

it('the label says who counted', () => {
  const [counted, told] = [step('act', 0, 1), step('act', 0, 1, reported(50, 2))]
  const labels = [[counted], [told], [counted, told]].map((steps) => tokensLabel({ steps }))
  expect(labels).toEqual(['Tokens estimated', 'Tokens reported', 'Tokens, some estimated'])
})
