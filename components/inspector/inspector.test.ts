import { describe, expect, it } from 'vitest'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import type { TurnChanges } from '@/lib/shared/turn/turn-changes'
import { formatIn } from '../ui/words/format'
import { step, turnWith } from './trace/testing-turn'
import { emptyWords, factWords, hasPendingChanges, jobWords, valueWords } from './turn-changes'
import { sentWindow, tokensLabel, tokensWords, usageWords } from './turn-head'

const changes = (over: Partial<TurnChanges> = {}): TurnChanges => ({
  ...{ conversationId: 'c', running: false, strategies: [] },
  ...{ rollUps: [], facts: [], files: [], state: [], open: [] },
  record: { context: { id: 'ctx', tokens: 10 }, summary: null },
  ...over,
})

describe('what a turn changed, in words', () => {
  it('says that there is nothing only when nothing can come any more', () => {
    expect(emptyWords(changes())).toBe('This message changed nothing in memory beyond its own record.')
    expect(emptyWords(changes({ record: { context: null, summary: null } }))).toBe(
      'This message changed nothing in memory.',
    )
    expect(emptyWords(changes({ state: [{ key: 'a', before: null, after: 'b' }] }))).toBeNull()
    const waiting = changes({ open: [{ job: 'notes', failed: false }] })
    expect([emptyWords(waiting), hasPendingChanges(waiting)]).toEqual([null, true])
    const failed = changes({ open: [{ job: 'notes', failed: true }] })
    expect([emptyWords(failed) !== null, hasPendingChanges(failed)]).toEqual([true, false])
    expect(emptyWords(changes({ running: true }))).toContain('still running')
  })
  it('names jobs, facts and values', () => {
    expect(jobWords({ job: 'notes', failed: false })).toBe('Notes on the message are still being written')
    expect(jobWords({ job: 'notes', failed: true })).toBe('Some notes on the message could not be written')
    const fact = { id: 'f', subject: 'cat', line: 'cat: name Mochi', replaced: null }
    expect(factWords({ ...fact, outcome: 'proposed' })).toBe('Waiting for your approval')
    expect(factWords({ ...fact, outcome: 'learned', replaced: 'Miso' })).toBe('Replaced “Miso”')
    const value = (before: string | null, after: string | null) => valueWords({ key: 'k', before, after })
    expect([value(null, 'a'), value('a', 'b'), value('b', null)]).toEqual(['a', 'a → b', 'removed'])
  })
})

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
