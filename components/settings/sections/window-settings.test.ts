import { describe, expect, it } from 'vitest'
import { windowNote } from './thinking-settings'

describe('the note about the window', () => {
  it('warns of all turns, and says when the bounds of adapting change what was set', () => {
    const usual = { size: 5, adaptive: true, minSize: 3, maxSize: 10 }
    expect(windowNote(usual)).toBe('')
    expect(windowNote({ ...usual, size: 'full' })).toMatch(/^Warning: every call sends all earlier messages/)
    expect(windowNote({ ...usual, size: 2 })).toBe('Because windows adapt, at least 3 messages are sent.')
    expect(windowNote({ ...usual, size: 20 })).toBe('Because windows adapt, at most 10 messages are sent.')
    expect(windowNote({ ...usual, size: 2, adaptive: false })).toBe('')
    expect(windowNote({ ...usual, minSize: 12 })).toContain('every window has 12 messages')
  })
})
