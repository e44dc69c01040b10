import { describe, expect, it } from 'vitest'
import type { RecallHit } from '@/lib/shared/turn/events'
import { strengthOf } from './strength'

const hit = (score: number, given: Partial<RecallHit> = {}): RecallHit => ({
  ...{ rank: 1, kind: 'turn', refId: 't', turnId: 't', turnNumber: 1, conversationId: 'c', contextId: null },
  ...{ at: '2031-05-03T00:00:00.000Z', score, parts: { dog: score }, excerpt: '', tokens: 1 },
  words: [{ word: 'dog', rarity: 0.8, held: true }],
  ...given,
})

describe('how well a memory fits', () => {
  it('is its score in a word', () => {
    const words = [1, 0.6, 0.59, 0.3, 0.1].map((score) => strengthOf(hit(score)))
    expect(words).toEqual(['strong', 'strong', 'fair', 'fair', 'weak'])
  })

  it('is weak if only neighbouring turns have the words, unless the meaning or the date fits', () => {
    const near = (parts: RecallHit['parts']) =>
      strengthOf(hit(0.9, { parts, words: [{ word: 'dog', rarity: 0.8, held: false }] }))
    expect(near({ neighbours: 0.8, self: 0.1 })).toBe('weak')
    expect(near({ neighbours: 0.4, dense: 0.5 })).toBe('strong')
    expect(near({ neighbours: 0.4, date: 0.5 })).toBe('strong')
    expect(strengthOf(hit(1, { parts: { asked: 1 }, words: undefined }))).toBe('strong')
  })

  it('is not strong for one word of many', () => {
    const asked = (...held: boolean[]) =>
      strengthOf(hit(0.9, { words: held.map((one, i) => ({ word: `w${i}`, rarity: 0.8, held: one })) }))
    expect([asked(true), asked(true, false), asked(true, false, false), asked(true, true, false)]).toEqual([
      ...['strong', 'strong', 'fair', 'strong'],
    ])
  })

  it('is weak for an earlier question of the person, not for one of somebody else', () => {
    const question = (speaker: string) =>
      strengthOf(
        hit(0.9, {
          parts: { dog: 0.95, question: -0.05 },
          place: { part: 'user', start: 0, end: 9, speaker },
        }),
      )
    expect([question('user'), question('Ilse')]).toEqual(['weak', 'strong'])
  })
})
