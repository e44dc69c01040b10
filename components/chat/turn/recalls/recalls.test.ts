import { describe, expect, it } from 'vitest'
import type { RecallHit } from '@/lib/shared/turn/events'
import { aboutHits, oneConversation } from './recalled-words'
import { strengthOf } from './strength'

const hit = (excerpt: string, given: Partial<RecallHit> = {}): RecallHit => ({
  rank: 1,
  kind: 'turn',
  refId: excerpt,
  turnId: 't',
  turnNumber: 1,
  conversationId: 'c',
  contextId: null,
  at: '2031-05-03T00:00:00.000Z',
  score: 0.5,
  parts: {},
  excerpt,
  tokens: 1,
  ...given,
})

describe('recalls named by content', () => {
  it('take the most telling words of each passage, rather not those of the search', () => {
    const hits = [
      hit('For adoption we looked at three **agencies** and liked one.'),
      hit('The adoption interviews are next week.'),
      hit('I want to move from marketing to UX design.'),
    ]
    expect(aboutHits([hit('The hut belongs to my aunt since May.')], ['hut'])).toEqual(['aunt'])
    expect(aboutHits(hits, ['adoption'])).toEqual(['agencies', 'adoption interviews', 'UX design'])
  })

  it('leave out citation marks and what was done', () => {
    expect(
      aboutHits([hit('You told me: “My parrot is called Kiwi” [turn 1 of conversation conv_a1]')]),
    ).toEqual(['Kiwi'])
    expect(aboutHits([hit('It leaves the rest unallocated.')])).toEqual(['rest'])
    expect(
      aboutHits([
        hit('Remember that the ferry to Aran leaves at nine.'),
        hit('I moved to Porto in March and my sister Maria lives in Galway.'),
        hit('The Rotary club came through as well.'),
      ]),
    ).toEqual(['Aran', 'sister Maria', 'Rotary club'])
  })

  it('name files by their path, and name nothing twice', () => {
    expect(
      aboutHits([
        hit('Plans', { kind: 'file', refId: 'conv_1:notes/plan.md' }),
        hit('Quinces grow here.'),
        hit('Quinces grow here.'),
      ]),
    ).toEqual(['notes/plan.md', 'Quinces'])
  })

  it('begin as the passage does in other languages, and without telling words', () => {
    expect(aboutHits([hit('Wir haben das Haus in Bergen nicht verkauft und bleiben.')])).toEqual([
      'Wir haben das Haus in Bergen…',
    ])
    expect(aboutHits([hit('So it is.')])).toEqual(['So it is.'])
    expect(aboutHits([hit('')])).toEqual([])
  })

  it('say whether all are from one conversation', () => {
    expect(oneConversation([hit('a'), hit('b')])).toBe('c')
    expect(oneConversation([hit('a'), hit('b', { conversationId: 'd' })])).toBeNull()
    expect(oneConversation([])).toBeNull()
  })
})

describe('how well a memory fits', () => {
  const hit = (score: number, given: Partial<RecallHit> = {}): RecallHit => ({
    ...{
      rank: 1,
      kind: 'turn',
      refId: 't',
      turnId: 't',
      turnNumber: 1,
      conversationId: 'c',
      contextId: null,
    },
    ...{ at: '2031-05-03T00:00:00.000Z', score, parts: { dog: score }, excerpt: '', tokens: 1 },
    words: [{ word: 'dog', rarity: 0.8, held: true }],
    ...given,
  })

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
