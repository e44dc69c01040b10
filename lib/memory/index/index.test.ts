import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { searchMemory } from '@/lib/memory/search/search'
import { inventedWords } from '@/lib/memory/text/testing-names'
import { forgetOnce } from '@/lib/shared/once'
import { fillFullText } from './load/full-text'
import { kindIndex } from './load/owner-index'
import { INDEX_SOURCES } from './load/sources'
import { lexicalIndex } from './memory-index'
import { ask, idsFound, indexOf, type Said, START, turnsOf } from './testing-index'
import { indexLoads, ownerIndex } from './testing-owner-index'

const main = (numbers: number[]) => numbers.map((number) => `main-${number}`)
const filler = (count: number): Said[] =>
  Array.from(
    { length: count },
    (_, i): Said => [
      i % 2 ? 'Ilse' : 'Bram',
      `We talked about paint number ${i} for the shed.`,
      100 + i * 20,
    ],
  )

describe('the neighbour kernel', () => {
  const talk: Said[] = [
    ['Bram', 'Have you found a name for the new ferry?'],
    ['Ilse', 'Yes, we settled on Morning Heron.'],
    ['Bram', 'Lovely.', 30],
    ...filler(20),
  ]
  const data = indexOf(turnsOf(talk))

  it('finds an answer that holds no word of the question', () => {
    expect(idsFound(data, 'What did Ilse call the new ferry?')[0]).toBe('main-2')
    expect(ask(data, 'What did Ilse call the new ferry?')[0]?.parts.neighbours).toBeGreaterThan(0)
  })
  it('negative control: without it the answer is not found', () => {
    expect(idsFound(data, 'What did Ilse call the new ferry?', undefined, {}, { kernel: [] })).not.toContain(
      'main-2',
    )
  })
  it('stays inside the session', () =>
    expect(new Set(idsFound(data, 'ferry'))).toEqual(new Set(main([1, 2]))))
  it('reaches 4 messages on each side and no further', () => {
    const near = indexOf(
      turnsOf(Array.from({ length: 13 }, (_, i): Said => ['Bram', i === 6 ? 'a zeppelin' : `word${i}`])),
    )
    expect(new Set(idsFound(near, 'zeppelin'))).toEqual(new Set(main([3, 4, 5, 6, 7, 8, 9, 10, 11])))
  })
  it('follows the path to the left and never borrows from a sibling branch', () => {
    const trunk = turnsOf([
      ['Bram', 'first thing'],
      ['Ilse', 'a zeppelin over there'],
      ['Bram', 'trunk end'],
    ])
    const fork = turnsOf(
      [
        ['Bram', 'fork begin'],
        ['Ilse', 'a walrus here'],
      ],
      'fork',
      2,
      'main-1',
    )
    const both = indexOf([...trunk, ...fork])
    expect(new Set(idsFound(both, 'first'))).toEqual(
      new Set(['main-1', 'main-2', 'main-3', 'fork-2', 'fork-3']),
    )
    expect(idsFound(both, 'zeppelin')).not.toContain('fork-2')
    expect(new Set(idsFound(both, 'walrus'))).toEqual(new Set(['fork-3', 'fork-2', 'main-1']))
    const onFork = (_: string, branchId: string) => ({ factor: 1, upTo: branchId === 'fork' ? 9 : 1 })
    expect(idsFound(both, 'zeppelin', onFork)).toEqual([])
    expect(idsFound(both, 'zeppelin')).toContain('main-1')
  })
})

