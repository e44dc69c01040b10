import { describe, expect, it } from 'vitest'
import type { TurnChanges } from '@/lib/shared/turn/turn-changes'
import { emptyWords, factWords, isUnfinished, jobWords, valueWords } from './turn-changes'

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
    expect([emptyWords(waiting), isUnfinished(waiting)]).toEqual([null, true])
    const failed = changes({ open: [{ job: 'notes', failed: true }] })
    expect([emptyWords(failed) !== null, isUnfinished(failed)]).toEqual([true, false])
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
