import { describe, expect, it } from 'vitest'
import { aStep, aTurn } from '@/components/chat/testing-fixtures'
import { heldFacts, noRecallWords } from './memory-now'

const answered = (facts: number, given: Parameters<typeof aTurn>[0] = {}) =>
  aTurn({
    startedAt: '2026-01-01T00:00:00.000Z',
    steps: [aStep({ phase: 'act', sections: [{ section: 'facts', tokens: facts }] })],
    ...given,
  })
const words = (...given: Parameters<typeof answered>) => noRecallWords(answered(...given))

describe('a turn without recalls', () => {
  it('says nothing was recalled, because its answer may cite what stood in its prompt anyway', () => {
    expect(words(0)).toBe('Nothing was recalled.')
    expect([0, 12].map((tokens) => heldFacts(answered(tokens)))).toEqual([false, true])
  })

  it('says what else explains it', () => {
    expect(words(12, { startedAt: null })).toMatch(/^Imported/)
    expect(words(12, { status: 'running' })).toBe('Thinking.')
  })
})