describe('what else is weighed', () => {
  it('prefers the speaker asked about, whose name is no word to look for', () => {
    const data = indexOf(
      turnsOf([
        ['Bram', 'My sister plays the cello.'],
        ['Ilse', 'My sister plays the cello.', 50],
        ['Bram', 'Ilse, hello there', 100],
        ...filler(10),
      ]),
    )
    expect(idsFound(data, 'What does the sister of Ilse play?')[0]).toBe('main-2')
    expect(idsFound(data, 'What does the sister of Bram play?')[0]).toBe('main-1')
    expect(idsFound(data, 'What does the sister of Ilse play?')).not.toContain('main-3')
    expect(ask(data, 'What does the sister of Ilse play?')[0]?.parts.speaker).toBeGreaterThan(0)
    const [a, b] = ask(data, 'What does the sister of Ilse play?', undefined, {}, { speaker: 1 })
    expect(Math.abs((a?.raw ?? 0) - (b?.raw ?? 1))).toBeLessThan(1e-6)
  })
  it('gives parts that add up to the score', () => {
    const data = indexOf(
      turnsOf([['Bram', 'The kiln of the pottery broke.'], ['Ilse', 'Oh no, the kiln?'], ...filler(8)]),
    )
    for (const hit of ask(data, 'When did the kiln of the pottery break in March?'))
      expect(Object.values(hit.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(hit.score, 5)
  })
})

describe('a long message', () => {
  const long = `${Array.from({ length: 300 }, (_, i) => `item${i}`).join(' ')} the anchor weighs ninety pounds. ${Array.from({ length: 300 }, (_, i) => `other${i}`).join(' ')}`
  const data = indexOf(turnsOf([['Bram', long], ['Ilse', 'Good to know.'], ...filler(4)]))
  it('is found by the unit that matches', () => {
    const [hit] = ask(data, 'How much does the anchor weigh?')
    expect(hit?.turnId).toBe('main-1')
    expect(long.slice(hit?.unit.start, hit?.unit.end)).toContain('anchor weighs ninety pounds')
    expect((hit?.unit.end ?? 0) - (hit?.unit.start ?? 0)).toBeLessThan(long.length / 4)
    expect([hit?.start, hit?.end]).toEqual([0, long.length])
  })
})

describe('filters', () => {
  const data = indexOf(
    turnsOf([
      ['Bram', 'the kiln is hot'],
      ['Ilse', 'the kiln is cold', 40],
      ['Bram', 'the kiln is sold', 80],
    ]),
  )
  it('by time, speaker and part', () => {
    expect(new Set(idsFound(data, 'kiln'))).toEqual(new Set(main([1, 2, 3])))
    expect(idsFound(data, 'kiln', undefined, { speaker: 'Ilse' })).toEqual(main([2]))
    expect(idsFound(data, 'kiln', undefined, { speaker: 'nobody' })).toEqual([])
    expect(idsFound(data, 'kiln', undefined, { part: 'assistant' })).toEqual(main([2]))
    expect(idsFound(data, 'kiln', undefined, { from: START + 50 * 3_600_000 })).toEqual(main([3]))
    expect(new Set(idsFound(data, 'kiln', undefined, { to: START + 50 * 3_600_000 }))).toEqual(
      new Set(main([1, 2])),
    )
  })
  it('leave nothing behind for the next query', () => {
    const before = ask(data, 'kiln')
    for (const text of ['hot', 'cold sold', 'nothing', 'kiln hot cold'])
      ask(data, text, undefined, { speaker: 'Bram' })
    expect(ask(data, 'kiln')).toEqual(before)
  })
})

describe('vocabulary', () => {
  const hash = (i: number) => createHash('sha1').update(`${i}`).digest('hex')
  const line = (i: number) => `request ${hash(i)} took ${1_700_000_000_000 + i} worker`

  let at: TestDb
  beforeEach(async () => {
    at = await testDb()
  })
  afterEach(async () => {
    forgetOnce('memory-index')
    await at.close()
  })
  const found = async (text: string, size = {}) =>
    (await searchMemory(at.db, at.ownerId, { text }, size)).hits.map((hit) => hit.excerpt.text)
  const recalled = (text: string) =>
    lexicalIndex.search(at.db, at.ownerId, {
      text,
      conversationId: 'none',
      path: [],
      before: 1,
      scope: 'owner',
      limit: 5,
    })

  describe('a memory full of hashes and numbers', () => {
    const LINES = 4_000
    beforeEach(() =>
      seedConversation(
        at,
        Array.from({ length: LINES / 100 }, (_, turn) => ({
          userText: Array.from({ length: 100 }, (_, i) => line(turn * 100 + i)).join('\n'),
        })),
      ),
    )

    it('has a vocabulary that does not grow with them', async () => {
      const words = async () =>
        [...(await ownerIndex(at.db, at.ownerId)).postings.keys()].filter((key) => key[0] !== '~')
      expect(await words()).toEqual(['request', 'take', 'worker'])
    })

    it.each([
      ['whole', hash(1_234)],
      ['in capitals', hash(1_234).toUpperCase()],
      ['by its short form', hash(1_234).slice(0, 7)],
      ['among words', `request ${hash(1_234)} took`],
      ['by a number of it', String(1_700_000_000_000 + 1_234)],
    ])('finds a line by its code %s, and nothing else', async (_, text) => {
      const hits = await found(text)
      expect(hits).toHaveLength(1)
      expect(hits[0]).toContain(hash(1_234))
    })

    it('finds nothing by a code that nobody said', async () => {
      const keys = new Set((await ownerIndex(at.db, at.ownerId)).postings.keys())
      expect(keys.size).toBeGreaterThan(LINES)
      for (let i = LINES; i < LINES + 50; i++) expect(await found(hash(i))).toEqual([])
    })

    it('recalls a code that is asked about', async () => {
      const hits = await recalled(`What happened to request ${hash(77)}?`)
      const turn = await at.db.turn.findFirst({ where: { id: hits[0]?.turnId ?? '' } })
      expect(turn?.userText).toContain(hash(77))
    })
  })

  describe('a memory of too many different words', () => {
    const most = { maxTerms: 50 }
    const words = inventedWords(120)
    beforeEach(() =>
      seedConversation(
        at,
        words.map((word) => ({ userText: `the ${word} thing` })),
      ),
    )

    it('is read once, goes to the full text, and is not read again for one search after another', async () => {
      const before = indexLoads()
      expect(await kindIndex(at.db, at.ownerId, 'message', most)).toBeNull()
      await fillFullText(at.db, at.ownerId, 'message')
      for (const word of words.slice(0, 5)) expect(await found(word, most)).toEqual([`the ${word} thing`])
      // Each kind once.
      expect(indexLoads() - before).toBe(Object.keys(INDEX_SOURCES).length)
    })
  })

  describe('an index that is over its bound', () => {
    it('is built once for a revision, however many kinds a search goes through', async () => {
      await seedConversation(at, [{ userText: 'the lighthouse' }])
      const before = indexLoads()
      for (const text of ['lighthouse', 'light', 'lighthouse']) await found(text, { maxBytes: 1 })
      expect(indexLoads() - before).toBe(Object.keys(INDEX_SOURCES).length)
    })

    it('reads a long text in pieces and finds what is at either end of one', async () => {
      const [first = '', last = ''] = inventedWords(2)
      const many = Array.from({ length: 30_000 }, (_, i) => `word${i % 50}`).join(' ')
      await seedConversation(at, [{ userText: `${first} ${many} ${last}` }])
      for (const word of [first, last, 'word17']) expect(await recalled(word)).toHaveLength(1)
      const { units } = await ownerIndex(at.db, at.ownerId)
      expect(units.length.reduce((sum, length) => sum + length, 0)).toBe(30_002)
    })
  })
})
