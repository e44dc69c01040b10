import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedChange, seedConversation, seedFork } from '@/lib/db/testing-seed'
import { addTag } from '@/lib/db/turns/tags'
import { limits } from '@/lib/shared/limits'
import type { MemorySearch, SearchHit } from '@/lib/shared/memory/search'
import { forget } from '@/lib/shared/once'
import { everyday } from '@/scripts/tier.mjs'
import { searchMemory } from './search'
import { hostileSearches } from './testing-hostile-search'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(async () => {
  forget('memory-index')
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

  it('lists an answer that found nothing after what says as many of the words', async () => {
    const answer = `I found nothing about “${'insurer '.repeat(8)}”.`
    const said = `Guildhall became the insurer${', later renamed by new owners'.repeat(20)}.`
    await seedConversation(at, [{ userText: said }, { userText: 'Hm.', answer }])
    const { hits } = await find('insurer')
    expect(hits.map(({ turnNumber, speaker }) => [turnNumber, speaker])).toEqual([
      [1, 'user'],
      [2, 'assistant'],
    ])
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

  it('puts the word as it is typed before those that only begin with it', async () => {
    await talk([
      ...Array.from({ length: 12 }, () => 'Movie marathons, marathons and marathons.'),
      `Some day${' or other'.repeat(20)} we meet Mara again.`,
      'Marathons once more.',
    ])
    expect((await numbers('mara'))[0]).toBe(13)
    expect(await numbers('mara')).toHaveLength(limits.search.hits)
    expect((await numbers('marath'))[0]).not.toBe(13)
    expect((await numbers('meet mara'))[0]).toBe(13)
  })

  it('puts what holds every word before what says one of them more', async () => {
    await talk([
      ...Array.from({ length: 15 }, () => 'A pear.'),
      'Nothing.',
      'apple apple apple apple',
      ...Array.from({ length: 6 }, () => 'Nothing.'),
      `An apple${' and so on'.repeat(30)} with a pear`,
    ])
    expect((await numbers('pear apple '))[0]).toBe(24)
    expect((await find('pear apple ')).total).toBe(17)
  })

  it('puts words that stand together as they are typed before the same words apart, and still gives every hit once', async () => {
    const apart = Array.from(
      { length: 15 },
      () => 'The group of harbour painters has our support, the whole group.',
    )
    await talk([
      ...apart,
      `Long ago${' lunch, then dinner'.repeat(15)} I went to a Support  group there.`,
      ...apart,
    ])
    for (const typed of ['support group', 'support gro', ' support  group '])
      expect((await numbers(typed))[0], typed).toBe(16)
    expect((await numbers('group support'))[0]).not.toBe(16)
    expect((await numbers('support group', { order: 'newest' }))[0]).toBe(31)
    const all: number[] = []
    for (let cursor: string | null = '0'; cursor !== null; ) {
      const { hits, next } = await find('support group', { cursor, limit: 12 })
      all.push(...hits.map((hit) => hit.turnNumber))
      cursor = next
    }
    expect([all[0], new Set(all).size, all.length]).toEqual([16, 31, 31])
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

  it('finds a name also where its bearer speaks, which recall takes for no word, and filters by who spoke', async () => {
    const { turnIds } = await talk(['Caroline sings.', 'I am Caroline.', 'Melanie knows Caroline.'])
    for (const [i, speaker] of ['Melanie', 'Caroline', 'Caroline'].entries()) {
      const { userText, createdAt } = await at.db.turn.findUniqueOrThrow({ where: { id: turnIds[i] ?? '' } })
      const messages = [
        { id: `m${i}`, speaker, at: createdAt.toISOString(), part: 'user', start: 0, end: userText.length },
      ]
      await seedChange(
        at,
        [at.db.turn.update({ where: { id: turnIds[i] ?? '' }, data: { messages } })],
        'turn',
        turnIds[i] ?? '',
      )
    }
    expect((await numbers('caroline')).sort()).toEqual([1, 2, 3])
    expect((await numbers('caroline', { speaker: 'Caroline' })).sort()).toEqual([2, 3])
    expect((await find('melanie', { facets: true })).facets?.speakers).toEqual([
      { value: 'Caroline', label: 'Caroline', count: 1 },
    ])
  })

  it('finds words together whatever signs are among them, in either case, and across line ends', async () => {
    await talk([
      'Fast (C++) code. We like code that is fast.',
      'Some code (c++)\nis FAST.',
      'Code: fast c++.',
    ])
    expect((await numbers('c++) code'))[0]).toBe(1)
    expect((await numbers('(C++) is fast'))[0]).toBe(2)
    expect((await numbers('fast c++'))[0]).toBe(3)
  })

  it('says which revision of memory it searched, so that pages of two are not taken for one', async () => {
    await talk(['The kiln is hot.'])
    const { rev } = await find('kiln')
    expect((await find('kiln')).rev).toBe(rev)
    await talk(['Another kiln.'])
    expect((await find('kiln')).rev).toBeGreaterThan(rev)
  })

  it('counts what filters could be set to only when that is asked for', async () => {
    await talk(['The kiln is hot.'])
    expect((await find('kiln')).facets).toBeNull()
    expect((await find('kiln', { facets: true })).facets?.speakers.length).toBe(1)
    expect((await find('', { facets: true, speaker: 'user' })).facets?.kinds).toEqual([
      { value: 'message', label: 'message', count: 1 },
    ])
  })

  it('shows the piece of a long message that holds the words', async () => {
    const long = `${'Filler words about the garden and the shed. '.repeat(200)}The anchor weighs ninety pounds. ${'More about roses and lilies. '.repeat(200)}`
    await talk([long])
    const [hit] = (await find('anchor ninety')).hits
    expect(hit?.excerpt.text).toContain('The anchor weighs ninety pounds.')
    expect(hit?.excerpt).toMatchObject({ before: true, after: true })
    expect(hit?.excerpt.text.length).toBeLessThan(300)
    expect(hit && marked(hit)).toEqual(['anchor', 'ninety'])
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

  it('without words lists what the filters let through, newest first; without either, nothing', async () => {
    const { conversationId } = await talk(['First.', 'Second.', 'Third.'])
    expect(await numbers('', { conversationId })).toEqual([3, 2, 1])
    expect((await searchMemory(at.db, at.ownerId, { text: '' })).total).toBe(0)
    expect(await numbers('?!', { conversationId })).toEqual([])
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
