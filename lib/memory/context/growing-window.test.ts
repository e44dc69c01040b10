import { describe, expect, it } from 'vitest'
import { startOf } from './window'

const NOW = new Date('2026-05-01T12:00:00.000Z')
const EARLIER = '2026-05-01T11:30:00.000Z'
const plan = (from: number) => ({ size: 9, reason: '', turns: [], tokens: 0, from, headAt: EARLIER })
const turns = (count: number, from: number | null, { at = EARLIER, tokens = 100 } = {}) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ number: i + 1, at, tokens },
    plan: from === null ? null : plan(from),
  }))
const room = (before: number, tokens = 6_000) => ({ size: 5, before, now: NOW, tokens })
const NEW = (from: number) => ({ from, headAt: NOW.toISOString() })

describe('a growing window', () => {
  it('begins where that of the turn before began, until it has almost twice its size', () => {
    expect(startOf(turns(8, 1), room(9))).toEqual({ from: 1, headAt: EARLIER })
    expect(startOf(turns(9, 1), room(10))).toEqual(NEW(6))
    expect(startOf(turns(12, 6), room(13))).toEqual({ from: 6, headAt: EARLIER })
  })

  it('starts anew when its tokens are full, with the newest turns that take half of them', () => {
    expect(startOf(turns(6, 1, { tokens: 1_000 }), room(7))).toEqual({ from: 1, headAt: EARLIER })
    expect(startOf(turns(7, 1, { tokens: 1_000 }), room(8))).toEqual(NEW(5))
    expect(startOf(turns(7, 1, { tokens: 9_000 }), room(8))).toEqual(NEW(7))
  })

  it('starts anew an hour after the last message, when no service has it in its cache', () => {
    expect(startOf(turns(6, 1, { at: '2026-05-01T10:59:59.000Z' }), room(7))).toEqual(NEW(3))
  })

  it('starts anew where the turn before had no such window, or is the first', () => {
    expect(startOf(turns(3, null), room(4))).toEqual(NEW(1))
    expect(startOf([], room(1))).toEqual(NEW(1))
  })
})
