import { describe, expect, it } from 'vitest'
import { findFacts } from './find-facts'

const found = (message: string, before: string[] = []) =>
  findFacts(message, before).map(({ subject, predicate, object }) => [subject, predicate, object].join(' | '))

describe('findFacts', () => {
  it.each([
    ['My cat is called Miso', ['cat | name | Miso']],
    ['I live in Halifax, Nova Scotia, not the other one.', ['user | lives in | Halifax, Nova Scotia']],
    ['My sister Anna works for the council.', ['sister | name | Anna', 'sister | works at | council']],
    ['I love early Bowie and long walks', ['user | likes | early Bowie', 'user | likes | long walks']],
    ['Our kids are called Ada and Ben.', ['kid | name | Ada', 'kid | name | Ben']],
    ["I'm vegan, what could I cook?", ['user | diet | vegan']],
    [
      "I'm a 34-year-old nurse from Hull.",
      ['user | age | 34', 'user | from | Hull', 'user | works as | nurse'],
    ],
  ])('reads what %j states', (message, facts) => {
    expect(found(message)).toEqual(facts)
  })

  it.each([
    'Is my cat called Miso?',
    'If my cat were called Miso, would you remember it?',
    "I'm going to move to Rome",
    'I used to live in Oslo.',
    'He said: my dog is called Rex.',
    '"I live in a castle," she told us.',
    "I'm so happy right now!",
    'In my story, my brother is called Aldous.',
    'Translate into French: my name is Peter.',
    'maybe my cat is called Miso',
    "My cat isn't called Miso.",
    'Your name is Mneme.',
  ])('finds nothing in %j', (message) => {
    expect(found(message)).toEqual([])
  })

  it('quotes the sentence as written', () => {
    const message = "Hello!  I'm  a nurse. My dog's a beagle, he's 9."
    expect([...new Set(findFacts(message, []).map(({ quote }) => quote))]).toEqual([
      "I'm  a nurse.",
      "My dog's a beagle, he's 9.",
    ])
  })

  it('resolves a pronoun to the latest person, animal or thing that fits', () => {
    expect(found('Her name is now Mochi', ['my cat has a cold', 'It rains'])).toEqual(['cat | name | Mochi'])
    expect(found('He lives in Bonn', ['my sister called', 'my brother called', 'my aunt left'])).toEqual([
      'brother | lives in | Bonn',
    ])
    expect(found('We have a dog. He is called Rex.')).toEqual(['user | owns | dog', 'dog | name | Rex'])
  })

  it('finds nothing where a pronoun could mean no one of the person, or somebody else', () => {
    expect(found('Her name is Mochi')).toEqual([])
    expect(found('She lives in Bonn', ['my sister met a woman'])).toEqual([])
  })

  it('says what is no longer so', () => {
    expect(findFacts('I no longer like coffee. I still like tea.', [])).toMatchObject([
      { predicate: 'likes', object: 'not coffee', ends: true },
      { predicate: 'likes', object: 'tea' },
    ])
    expect(findFacts('I still like tea.', [])[0]).not.toHaveProperty('ends')
  })

  it('finds nothing in a sentence with a secret, and the rest in the others', () => {
    expect(found('My cat is called Miso and my password is Miso-1999. I live in Leeds.')).toEqual([
      'user | lives in | Leeds',
    ])
  })

  it.each([
    'my cat is ',
    'her name is ',
    'my ',
    'I am a nurse, ',
    'A. ',
    '\n',
    'i like a and ',
    '"',
    'Anna is my ',
  ])('reads only the edges of 100,000 characters of %j', (piece) => {
    const message = (middle: string) =>
      `${piece.repeat(20_000)}${middle.repeat(20_000)}${piece.repeat(20_000)}`
    expect(found(message('x '))).toEqual(found(message('I live in Leeds. ')))
  })

  it('takes about twice as long for twice the text', () => {
    const time = (pieces: number) => {
      const message = 'my cat is called Miso and he is, '.repeat(pieces)
      const runs = Array.from({ length: 5 }, () => {
        const started = process.cpuUsage()
        findFacts(message, [])
        return process.cpuUsage(started).user / 1_000
      })
      return Math.min(...runs)
    }
    time(100)
    expect(time(200) / Math.max(5, time(100))).toBeLessThan(8)
  })
})
