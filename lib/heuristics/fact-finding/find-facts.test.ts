import { describe, expect, it } from 'vitest'
import { cpuMs } from '@/lib/shared/testing-cpu'
import { subjectsOf } from './entities'
import { findFacts, findFactsSlowly, readFacts } from './find-facts'
import { statements } from './gates'
import { clausesOf } from './verbs'

const found = (message: string, before: string[] = []) =>
  findFacts(message, before).map(({ subject, predicate, object }) => [subject, predicate, object].join(' | '))

describe('findFacts', () => {
  it.each([
    ['My cat is called Miso', ['cat | name | Miso']],
    ['Mr Oduya retired, my new boss is Ms Lindqvist.', ['boss | name | Ms Lindqvist']],
    ['I live in Halifax, Nova Scotia, not the other one.', ['user | lives in | Halifax, Nova Scotia']],
    ['My sister Anna works for the council.', ['sister | name | Anna', 'sister | works at | council']],
    ['I love early Bowie and long walks', ['user | likes | early Bowie', 'user | likes | long walks']],
    ['Our kids are called Ada and Ben.', ['kid | name | Ada', 'kid | name | Ben']],
    ["I'm vegan, what could I cook?", ['user | diet | vegan']],
    ["I've worked at Zeta for five years.", ['user | works at | Zeta']],
    [
      'My wife teaches physics at Hill School.',
      ['wife | works at | Hill School', 'wife | teaches | physics'],
    ],
    ['Me and my girlfriend live in downtown Toronto.', ['user | lives in | downtown Toronto']],
    [
      'My husband (Tom) loves both tea and cake.',
      ['husband | name | Tom', 'husband | likes | tea', 'husband | likes | cake'],
    ],
    ["My sister Ruth's birthday is on 3 May.", ['sister | name | Ruth', 'sister | birthday | 3 May']],
    ['Sister Ruth teaches at the convent.', []],
    ['We have two kids: Lily and Max.', ['kid | name | Lily', 'kid | name | Max', 'user | has | two kids']],
    ['I have a brother called Finn.', ['brother | name | Finn', 'user | has | brother']],
    ['Hi, Nina here.', ['user | name | Nina']],
    ['I stopped drinking coffee in March.', ['user | drinks | not coffee']],
    ['I changed my name to Robin.', ['user | name | Robin']],
    ['I wrote that wrong: my birthday is on 5 May.', ['user | birthday | 5 May']],
  ])('reads what %j states', (message, facts) => {
    expect(found(message)).toEqual(facts)
  })

  it('resolves a pronoun past what somebody works as', () => {
    const before = ['My cat is called Miso. I live in Galway and I work as a nurse.']
    expect(found('Her name is now Mochi.', before)).toEqual(['cat | name | Mochi'])
    expect(found('Her name is Ines.', ['My sister is a nurse.'])).toEqual(['sister | name | Ines'])
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
    'I joined the call.',
    'I work at getting better.',
    'I know Paris well.',
    'A six year old boy took my bike.',
    "I can't stand up.",
    'I own the issue.',
    'We moved to TypeScript.',
    'We have moved to Rust.',
    'My code lives in GitHub.',
    "I'm Tired",
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

  it.each(['and I ', 'my cat is called Miso and he is, ', 'Miso, my cat, ', 'i like a and '])(
    'does not take the square of the length of a text of %j',
    { tags: 'full' },
    (piece) => {
      const time = (pieces: number) => {
        const message = piece.repeat(pieces)
        return Math.min(...Array.from({ length: 5 }, () => cpuMs(() => findFacts(message, []))))
      }
      time(75)
      expect(time(300) / Math.max(5, time(75))).toBeLessThan(8)
    },
  )

  it('reads a limited number of clauses, sentences and earlier people', () => {
    expect(clausesOf('and I '.repeat(100)).length).toBeLessThan(20)
    expect([...statements('I am. '.repeat(1_000))].length).toBeLessThan(200)
    const cats = 'My aunt is called Ada. '.repeat(40)
    expect(found(`${cats} He lives in Bonn.`, ['my brother called'])).not.toContain(
      'brother | lives in | Bonn',
    )
  })

  it('finds nothing in a word longer than any name', () => {
    expect(found(`My cat is called ${'Mi'.repeat(60)}.`)).toEqual([])
    expect(found(`I live in Leeds, see https://example.com/${'a'.repeat(90)}.`)).toEqual([
      'user | lives in | Leeds',
    ])
  })
})

describe('a pronoun at the start of a conversation', () => {
  const read = (message: string, known: string[], before: string[] = []) =>
    findFacts(
      message,
      before,
      undefined,
      known.map((subject) => ({ subject, predicate: 'name', object: '' })),
    ).map(({ subject, object }) => `${subject} ${object}`)

  it('means the only known subject that fits it', () => {
    expect(read('Her name is now Mochi.', ['user', 'cat'])).toEqual(['cat Mochi'])
    expect(read('He moved to Bonn last month.', ['brother', 'sister', 'phone'])).toEqual(['brother Bonn'])
    expect(read('By the way, its name is now Kiwi.', ['boat', 'sister'])).toEqual(['boat Kiwi'])
  })

  it.each([
    ['nobody fits', 'Her name is now Mochi.', ['brother', 'phone', 'gym membership'], []],
    ['several fit', 'Her name is now Mochi.', ['cat', 'sister'], []],
    ['one of two cats is meant', 'Her name is now Mochi.', ['cat', 'cat'], []],
    ['a word before may be meant', 'I saw a film and it is called Dune.', ['boat'], []],
    ['a message before may be meant', 'It is called Dune.', ['boat'], ['I read a book.']],
  ])('means nothing known if %s', (_, message, known, before) =>
    expect(read(message, known, before)).toEqual([]),
  )

  it.each([
    ['I sold the Skoda and bought a red Kia Niro.', 'user: drives = red Kia Niro'],
    ['Forget that my car is a blue Skoda. I sold it and bought a red Kia Niro.', 'car: is = red Kia Niro'],
    ['I sold the piano and bought a red Kia Niro.', ''],
  ])('puts a new vehicle in the place of the one that was sold: %j', (message, fact) => {
    const predicate = fact.startsWith('car') ? 'is' : 'drives'
    const known = [{ subject: fact.split(':')[0] || 'user', predicate, object: 'blue Skoda' }]
    const found = findFacts(message, [], undefined, known).filter((one) => one.predicate === predicate)
    expect(found.map((one) => `${one.subject}: ${one.predicate} = ${one.object}`)).toEqual(fact ? [fact] : [])
  })

  it('counts a subject once for each of its names', () => {
    const facts = ['Tofu', 'Bean'].map((object) => ({ subject: 'cat', predicate: 'name', object }))
    expect(subjectsOf([...facts, { subject: 'cat', predicate: 'age', object: '3' }])).toEqual(['cat', 'cat'])
  })
})

describe('reading in steps', () => {
  it('gives what reading at once gives', async () => {
    for (const text of ['My cat is called Ada and I live in Bonn. I like tea.', 'ok, '.repeat(500), ''])
      expect(await findFactsSlowly(text, ['My brother is Tom.'])).toEqual(
        findFacts(text, ['My brother is Tom.']),
      )
  })

  it('may pause between any two sentences and any two rules', () => {
    const stepsOf = (text: string) => {
      const steps = readFacts(text, [])
      let count = 0
      while (!steps.next().done) count += 1
      return count
    }
    expect(stepsOf('My cat is called Ada.')).toBeGreaterThanOrEqual(4)
    expect(stepsOf('ok, '.repeat(2_000))).toBeGreaterThanOrEqual(4 * 20)
  })
})
