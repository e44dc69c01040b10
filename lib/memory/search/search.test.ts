import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedChange, seedConversation, seedFork } from '@/lib/db/testing-seed'
import { addTag } from '@/lib/db/turns/tags'
import type { MemorySearch, SearchHit } from '@/lib/shared/memory/search'
import { forgetOnce } from '@/lib/shared/once'
import { everyday } from '@/scripts/tier.mjs'
import { searchMemory } from './search'
import { hostileSearches } from './testing-hostile-search'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(async () => {
  forgetOnce('memory-index')
  await at.close()
})

const find = (text: string, more: Omit<MemorySearch, 'text'> = {}) =>
  searchMemory(at.db, at.ownerId, { text, kinds: ['message'], ...more })
const numbers = async (text: string, more?: Omit<MemorySearch, 'text'>) =>
  (await find(text, more)).hits.map((hit) => hit.turnNumber)
const marked = ({ excerpt }: SearchHit) => excerpt.marks.map(([start, end]) => excerpt.text.slice(start, end))
const talk = (texts: string[]) =>
  seedConversation(
    at,
    texts.map((userText) => ({ userText })),
  )

describe('searching memory', () => {
  it('lists the person’s own questions after what says as many of the words, and hides none', async () => {
    await talk([
      'Where is the spare key of the shed?',
      'My aunt has the spare key of the shed, in the third drawer below the window of her kitchen.',
      'Nothing here.',
      'Spare key of the shed, where is it?',
      'The shed is green.',
      'Where is the cellar key?',
      'That key hangs on a nail by the clock in the hall of my aunt in Bergen, as the cellar floods.',
    ])
    expect((await numbers('spare key of the shed'))[0]).toBe(2)
    expect((await numbers('cellar key')).slice(0, 2)).toEqual([7, 6])
    const ofShed = await numbers('shed')
    expect([ofShed.slice(0, 2).sort(), ofShed.slice(2).sort()]).toEqual([
      [2, 5],
      [1, 4],
    ])
    expect(await numbers('shed', { limit: 2 })).toEqual(ofShed.slice(0, 2))
    expect(await numbers('shed', { order: 'newest' })).toEqual([5, 4, 2, 1])
  })

  it('puts more and rarer words first where no message holds all, whichever was typed last', async () => {
    await talk([
      'The Rotary club came through with a cheque for the café.',
      ...['The council', 'Our treasurer', 'The library', 'My aunt'].map((who) => `${who} asked about money.`),
    ])
    for (const text of ['rotary club money', 'money rotary club', 'club money rotary'])
      expect([text, (await numbers(text))[0]]).toEqual([text, 1])
  })

  it('finds what holds a word and shows where it stands', async () => {
    const { conversationId, turnIds } = await talk([
      'The ferry leaves at nine.',
      'My grandmother kept three necklaces in a tin.',
      'Nothing here.',
    ])
    const { hits, total, words, next } = await find('necklace')
    expect(hits).toHaveLength(1)
    expect(hits[0]).toMatchObject({
      kind: 'message',
      refId: turnIds[1],
      turnId: turnIds[1],
      turnNumber: 2,
      conversationId,
      speaker: 'user',
    })
    expect(hits.map(marked)).toEqual([['necklaces']])
    expect({ total, words, next }).toEqual({ total: 1, words: ['necklace'], next: null })
    expect(hits[0]?.parts.necklace).toBeGreaterThan(0)
  })

  it('finds the word that is still being typed, whatever its stem', async () => {
    await talk(['We configured the printer.', 'Such happiness.', 'A theatre ticket.', 'A carp in the pond.'])
    for (const typed of ['c', 'con', 'confi', 'configur', 'configure', 'configured'])
      expect(await numbers(typed), typed).toContain(1)
    for (const typed of ['hap', 'happi', 'happine', 'happiness'])
      expect(await numbers(typed), typed).toEqual([2])
    expect(await numbers('the')).toEqual([3])
    expect(await numbers('carpet')).toEqual([])
    // A blank ends the word.
    expect(await numbers('confi ')).toEqual([])
  })

  it('takes a phrase in quotation marks word for word', async () => {
    await talk([
      'I was going over the bridge slowly.',
      'Over to the bridge I went.',
      'The bridge is over there.',
    ])
    expect(await numbers('"over the bridge"')).toEqual([1])
    expect(await numbers('“over the bridge” slowly')).toEqual([1])
    const { total, hits } = await find('"the bridge"')
    expect(total).toBe(3)
    expect(hits.map(marked)).toEqual(expect.arrayContaining([['the bridge']]))
    // Without the second mark it is not a phrase yet.
    expect((await numbers('"over the bri')).sort()).toEqual([1, 2, 3])
  })

  it('finds accents either way, and scripts without spaces', async () => {
    await talk(['Anaïs wohnt jetzt in Zürich.', '昨日は東京タワーに行きました。', 'Вчера мы были в музее.'])
    expect(await numbers('anais')).toEqual([1])
    expect(await numbers('zürich')).toEqual([1])
    expect(await numbers('東京')).toEqual([2])
    expect(await numbers('музе')).toEqual([3])
  })

  it('filters by conversation, time, and speaker, and counts what each filter could be', async () => {
    const [one, two] = [
      await seedConversation(at, [
        { userText: 'The kiln is hot.', answer: 'A hot kiln indeed.', at: new Date('2026-03-01T10:00:00Z') },
        { userText: 'The kiln is cold.', at: new Date('2026-05-01T10:00:00Z') },
      ]),
      await talk(['Another kiln.']),
    ]
    expect(await numbers('kiln', { conversationId: two.conversationId })).toEqual([1])
    expect(await numbers('kiln', { conversationId: one.conversationId, speaker: 'assistant' })).toEqual([1])
    expect(await numbers('kiln', { from: '2026-04-01T00:00:00Z', to: '2026-06-01T00:00:00Z' })).toEqual([2])
    const { facets, total } = await find('kiln', {
      conversationId: one.conversationId,
      speaker: 'user',
      facets: true,
    })
    expect(total).toBe(2)
    expect(facets?.speakers.map(({ value, count }) => [value, count])).toEqual([
      ['user', 2],
      ['assistant', 1],
    ])
    expect(facets?.conversations.map(({ value, count }) => [value, count])).toEqual([
      [one.conversationId, 2],
      [two.conversationId, 1],
    ])
  })

  it('filters by the tag of a conversation, and shows the tags of each hit', async () => {
    const garden = await talk(['The shed is green.', 'The ferry leaves.'])
    const other = await talk(['Another shed.'])
    await addTag(at.db, at.ownerId, [garden.conversationId], 'Garden')
    await addTag(at.db, at.ownerId, [garden.conversationId], 'At home')
    const tagged = await find('shed', { tag: 'garden', facets: true })
    expect(tagged.hits.map(({ conversationId, tags }) => [conversationId, tags])).toEqual([
      [garden.conversationId, ['At home', 'Garden']],
    ])
    expect(tagged).toMatchObject({ total: 1, facets: { conversations: [{ value: garden.conversationId }] } })
    expect((await find('', { tag: 'Garden' })).total).toBe(2)
    expect((await find('shed', { tag: 'nowhere' })).hits).toEqual([])
    const all = await find('shed')
    expect(all.hits.find((hit) => hit.conversationId === other.conversationId)).not.toHaveProperty('tags')
  })

  it('searches the path a conversation shows, all its branches, or the path through one', async () => {
    const main = await talk(['A kiln.', 'The kiln is blue.', 'The kiln cracked.'])
    const fork = await seedFork(at, main, 1, [
      { userText: 'The kiln is red.' },
      { userText: 'The kiln glows.' },
    ])
    await talk(['Another kiln.'])
    const inIt = { conversationId: main.conversationId }
    const texts = async (more: Omit<MemorySearch, 'text'>) =>
      (await find('kiln', more)).hits.map(({ excerpt }) => excerpt.text).sort()
    const shown = ['A kiln.', 'The kiln glows.', 'The kiln is red.']
    expect(await texts(inIt)).toEqual(shown)
    expect(await texts({ ...inIt, branch: fork.branchId })).toEqual(shown)
    expect(await texts({ ...inIt, branch: main.branchId })).toEqual([
      'A kiln.',
      'The kiln cracked.',
      'The kiln is blue.',
    ])
    expect(await texts({ ...inIt, branch: 'all' })).toEqual(
      [...shown, 'The kiln cracked.', 'The kiln is blue.'].sort(),
    )
    const { facets } = await find('kiln', { ...inIt, branch: 'all', facets: true })
    expect(facets?.branches).toEqual([
      { id: fork.branchId, number: 2, text: 'The kiln is red.', shown: true },
      { id: main.branchId, number: 1, text: 'A kiln.', shown: false },
    ])
    expect(facets?.conversations.map(({ count }) => count)).toEqual([5, 1])
    expect(
      (await find('kiln', { conversationId: (await talk(['One kiln.'])).conversationId, facets: true }))
        .facets?.branches,
    ).toEqual([])
  })

  it('knows no branch of another conversation or person, nor one that is in the trash', async () => {
    const [main, other] = [await talk(['A kiln.', 'A blue kiln.']), await talk(['B'])]
    const fork = await seedFork(at, main, 1, [{ userText: 'A red kiln.' }])
    const inIt = { conversationId: main.conversationId }
    for (const branch of [other.branchId, 'nobody'])
      await expect(find('kiln', { ...inIt, branch })).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      searchMemory(at.db, 'somebody', { text: 'kiln', ...inIt, branch: fork.branchId }),
    ).rejects.toMatchObject({ code: 'not_found' })
    const gone = fork.turnIds[0] ?? ''
    await seedChange(at, [at.db.turn.update({ where: { id: gone }, data: { trashId: 'bin' } })], 'turn', gone)
    expect((await find('kiln', { ...inIt, branch: 'all' })).hits).toHaveLength(2)
    expect((await find('kiln', { ...inIt, facets: true })).facets?.branches).toEqual([])
  })

  it('gives every hit once, page by page, and newest first where asked', async () => {
    await talk(Array.from({ length: 55 }, (_, i) => `A walrus number ${i}.`))
    const seen: number[] = []
    for (let cursor: string | null = '0'; cursor; ) {
      const page = await find('walrus', { cursor, limit: 20 })
      seen.push(...page.hits.map((hit) => hit.turnNumber))
      cursor = page.next
    }
    expect(seen).toHaveLength(55)
    expect(new Set(seen).size).toBe(55)
    expect(await numbers('walrus', { order: 'newest', limit: 3 })).toEqual([55, 54, 53])
  })

  it('finds a turn at once when it is committed, and no more when it is in the trash', async () => {
    const { turnIds } = await talk(['Nothing of note.', 'Nothing either.'])
    expect(await numbers('zeppelin')).toEqual([])
    await seedChange(
      at,
      [at.db.turn.update({ where: { id: turnIds[1] ?? '' }, data: { userText: 'A zeppelin!' } })],
      'turn',
      turnIds[1] ?? '',
    )
    expect(await numbers('zeppelin')).toEqual([2])
    await seedChange(
      at,
      [at.db.turn.update({ where: { id: turnIds[1] ?? '' }, data: { trashId: 'bin' } })],
      'turn',
      turnIds[1] ?? '',
    )
    expect(await numbers('zeppelin')).toEqual([])
  })

  it('leaves nothing behind: a search after any others gives what it gave before, and recall too', async () => {
    await talk(['the kiln is hot', 'the kiln is cold', 'sold the kiln'])
    const first = await find('kiln')
    for (const text of ['hot', '"the kiln"', 'k', 'kiln sold hot', '']) await find(text)
    expect({ ...(await find('kiln')), ms: 0 }).toEqual({ ...first, ms: 0 })
  })
})

describe('hostile search strings', () => {
  it('never fail and never show somebody else’s rows (20,000 in `npm run test:all`)', async () => {
    const { wrong, found, other } = await hostileSearches(at, everyday ? 250 : 20_000)
    expect(wrong).toEqual([])
    expect(found).toBeGreaterThan(0)
    expect((await searchMemory(at.db, other.ownerId, { text: 'secret' })).hits[0]?.conversationId).toBe(
      other.conversationId,
    )
    await expect(
      searchMemory(at.db, at.ownerId, { text: 'secret', conversationId: other.conversationId }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
