import { describe, expect, it } from 'vitest'
import { ask, indexOf, type Said, turnsOf } from '@/lib/memory/index/testing-index'
import type { RecallHit } from '@/lib/shared/turn/events'
import { whyFound, whyNot, whyParts, whyRanks } from './why-words'

const words = { keywords: ['Camping', 'July', 'Ilse'], month: (at: string) => at.slice(0, 7) }
const aHit = (given: Partial<RecallHit> = {}): RecallHit => ({
  rank: 1,
  kind: 'turn',
  refId: 't',
  turnId: 't',
  turnNumber: 1,
  conversationId: 'c',
  contextId: null,
  at: '2031-05-03T00:00:00.000Z',
  score: 0.52,
  parts: { camping: 0.2, july: 0.2, speaker: 0.1, date: 0.05, short: -0.03 },
  excerpt: '',
  tokens: 0,
  place: { part: 'user', start: 0, end: 9, speaker: 'Ilse' },
  words: [
    { word: 'camping', rarity: 0.4, held: true },
    { word: 'july', rarity: 0.9, held: true },
  ],
  ...given,
})
const miss = aHit({
  rank: 2,
  score: 0.41,
  parts: { camping: 0.41 },
  words: [
    { word: 'camping', rarity: 0.4, held: true },
    { word: 'july', rarity: 0.9, held: false },
  ],
})

describe('why a hit was found', () => {
  it('is told in plain words, as they were written in the request', () => {
    expect(whyFound(aHit(), words)).toEqual([
      'matches “July” (rare) and “Camping”',
      'said by Ilse',
      '2031-05 matches',
    ])
    expect(whyFound(aHit({ parts: { asked: 1 }, words: undefined, place: undefined }), words)).toEqual([
      'asked for directly',
    ])
    expect(whyFound(aHit({ parts: { neighbours: 0.3 }, words: [] }), words)).toEqual([
      'only the messages around it match',
    ])
    expect(whyFound(aHit({ parts: { dense: 0.3 }, words: [] }), words)).toEqual(['has a similar meaning'])
    expect(whyRanks(aHit({ ranks: { lexical: 3, dense: 1 } }))).toBe(
      '3rd-best keyword match, best match in meaning',
    )
    const without = [{ word: 'camping', rarity: 0.4, held: false }]
    expect(whyRanks(aHit({ words: without, ranks: { lexical: 2, dense: 1 } }))).toBe('best match in meaning')
    const own = { part: 'user', start: 0, end: 9, speaker: 'user' } as const
    expect(
      whyFound(aHit({ place: own, parts: { camping: 0.4, question: -0.02, self: 0.1 } }), words),
    ).toEqual([
      'is an earlier question of yours',
      'matches “July” (rare) and “Camping”',
      'is about the speaker',
    ])
    const near = aHit({
      parts: { camping: 0.2, neighbours: 0.1 },
      words: [{ word: 'camping', rarity: 0.4, held: true }],
    })
    expect(whyFound(near, words)).toEqual(['matches “Camping”, as do the messages around it'])
    expect(whyRanks(aHit())).toBe('')
  })

  it('takes a word that is named like a part for a word', () => {
    const hit = aHit({ parts: { date: 0.4 }, words: [{ word: 'date', rarity: 0.5, held: true }] })
    expect([whyParts(hit), whyFound(hit, words)]).toMatchObject([
      [{ name: 'words', value: 0.4 }],
      ['matches “date”'],
    ])
  })

  it('has parts that add up to the score of every hit, and a sentence for each', () => {
    const talk: Said[] = [
      ['Bram', 'Where did you go camping in July?'],
      ['Ilse', 'By the lake, with the red tent.'],
      ['Bram', 'The lake in July is warm.'],
      ['Ilse', 'My tent is red.'],
    ]
    const hits = ask(indexOf(turnsOf(talk)), 'When did Ilse go camping by the lake in July?')
    expect(hits.length).toBeGreaterThan(2)
    for (const { parts, asked, score, speaker } of hits) {
      const hit = aHit({ parts, words: asked, score, place: { part: 'user', start: 0, end: 1, speaker } })
      expect(whyParts(hit).reduce((sum, part) => sum + part.value, 0)).toBeCloseTo(score, 1)
      expect(whyFound(hit, words).length).toBeGreaterThan(0)
      expect(asked.some(({ word }) => word === 'ilse')).toBe(false)
    }
  })
})

describe('why a near miss was not', () => {
  it('names what it lacks against the last hit shown', () => {
    expect(whyNot(miss, [aHit()], words)).toBe(
      '0.41, below the cutoff of 0.52: matches “Camping”, not “July”; not said by Ilse; from another date.',
    )
    expect(
      whyNot(
        aHit({ score: 0.4, parts: { neighbours: 0.4 }, words: [{ word: 'july', rarity: 1, held: false }] }),
        [aHit({ parts: { july: 0.5 } })],
        words,
      ),
    ).toBe('0.40, below the cutoff of 0.52: without “July”.')
  })

  it('says what else decided when its score is no lower', () => {
    expect(whyNot({ ...miss, score: 0.6, conversationId: 'd' }, [aHit()], words)).toContain(
      '0.60; messages of this conversation come first',
    )
    expect(whyNot({ ...miss, score: 0.52 }, [aHit()], words)).toContain('Tied; another message was preferred')
    expect(whyNot({ ...miss, score: 0.6, ranks: { lexical: 2, dense: 9 } }, [aHit()], words)).toContain(
      '0.60; ranked lower by keywords and meaning combined',
    )
  })

  it('is compared with what was found, not with what was asked for', () => {
    const asked = aHit({ score: 1, parts: { asked: 1 }, words: undefined })
    expect(whyNot(miss, [aHit(), asked], words)).toContain('below the cutoff of 0.52')
    expect(whyNot(miss, [asked], words)).toBe('The requested messages filled every place.')
  })

  it('is below no cutoff that a message in the list is below too, nor one of another scale', () => {
    const file = aHit({ kind: 'file', score: 0.98 })
    const hits = [aHit({ score: 0.26 }), aHit({ score: 0.23 }), aHit({ score: 0.3 }), file]
    const why = (score: number) => whyNot({ ...miss, score }, hits, words)
    expect(why(0.26)).toContain('0.26; others were preferred')
    expect(why(0.2)).toContain('0.20, below the cutoff of 0.23')
    expect(whyNot({ ...miss, kind: 'summary', score: 0.4 }, hits, words)).toContain(
      'below the cutoff of 0.98',
    )
    expect(whyNot({ ...miss, kind: 'file' }, hits.slice(0, 3), words)).toBe('Others were preferred.')
  })
})
