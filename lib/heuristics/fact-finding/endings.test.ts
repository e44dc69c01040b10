import { describe, expect, it } from 'vitest'
import { findFacts } from './find-facts'

const found = (message: string) =>
  findFacts(message, []).map(({ subject, predicate, object, ends }) =>
    [subject, predicate, object, ...(ends ? ['ends'] : [])].join(' | '),
  )

describe('what ends a fact without "no longer"', () => {
  it.each([
    ['I quit my job.', ['user | works at | not any more | ends', 'user | works as | not any more | ends']],
    ['I got laid off', ['user | works at | not any more | ends', 'user | works as | not any more | ends']],
    [
      'My wife lost her job at Zeta last week.',
      ['wife | works at | not Zeta | ends', 'wife | works as | not any more | ends'],
    ],
    ['we sold the car', ['user | owns | not car | ends']],
    ['We gave our rabbit away.', ['user | owns | not rabbit | ends']],
    ['We had to put our cat down.', ['user | owns | not cat | ends']],
    ['my dog died', ['dog | is | dead', 'user | owns | not dog | ends']],
    ['My dog died two years ago.', ['dog | is | dead']],
    ['My grandmother passed away in May.', ['grandmother | is | dead']],
    ['I broke up with my girlfriend.', ['user | has | not girlfriend | ends']],
    ['We got divorced.', ['user | married to | not any more | ends']],
    ['I no longer have a cat.', ['user | owns | not cat | ends']],
  ])('%j', (message, facts) => {
    expect(found(message)).toEqual(facts)
  })

  it.each([
    'My boss died laughing.',
    'My phone died.',
    'I got fired up about it.',
    'I want to quit my job.',
    'Should I quit my job?',
    'I left my job interview early.',
    'We sold the idea to the board.',
    'If we sold the car, we could move.',
    "I wish I hadn't sold the boat.",
  ])('is not said by %j', (message) => {
    expect(found(message)).toEqual([])
  })

  it('is also a plain denial, but only of what is known', () => {
    const known = [
      { subject: 'user', predicate: 'allergic to', object: 'penicillin' },
      { subject: 'user', predicate: 'lives in', object: 'Leeds' },
      { subject: 'user', predicate: 'speaks', object: 'French' },
    ]
    const read = (message: string, of = known) =>
      findFacts(message, [], undefined, of).map(({ predicate, object, ends }) => [predicate, object, ends])
    const gone = [['allergic to', 'not penicillin', true]]
    expect(read('No, I am not allergic to penicillin after all; the test was negative.')).toEqual(gone)
    expect(read("I'm not allergic to penicillin.")).toEqual(gone)
    expect(read("We don't live in Leeds.")).toEqual([['lives in', 'not Leeds', true]])
    for (const other of [
      "I'm not allergic to nuts.",
      'I do not only speak French.',
      'Am I not allergic to penicillin?',
    ])
      expect(read(other)).toEqual([])
    expect(read("I'm not allergic to penicillin.", [])).toEqual([])
  })

  it('is said of one clause, not of the next', () => {
    expect(found("My dad is 78 and can't drive any more.")).toEqual(['dad | age | 78'])
  })
})
