import { describe, expect, it } from 'vitest'
import { limits } from '@/lib/shared/limits'
import { asTypedFirst, parseSearch, typedWords } from './search-text'

const typed = (text: string) => typedWords(text, parseSearch(text))
const FAR = 'x'.repeat(limits.search.typedWithin)
const hit = (text: string, best = 0) => ({
  entry: { text },
  hit: { start: 0, end: text.length, unit: { start: best, end: best + 9 } },
})

describe('words as somebody typed them', () => {
  it('are looked for around the best place of a message alone, so that a text of any length takes as long as a short one', () => {
    const [near, far] = [hit(`${FAR} blue lamp ${FAR}`, FAR.length), hit(`${FAR} blue lamp ${FAR}`)]
    const found = (...hits: (typeof near)[]) => asTypedFirst(hits, typed('blue lamp') ?? /^$/)
    expect(found(far, near)[0]).toBe(near)
    expect(found(hit('another'), hit('a BLUE\n lamp'))[0]?.entry.text).toBe('a BLUE\n lamp')
    const atEnd = hit(`${FAR}${FAR} blue lamp`, 2 * FAR.length)
    expect(found(far, atEnd)[0]).toBe(atEnd)
  })

  it('count up to so many characters, never half of one', () => {
    const long = `${'ha '.repeat(26)}h😀 and what nobody wrote`
    expect(typed(long)?.test(`${'ha '.repeat(26)}hut`)).toBe(true)
    expect(typed(long)?.test('ha '.repeat(26))).toBe(false)
  })

  it('bring no question of the person to the front: often it is what was typed', () => {
    const [question, answer] = [hit('the blue lamp'), hit('a lamp that is blue')]
    const own = { ...question, hit: { ...question.hit, empty: true } }
    expect(asTypedFirst([answer, own], typed('blue lamp') ?? /^$/)).toEqual([answer, own])
    expect(asTypedFirst([answer, question], typed('blue lamp') ?? /^$/)).toEqual([question, answer])
  })

  it('are none of a single word or of phrases', () => {
    expect([typed('lamp'), typed('"blue lamp"')]).toEqual([null, null])
  })
})
