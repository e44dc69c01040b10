import { describe, expect, it, vi } from 'vitest'
import { codeKey, isCode, keyOfShort, shortKey } from './codes'
import { questionOf } from './question'
import { contentTerms, queryWords, readTerms, readTermsSlowly } from './terms'
import { ASKS, NAME, PREFERS, QUESTION, SELF, TEMPORAL, traitsOf } from './traits'

const sha = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'

describe('a code', () => {
  it.each([
    sha,
    '550e8400',
    'a3bf4f1b2b0b',
    'dGhpcyBpcyBhIHRlc3Qgb2YgYmFzZTY0IGVuY29kaW5n',
    'XK7Q9Z2M',
    '1700000012345',
    '12:03:04.123',
    '03:04.05',
    'x'.repeat(41),
  ])('is %s', (word) => expect(isCode(word)).toBe(true))

  it.each([
    'Lighthouse',
    'iPhone12Pro',
    'windows11pro',
    'base64encode',
    'covid19vaccine',
    'parseDataFromJson',
    'AbstractSingletonProxyFactoryBean',
    'sha256',
    'utf8mb4',
    '12,345.67',
    '2026',
    '10:30',
    '10.0.0.12',
    'Donaudampfschifffahrtsgesellschaft',
  ])('is not %s', (word) => expect(isCode(word)).toBe(false))

  it('shares one of a bounded number of keys, the same in every process', () => {
    const keys = new Set(Array.from({ length: 150_000 }, (_, i) => codeKey(`id${i * 7_919}`)))
    expect(keys.size).toBeGreaterThan(80_000)
    expect(keys.size).toBeLessThanOrEqual(1 << 17)
    expect(codeKey(sha)).toBe('~3cd')
  })

  it('of a hash has the key of its short form too', () => {
    expect(shortKey(sha)).toBe(keyOfShort(sha.slice(0, 7)))
    expect(shortKey('550e8400')).toBeNull()
    expect(['holiday', '1234567', '9f86d0', 'windows11'].map(keyOfShort)).toEqual([null, null, null, null])
  })
})

describe('what a question asks for', () => {
  it.each([
    ['Have I ever baked rye bread?', 'user'],
    ['Which flour did you recommend?', 'assistant'],
    ['Which flour is best?', null],
  ])('%s is about %s', (text, about) => expect(questionOf(text).about).toBe(about))
  it('a time, a name, dates', () => {
    expect(questionOf('When did the kiln break?').when).toBe(true)
    expect(questionOf('Did the kiln break?').when).toBe(false)
    expect(questionOf('Who owns the kiln?').name).toBe(true)
    expect(questionOf('the kiln in June 2031').dates).toEqual([{ year: 2031, month: 5, day: null }])
  })
  it.each([
    'Can you suggest a kiln?',
    'What should I bake on Sunday?',
    'Help me plan the week',
    'Was soll ich kochen?',
    'Kannst du mir einen Ofen empfehlen?',
    'Que me conseilles-tu ?',
    '¿Qué horno me recomiendas?',
  ])('asks for advice: %s', (text) => expect(questionOf(text).advice).toBe(true))
  it('knows the words that questions are made of', () =>
    expect(questionOf('How many kilns').words.map(({ word, asking }) => [word, asking])).toEqual([
      ['many', true],
      ['kilns', false],
    ]))
})

describe('traits of a message', () => {
  const has = (text: string, trait: number) => (traitsOf(text, readTerms(text)) & trait) > 0
  it('asks and nothing else, or ends with a question', () => {
    expect(has('What then?', QUESTION)).toBe(true)
    expect(has('Wow! What then?', QUESTION)).toBe(true)
    expect(has('The kiln broke. What then?', QUESTION)).toBe(false)
    expect(has('The kiln broke. What then?', ASKS)).toBe(true)
    expect(has('The kiln broke.', ASKS)).toBe(false)
  })
  it.each([
    'It broke yesterday.',
    'We met last Friday.',
    'In May it rained.',
    'back in 2031',
    'two weeks later',
    'on the 3rd',
  ])('speaks of a time: %s', (text) => expect(has(text, TEMPORAL)).toBe(true))
  it('holds a name, speaks of oneself', () => {
    expect(has('we saw Heron there', NAME)).toBe(true)
    expect(has('The heron', NAME)).toBe(false)
    expect(has('my heron', SELF)).toBe(true)
    expect(has('your heron', SELF)).toBe(false)
  })
  it.each([
    'I prefer rye bread.',
    'My favourite oven is small',
    'We avoid nuts',
    "I'm allergic to nuts",
    'Ich esse lieber Roggenbrot',
  ])('tells what the speaker likes or avoids: %s', (text) => expect(has(text, PREFERS)).toBe(true))
})

