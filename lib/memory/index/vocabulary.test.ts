import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { searchMemory } from '@/lib/memory/search/search'
import { inventedWords } from '@/lib/memory/text/testing-names'
import { forget } from '@/lib/shared/once'
import { fillFullText } from './load/full-text'
import { kindIndex } from './load/owner-index'
import { SOURCES } from './load/sources'
import { lexicalIndex } from './memory-index'
import { indexLoads, ownerIndex } from './testing-owner-index'

const hash = (i: number) => createHash('sha1').update(`${i}`).digest('hex')
const line = (i: number) => `request ${hash(i)} took ${1_700_000_000_000 + i} worker`

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(async () => {
  forget('memory-index')
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
    expect(indexLoads() - before).toBe(Object.keys(SOURCES).length)
  })
})

describe('an index that is over its bound', () => {
  it('is built once for a revision, however many kinds a search goes through', async () => {
    await seedConversation(at, [{ userText: 'the lighthouse' }])
    const before = indexLoads()
    for (const text of ['lighthouse', 'light', 'lighthouse']) await found(text, { maxBytes: 1 })
    expect(indexLoads() - before).toBe(Object.keys(SOURCES).length)
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
