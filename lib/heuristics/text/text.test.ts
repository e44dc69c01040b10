import fc from 'fast-check'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { ownProse } from './own-prose'
import { proseOf, refersBack } from './prose'
import { MAX_SENTENCE, sentencesOf } from './sentences'
import { SEED } from './testing-words'
import { contentWords, languageOfText, stemOf, wordsOf } from './words'

const MAIL =
  'I, Luc Maes, live in Aalst and am 71.\nMy bank is KBC. I keep one month of the deposit for painting.'
it.each([
  ['a quotation', `Femke writes: "${MAIL}" What do I answer?`, 'Femke writes:   What do I answer?'],
  ['another quotation', `Er schreibt: „${MAIL}“`, 'Er schreibt:'],
  ['a mail', `My mail:\nFrom: Luc <luc@kbc.be>\nTo: Noor\nSubject: Lease\n\n${MAIL}`, 'My mail:'],
  [
    'a mail in another language',
    `Hij schrijft:\n**Van:** Luc\n**Onderwerp:** huur\n\n${MAIL}`,
    'Hij schrijft:',
  ],
  ['a forwarded mail', `See below\n---------- Forwarded message ---------\n${MAIL}`, 'See below'],
  ['quoted lines', `> I live in Aalst.\n>> I am 71.\nI live in Ghent.`, 'I live in Ghent.'],
  [
    'a letter',
    `He wrote this:\n\nDear tenants,\n${MAIL}\n\nKind regards,\nLuc\n\nI live in Ghent.`,
    'He wrote this:\n\n\nI live in Ghent.',
  ],
  ['a block', `So:\n\`\`\`\n${MAIL}\n\`\`\`\nI live in Ghent.`, 'So:\nI live in Ghent.'],
])('%s is not in the own words', (_, message, own) => {
  expect(ownProse(message)).toBe(own)
})

it.each([
  'My cat is called "Miso", and my dog is called "Max".',
  'from: Graz\nto: Vienna\nI want to be there at noon.',
  'Hi Mneme,\nI moved to Graz.\nKind regards\nNoor',
  'We read "The Old Man and the Sea" and my sister says "hi".',
])('“%s” is all the person’s own', (message) => {
  expect(ownProse(message)).toBe(message)
})

it('a hostile text takes linear time', () => {
  const lines = 'From: a\n> "x\nDear a,\n'.repeat(20_000)
  expect(ownProse(lines).length).toBeLessThan(lines.length)
})

test('code is no prose, closed or not', () => {
  expect(proseOf('I use this:\n```ts\nconst it = 1\n```\nMy cat is Miso.')).toBe(
    'I use this:\nMy cat is Miso.',
  )
  expect(proseOf('I use this:\n~~~\n```\nx\n~~~\nDone')).toBe('I use this:\nDone')
  expect(proseOf('My cat is Miso.\n```\nnever closed')).toBe('My cat is Miso.')
  expect(proseOf('Plain `code` in a line')).toBe('Plain `code` in a line')
})

test('a hostile text of fences takes linear time', () => {
  const lines = '```\n`` `\n'.repeat(20_000)
  expect(proseOf(lines).length).toBeLessThan(lines.length)
})

test('a pronoun refers back; a script without its own list may', () => {
  expect(refersBack('Her name is now Mochi.')).toBe(true)
  expect(refersBack('Ihr Name ist Mochi.')).toBe(true)
  expect(refersBack('她现在叫麻糬')).toBe(true)
  expect(refersBack('My cat is called Miso.')).toBe(false)
})

describe('sentences that are too long', () => {
  afterEach(() => vi.restoreAllMocks())

  it('does not segment what has no word', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    expect(sentencesOf('../'.repeat(2_000))).toEqual([])
    expect(segment).not.toHaveBeenCalled()
    expect(sentencesOf('I see. I go.')).toEqual(['I see.', 'I go.'])
    expect(segment).toHaveBeenCalledTimes(1)
  })
})

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