const keys = (text: string) => contentTerms(text).map((term) => term.key)
const finds = (query: string, text: string) =>
  queryWords(query).every((word) => word.keys.some((key) => keys(text).includes(key)))

describe('terms', () => {
  it('leave out the words of the language that say nothing, and only those', () => {
    expect(keys('what is the colour of my gate')).toEqual(['colour', 'gate'])
    expect(keys('die Hard')).toContain('die')
  })
  it('meet over inflections, humps and accents', () => {
    expect(finds('configuration', 'The configurations were changed.')).toBe(true)
    expect(finds('parse data', 'bottleneck in parseData()')).toBe(true)
    expect(finds('parseData', 'bottleneck in parseData()')).toBe(true)
    expect(finds('Cafe', 'le café est fermé')).toBe(true)
  })
  it.each([
    ['What was on Wed?', 'The lunch was on Wednesday.'],
    ['What was on Wednesday?', 'The lunch was on Wed.'],
    ['Thurs or Thu', 'The lunch is on Thursday.'],
    ['The trip in September', 'We planned the trip for Sept.'],
    ['the party on Saturday', 'The party is on Sat 5.'],
    ['the party on Sat. 5', 'The party is on Saturday 5 May.'],
  ])('meet over short names of days and months: %s', (query, text) => expect(finds(query, text)).toBe(true))
  it.each([
    ['the lunch on Saturday', 'They sat at the lunch.'],
    ['the lunch on Sunday', 'The lunch was in the sun.'],
    ['in March', 'You may mar it.'],
    ['on Thursday', 'It was thus.'],
  ])('do not meet where that is another word: %s', (query, text) => expect(finds(query, text)).toBe(false))
  it('find words of another language than the query as they are written', () => {
    expect(finds('Wohnungen', 'Wir haben uns drei Wohnungen in der Stadt angesehen und nicht gefunden')).toBe(
      true,
    )
    expect(finds('東京', '私は東京に住んでいます')).toBe(true)
  })
  it.each([
    ['heisst', 'Meine Katze heißt Mia'],
    ['katzen', 'Meine Katze heißt Mia'],
    ['Haus', 'Wir haben die alten Häuser gesehen'],
    ['Häuser', 'Das Haus ist alt'],
    ['Wogegen bin ich allergisch?', 'Ich bin allergisch gegen Nüsse'],
    ['القطة', 'اسم قطة أختي هو ميا'],
    ['كتاب', 'هذا هو الكتاب الذي قرأته'],
    ['gatos', 'Mi gato se llama Mia y es negro'],
    ['кошки', 'Мою кошку зовут Мия'],
    ['我的猫叫什么', '我的猫叫小米'],
    ['Berlin', 'Ich habe lange in Berlin gewohnt'],
  ])('of "%s" are in "%s"', (query, text) => expect(finds(query, text)).toBe(true))
  it('of an English text never meet stems of other languages', () => {
    expect(keys('the parties in the houses')).toEqual(['parti', 'hous'])
    expect(finds('part', 'the parties')).toBe(false)
  })
  it('point at the word they come from', () => {
    const text = 'see parseData and Köln'
    for (const term of contentTerms(text))
      expect(['see', 'parseData', 'Köln', 'and']).toContain(text.slice(term.start, term.end))
  })
  it('count each word of a query once', () =>
    expect(queryWords('gate gates Gate').map((word) => word.word)).toEqual(['gate']))

  it('of a long text are read in short stretches, the same as at once', async () => {
    const text = Array.from({ length: 5_000 }, (_, i) => `gate${i} opens`).join(' ')
    const encode = vi.spyOn(TextEncoder.prototype, 'encodeInto')
    const { keys, starts, count } = await readTermsSlowly(text)
    expect(Math.max(...encode.mock.calls.map(([stretch]) => stretch.length))).toBeLessThanOrEqual(4_096)
    encode.mockRestore()
    const found = Array.from({ length: count }, (_, i) => [keys[i]?.text, starts[i]])
    expect(found).toEqual(contentTerms(text).map(({ key, start }) => [key, start]))
  })
})
