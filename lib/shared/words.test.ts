import { describe, expect, it } from 'vitest'
import { fold, words } from './words'

const texts = (text: string) => words(text).map((word) => word.text)

describe('words', () => {
  it('finds words in any script and leaves out everything else', () => {
    expect(texts('Don’t stop: 3.14, 1,200 & snake_case-name! room 4B')).toEqual([
      'Don’t',
      'stop',
      '3.14',
      '1,200',
      'snake',
      'case',
      'name',
      'room',
      '4B',
    ])
    expect(texts('Привет, мир')).toEqual(['Привет', 'мир'])
    expect(texts('नमस्ते दुनिया')).toEqual(['नमस्ते', 'दुनिया'])
    expect(texts('我住在柏林').length).toBeGreaterThan(1)
    expect(texts('')).toEqual([])
  })

  it('gives offsets into the text as written', () => {
    for (const text of ['a “Straße” nach  Köln', '我住在柏林 since 2019'])
      for (const word of words(text)) expect(text.slice(word.start, word.end)).toBe(word.text)
  })
})

describe('fold', () => {
  it('joins forms that people mean as one word', () => {
    expect(['Café', 'ＡＢＣ', 'Ana’s', '1,200', 'İ'].map(fold)).toEqual(['cafe', 'abc', 'ana', '1200', 'i'])
    expect(['heißt', 'Söhne', 'Smørrebrød', 'cœur', 'Łódź'].map(fold)).toEqual([
      'heisst',
      'sohne',
      'smorrebrod',
      'coeur',
      'lodz',
    ])
    expect(fold('أَيْنَ')).toBe(fold('اين'))
  })
  it('keeps vowel signs of other scripts', () => expect(fold('दुनिया')).toBe('दुनिया'))
})
