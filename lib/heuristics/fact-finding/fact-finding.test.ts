import { describe, expect, it } from 'vitest'
import { tripleIn } from '@/lib/shared/memory/facts'
import { factAnswer } from './asked'
import { findFacts } from './find-facts'

const KNOWN = [
  'user: works as = teacher',
  'user: works at = Bosch',
  'user: lives in = Porto',
  'user: owns = not goldfish',
  'user: eats = not pork',
  'user: speaks = Dutch',
  'user: speaks = French',
  'user: studies = law',
  'user: married to = Sofia',
  'user: favourite colour = orange',
  'user: plays = chess',
  'user: plays = flute',
  'cat: name = Mochi',
  'dog: name = Tofu',
  'sister: lives in = Bergen',
  "sister's cat: name = Pixel",
  'phone: is = Fairphone 5',
  'car: is = blue',
  'boss: name = Petra',
  'doctor: name = Patel',
  'gp: name = Young',
  'rabbit: name = Thumper',
  'rabbit: is = dead',
  'user: has = brother',
  'lesson: is = on Tuesdays',
  'uncle: allergic to = peanuts',
  'uncle: plays = cello',
  'kid: name = Lea',
  'user: takes = insulin',
  'user: dislikes = coriander',
  'user: likes = jazz',
  'user: allergic to = hazelnuts',
  'user: birthday = 4 May',
].flatMap((line) => tripleIn(line) ?? [])
const answer = (question: string) => {
  const found = factAnswer(question, KNOWN)
  return found && [found.is, ...found.facts.map(({ object }) => object)]
}

describe('what known facts answer', () => {
  it.each([
    ['What is my job?', 'teacher'],
    ['Where is my job?', 'Bosch'],
    ['What allergies do I have?', 'hazelnuts'],
    ['Do I have any allergies?', 'hazelnuts'],
    ['What are my allergies?', 'hazelnuts'],
    ['Where is my home?', 'Porto'],
    ['When do I celebrate my birthday?', '4 May'],
    ['What are my hobbies?', 'chess', 'flute', 'jazz'],
    ['What sports do I do?', 'chess', 'flute'],
    ['Which medicine do I take?', 'insulin'],
    ["What is my daughter's name?", 'Lea'],
    ['What do I do for a living?', 'teacher'],
    ['Remind me what my profession is', 'teacher'],
    ['Who do I work for?', 'Bosch'],
    ['Where do I live now?', 'Porto'],
    ['Do you know where I live?', 'Porto'],
    ['Which city do I live in?', 'Porto'],
    ['Where does my sister live?', 'Bergen'],
    ['What languages do I speak?', 'Dutch', 'French'],
    ['What am I studying?', 'law'],
    ['Who is my wife?', 'Sofia'],
    ["What's my favourite colour?", 'orange'],
    ['Which colour is my favourite?', 'orange'],
    ['Which instrument do I play?', 'flute'],
    ["What's the name of my cat?", 'Mochi'],
    ['Do you remember what my cat is called?', 'Mochi'],
    ["What is my sister's cat called?", 'Pixel'],
    ['What phone do I have?', 'Fairphone 5'],
    ['What colour is my car?', 'blue'],
    ['Who is my boss?', 'Petra'],
    ['What pets do I have?', 'Mochi', 'Tofu', 'Thumper', 'dead'],
    ['How many pets do I have?', 'Mochi', 'Tofu', 'dead'],
    ['How many rabbits do I have?', 'dead'],
  ])('“%s”', (question, ...values) => expect(answer(question)).toEqual([null, ...values]))

  it.each(['What do you know about me?', 'Thanks! Summarise what you know about me.'])('“%s”', (question) => {
    const found = factAnswer(question, KNOWN)
    expect([found?.list, found?.facts.length]).toEqual([true, KNOWN.length - 2])
  })

  it.each([
    ['Am I a teacher?', true, 'teacher'],
    ['Am I a nurse?', false, 'teacher'],
    ['Do I still live in Lisbon?', false, 'Porto'],
    ['Does my sister live in Bergen?', true, 'Bergen'],
    ['Is my cat called Miso?', false, 'Mochi'],
    ["Is my dog's name Tofu?", true, 'Tofu'],
    ['Is Petra my boss?', true, 'Petra'],
    ['Do I have a cat?', true, 'Mochi'],
    ['Do I have any pets?', true, 'Mochi', 'Tofu'],
    ['Do I have a goldfish?', false, 'not goldfish'],
    ['Do I eat pork?', false, 'not pork'],
    ['Do I like coriander?', false, 'coriander'],
    ['Do I hate coriander?', true, 'coriander'],
    ['Do I dislike jazz?', false, 'jazz'],
    ['Am I married?', true, 'Sofia'],
    ['Is my car red?', false, 'blue'],
    ['Do I speak French?', true, 'French'],
    ['Is Thumper alive?', false, 'dead'],
    ['Is my rabbit dead?', true, 'dead'],
    ['Do I have a rabbit?', false, 'dead'],
    ['Do I have a brother?', true, 'brother'],
    ['Is my GP called Patel?', false, 'Young'],
    ['Is my lesson on Mondays?', false, 'on Tuesdays'],
  ])('“%s” is %j', (question, is, ...values) => expect(answer(`${question}`)).toEqual([is, ...values]))

  it.each([
    'What is my hamster called?',
    'Is anyone in my family allergic to shellfish?',
    'Who of my friends is allergic to peanuts?',
    "What is my brother's cat called?",
    'How old is my cat?',
    'Do I have a hamster?',
    'Do I speak Greek?',
    'Do I eat fish?',
    'Do I play chess on Fridays?',
    'Is my cat alive?',
    'Where was I born?',
    'What does the ferry cost?',
    'Why do I live in Porto?',
    'When did I move to Porto?',
  ])('not “%s”', (question) => expect(answer(question)).toBeNull())
})

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

describe('narrowing', () => {
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
})
