import { describe, expect, it } from 'vitest'
import { findFacts } from './find-facts'

const found = (message: string, before: string[] = []) =>
  findFacts(message, before).map(({ subject, predicate, object }) => `${subject} ${predicate}: ${object}`)

describe('what goes on after an object', () => {
  it.each([
    ['I have a car for the weekend.', 'I have a car.'],
    ["I've got a chicken in the oven.", "I've got a chicken."],
    ['I have insomnia tonight.', 'I have insomnia.'],
    ['I take insulin for granted.', 'I take insulin.'],
    ['I run a company in a simulation.', 'I run a company in Leeds.'],
    ['I like films that make me cry.', 'I like films.'],
    ['I like cats more than dogs.', 'I like cats.'],
    ["I'm vegan on weekdays.", "I'm vegan."],
    ["I've been vegan for three days.", "I've been vegan for three years."],
    ['I have a brother in Oslo.', 'I have a brother.'],
    ['My uncle is a retired judge.', 'My uncle is retired.'],
    ['We moved to Premium.', 'We moved to Rome for work.'],
    ['I like green better.', 'I like green tea.'],
    ['I like Otto better than Max.', 'I like Otto Dix.'],
    ['I hate Mondays, I hate this chart.', 'I hate Mondays, I work on this chart.'],
    ['I love cats, I love everybody.', 'I love cats, I know everybody.'],
    ['My friend from Oslo is here.', 'Vegan here.'],
  ])('makes %j say something else than %j', (narrowed, plain) => {
    expect(found(narrowed)).toEqual([])
    expect(found(plain)).toHaveLength(1)
  })
})

describe('no fact is found in', () => {
  it.each([
    // comparisons, and what is at hand
    "I'm looking for sneakers with arch support, like the Brooks Ghost.",
    'I want to try new software, like Zotero.',
    'Love the necklace!',
    'I like the font.',
    'I love the autumn theme.',
    'I like the soft lighting.',
    'I love helping him.',
    'I love waiting on hold.',
    "I don't drink the Kool-Aid.",
    // said after an infinitive
    'I want to move out, live in Berlin and work as a chef.',
    'My sister wants to quit and live in Rome.',
    // what could be, and what follows it
    'Suppose I am 30. I live in Spain.',
    'Let x be my age. I am 30.',
    'According to the form, I live in Bremen.',
    "It's not true that I live in Rome.",
    'I work at Zeta in this scenario.',
    // words to work on, and roles
    'Translate to German. My sister lives in Bern.',
    'I am a teacher and I am tired. Shorten it.',
    'Act like a strict librarian. My name is Finn.',
    'You play the doctor. I have asthma.',
    // of no one person
    'My kids are sick, all three.',
    "We're called The Rusty Nails.",
    'My brother has a friend called Leo.',
    // not for good
    'My dog has stopped eating hay.',
    'My wife died in the second act.',
  ])('%j', (message) => {
    expect(found(message)).toEqual([])
  })

  it('but in a statement next to it', () => {
    expect(found('I sing, work as a nurse and live in Leeds.')).toEqual([])
    expect(found("I'm 40, live in Leeds and work as a nurse.")).toEqual([
      'user age: 40',
      'user lives in: Leeds',
      'user works as: nurse',
    ])
    expect(found('My mother-in-law is staying. She loves cake.')).toEqual(['mother-in-law likes: cake'])
    expect(found("I'm a nurse and stickers no longer work.")).toEqual(['user works as: nurse'])
    expect(found("I work at McDonald's in Leeds.")).toEqual(["user works at: McDonald's"])
  })
})

it('takes no one from earlier messages for somebody named by an age', () => {
  const before = ['My colleague lives in Oslo.']
  expect(found('His name is Kyle.', before)).toEqual(['colleague name: Kyle'])
  expect(found('Our one-year-old is so cute, his name is Kyle!', before)).toEqual([])
})

describe('a colon', () => {
  it.each([
    ["I've moved: I live in Bristol now, not Leeds.", 'user lives in: Bristol'],
    ['We moved: we live in Bath now, not York.', 'user lives in: Bath'],
    ["I've changed jobs: I work at Zeta now, not Acme.", 'user works at: Zeta'],
  ])('after a statement of the person is no label: %j', (message, fact) => {
    expect(found(message)).toContain(fact)
  })

  it('after another word is one', () => {
    expect(found('Example: I live in Bristol.')).toEqual([])
    expect(found('Role: I work at Zeta.')).toEqual([])
  })
})
