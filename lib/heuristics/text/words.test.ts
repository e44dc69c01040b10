import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_SENTENCE, sentencesOf } from './sentences'
import { SEED } from './testing-words'
import { contentWords, languageOfText, stemOf, wordsOf } from './words'

const lower = (text: string) => contentWords(text).map((word) => word.lower)

describe('words', () => {
  it('gives every word with its place in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        for (const word of wordsOf(text))
          expect(text.slice(word.at, word.at + word.text.length)).toBe(word.text)
      }),
      { seed: SEED, numRuns: 300 },
    )
  })

  it('keeps file names whole and takes clitics off', () => {
    expect(lower("What's in notes.txt and my_file.ts?")).toEqual(['notes.txt', 'my_file.ts'])
    expect(lower("Where is Ana's horse?")).toEqual(['ana', 'horse'])
    expect(lower('Où est l’horloge ?')).toEqual(['horloge'])
  })

  it('leaves out the stop words of the language of the text, and none in a language without a list', () => {
    expect(lower('Where did the old man die?')).toEqual(['old', 'man', 'die'])
    expect(lower('Wo wohnt die Katze?')).toEqual(['wohnt', 'katze'])
    expect(lower('¿Dónde vive mi hermana?')).toEqual(['vive', 'hermana'])
    expect(languageOfText('Missä kissani asuu?')).toBeNull()
    expect(lower('我的猫叫小米').join('')).toBe('猫叫小米')
  })

  it('finds what forms of a word have in common', () => {
    expect(stemOf('painted', 'en')).toBe(stemOf('painting', 'en'))
    expect(stemOf('met', 'en')).toBe(stemOf('meeting', 'en'))
    expect(stemOf('katzen', 'de')).toBe(stemOf('katze', 'de'))
    expect(stemOf('mochi', null)).toBe('mochi')
  })
})

describe('sentences', () => {
  it('are verbatim pieces of the text, in order, and hold all of its words', () => {
    fc.assert(
      fc.property(
        fc.lorem({ mode: 'sentences', maxCount: 12 }),
        fc.constantFrom('\n', ' ', '\n\n- '),
        (text, gap) => {
          const source = `${text}${gap}${text}`
          const sentences = sentencesOf(source)
          let from = 0
          for (const sentence of sentences) {
            const at = source.indexOf(sentence, from)
            expect(at).toBeGreaterThanOrEqual(from)
            from = at + sentence.length
          }
          expect(sentences.flatMap(wordsOf).map((word) => word.text)).toEqual(
            wordsOf(source).map((word) => word.text),
          )
        },
      ),
      { seed: SEED, numRuns: 100 },
    )
  })

  it('do not end at initials, titles and abbreviations', () => {
    expect(sentencesOf('Dr. Smith met J. R. Hill in the U.S. embassy. It was fun.')).toEqual([
      'Dr. Smith met J. R. Hill in the U.S. embassy.',
      'It was fun.',
    ])
  })

  it('do not end at German ordinals and at abbreviations in two parts', () => {
    const wholes = [
      'Am 3. Mai fahren wir nach Graz.',
      'Vom 3. bis 5. Juni sind wir weg.',
      'Sie wohnt im 3. Stock.',
      'Der 2. Weltkrieg endete 1945.',
      'Am Mo. den 3. 5. kommt Anna.',
      'Das ist z. B. Graz.',
      'Das gilt u. a. Kindern, d. h. Allen.',
      'Die Fa. Weber sitzt in der St. Anna Straße, Nr. 7.',
      'We live at No. 5 Elm Street.',
      'Some fruit, e.g. Apples, is red.',
    ]
    for (const whole of wholes)
      expect(sentencesOf(`${whole} Es ist schön.`)).toEqual([whole, 'Es ist schön.'])
  })

  it('end at a number that counts nothing, and at a plain no', () => {
    for (const [first, second] of [
      ['I have 3.', 'You have 4.'],
      ['Mein Geburtstag ist der 3.', 'Und deiner?'],
      ['I was born in 1950.', 'My mother too.'],
      ['No.', 'I like tea.'],
    ])
      expect(sentencesOf(`${first} ${second}`)).toEqual([first, second])
  })

  it('do not end inside quotation marks', () => {
    expect(sentencesOf('He wrote "One. Two. Three." to us. Then “a. b” came.')).toEqual([
      'He wrote "One. Two. Three." to us.',
      'Then “a. b” came.',
    ])
    expect(sentencesOf('A 5" nail. It\nis long.')).toEqual(['A 5" nail. It', 'is long.'])
  })

  it('are short enough to quote, whatever the text', () => {
    for (const text of ['a'.repeat(3_000), '猫'.repeat(3_000), 'word '.repeat(900)])
      for (const sentence of sentencesOf(text)) expect(sentence.length).toBeLessThanOrEqual(MAX_SENTENCE)
  })
})
