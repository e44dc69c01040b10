import { describe, expect, it, vi } from 'vitest'
import { contentTerms, queryWords, readTermsSlowly } from './terms'

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
