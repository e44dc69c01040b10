import { describe, expect, it } from 'vitest'
import { aStep, aTurn } from '@/components/chat/testing-fixtures'
import { formatIn } from '@/components/ui/words/format'
import { heldFacts, recallWords } from './recall-words'

const answered = (facts: number, given: Parameters<typeof aTurn>[0] = {}) =>
  aTurn({
    startedAt: '2026-01-01T00:00:00.000Z',
    steps: [aStep({ phase: 'act', sections: [{ section: 'facts', tokens: facts }] })],
    ...given,
  })
const words = (...given: Parameters<typeof answered>) => recallWords(answered(...given), [], formatIn('en'))

describe('a turn without recalls', () => {
  it('says nothing was recalled only if its prompt held no facts either', () => {
    expect(words(0)).toBe('Nothing was recalled for turn 1.')
    expect(words(12)).toBe('No earlier message was recalled for turn 1.')
    expect([0, 12].map((tokens) => heldFacts(answered(tokens)))).toEqual([false, true])
  })

  it('says what else explains it', () => {
    expect(words(12, { startedAt: null })).toContain('was imported')
    expect(words(12, { status: 'running' })).toBe('Thinking about turn 1.')
  })
})
