import { describe, expect, it } from 'vitest'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { generate, optionsOf, section, task } from '@/lib/model/offline/testing'

const model = new OfflineModel({ delayMs: 0 })
type Item = [Record<string, string>, string]
const user = (turn: number, text: string): Item => [
  { turn: String(turn), who: 'user', date: `2026-05-0${turn}` },
  text,
]
const ask = async (question: string, window: Item[], facts: Item[] = []) =>
  (
    await generate(
      model,
      optionsOf([section('facts', ...facts), section('window', ...window), task(question)]),
    )
  ).text

describe('answers of the built-in engine', () => {
  it('do not quote wishes and conditions next to what is so', async () => {
    const said = [
      user(1, 'I live in Leeds.'),
      user(2, 'I wish I lived in Paris.'),
      user(3, 'If I lived in Rome, I would eat pasta every day.'),
      user(4, 'I would love to live in Oslo.'),
      user(5, 'I used to live in Bonn.'),
    ]
    expect(await ask('Where do I live?', said)).toBe('You told me: “I live in Leeds.” [turn 1]')
    expect(await ask('Where would I love to live?', said)).toContain('Oslo')
  })

  it.each([
    ["I'd love to live in Rome.", "I'd love to live in Rome."],
    ['I would like to live in Rome. It is so warm there.', 'I would like to live in Rome.'],
    ['One day I will live in Rome.', 'One day I will live in Rome.'],
  ])('do not give %j as where someone lives', async (said, quote) => {
    expect(await ask('Where do I live?', [user(1, said)])).toBe(
      `The closest match is:\n\nYou told me: “${quote}” [turn 1]`,
    )
  })

  it.each(['What do I own?', 'What do I have?'])('list what the person owns: %j', async (question) => {
    const [both, car] = ['I have a dog and a narrowboat.', 'We bought a red car.']
    const facts = [
      ...['dog', 'narrowboat'].map((thing) => user(1, `user: owns = ${thing}\n${both}`)),
      user(2, `user: owns = red car\n${car}`),
    ]
    const said = [user(1, both), user(2, car), user(3, 'I love jazz.')]
    expect(await ask(question, said, facts)).toBe(
      `Here is what I found:\n\n- You told me: “${car}” [turn 2]\n- You told me: “${both}” [turn 1]`,
    )
  })

  it.each(['/help', 'help me'])('list what the engine can do: %j', async (message) => {
    expect(await ask(message, [])).toMatch(/^I am the built-in engine.*\/reflect.*\/fast.*Settings\.$/)
  })

  it('never give a recalled sentence that a fact has replaced as current', async () => {
    const said = [user(1, 'We moved into a house in Lisbon with a garden.')]
    const facts = [user(2, 'user: lives in = Porto (before: Lisbon)\nI moved to Porto.')]
    const answer = await ask('Which garden did we move into with our house?', said, facts)
    expect(answer).toMatch(/^You told me: “I moved to Porto.” \[turn 2\]\n\nEarlier \(May 1, 2026\)/)
  })

  it('name both of two cats', async () => {
    const both = 'I have two cats, Miso and Mochi.'
    const facts = ['Miso', 'Mochi'].map((name) => user(1, `cat: name = ${name}\n${both}`))
    expect(await ask('What are my cats called?', [], facts)).toBe(
      'This is what I know:\n\n- Your cat is called Miso. [turn 1]\n- Your cat is called Mochi. [turn 1]',
    )
    const apart = [user(1, 'My cat is called Miso.'), user(2, 'My other cat is called Mochi.')]
    expect(await ask('What are my cats called?', apart)).toBe(
      'Here is what I found:\n\n- You told me: “My other cat is called Mochi.” [turn 2]\n- You told me: “My cat is called Miso.” [turn 1]',
    )
  })

  const family = [
    user(1, 'wife: name = Lena\nMy wife is called Lena.'),
    user(2, 'mother: lives in = Cork\nMy mother lives in Cork.'),
    user(3, 'dog: name = Rex\nMy dog is called Rex.'),
    user(4, 'user: lives in = York (before: Leeds)\nI moved to York.'),
    user(5, 'boss: name = Derek\nMy boss is called Derek.'),
    user(6, 'user: birthday = 9 July 1986\nMy birthday is 9 July 1986.'),
  ]
  const [lena, mother, rex] = [
    'Your wife is called Lena. [turn 1]',
    'Your mother lives in Cork. [turn 2]',
    'Your dog is called Rex. [turn 3]',
  ]
  const list = (lead: string, ...lines: string[]) =>
    [lead, '', ...lines.map((line) => `- ${line}`)].join('\n')

  it.each([
    ['Who are the members of my family?', list('This is what I know:', lena, mother)],
    ['What do you know about my wife?', list('This is what I know:', lena)],
    ['How many pets do I have?', list('I know of 1:', rex)],
    ['Am I married?', 'Yes. You told me: “My wife is called Lena.” [turn 1]'],
    ['Where does my mum live?', 'You told me: “My mother lives in Cork.” [turn 2]'],
    ['Does Lena live in Rome?', 'I found nothing about “Rome”. The closest match is:'],
    ['whos my manager', 'You told me: “My boss is called Derek.” [turn 5]'],
    ['Where did I live before York?', 'Before, it was “Leeds”.\n\nYou told me: “I moved to York.” [turn 4]'],
    [
      'How old am I?',
      'Going by your birthday, that makes 39.\n\nYou told me: “My birthday is 9 July 1986.” [turn 6]',
    ],
    ['What day is it today?', 'Today is May 9, 2026.'],
  ])('answer %j from the facts', async (question, answer) => {
    const asked = task(question)
    for (const item of asked.items) item.attributes.today = '2026-05-09'
    const { text } = await generate(model, optionsOf([section('facts', ...family), section('window'), asked]))
    expect(text.slice(0, answer.length)).toBe(answer)
  })

  it.each(['Forget my dog.', 'Please delete everything you know about my dog.', 'Stop remembering my dog'])(
    'say what is known of what cannot be forgotten here, and where it can: %j',
    async (request) => {
      const answer = await ask(request, [], family)
      expect(answer).toMatch(/^I cannot forget anything from the chat\..*Facts page/)
      expect(answer).toContain(list('This is what I know about it:', rex))
      expect(answer).not.toContain('Noted')
    },
  )

  it('never quote a request to forget, and note what else was said with it', async () => {
    const said = 'Forget that my car is blue. I bought a red one.'
    expect(await ask(said, [])).toMatch(/^I cannot forget.*\n\nNoted: “I bought a red one\.”$/)
    expect(await ask('What colour is my car?', [user(1, said)])).not.toContain('Forget')
    expect(await ask('Forget that Anita is the treasurer.', [])).not.toContain('Noted')
    expect(await ask('Forget about it.', [])).not.toContain('cannot forget')
    expect(await ask('Forget the rent', [])).toContain('cannot forget')
  })

  it('take what is said after a request to forget as a change', async () => {
    const said = 'Forget what I said about Lisbon, we’re going to Porto.'
    const before = [user(1, 'We’re going to Lisbon.')]
    expect(await ask(said, before)).toMatch(/^I cannot forget.*Noted: “we’re going to Porto\.”/s)
    const answer = await ask('Are we going to Lisbon or to Porto?', [...before, user(2, said)])
    expect(answer).toContain('we’re going to Porto')
    expect(answer).not.toContain('Forget')
  })

  it('complete a bare question with the one before, and do not give what shares only a verb', async () => {
    const trip = user(1, 'We are going to Slovenia on 2 August.')
    expect(await ask('When?', [trip, user(2, 'Are we going to Slovenia?')])).toContain('2 August')
    expect(await ask('When?', [trip])).toContain('no words I can search for')
    const noise = [user(1, 'The neighbours went through the shed.')]
    expect(await ask('Where are we going on holiday?', noise)).not.toContain('shed')
  })

  it('do not take the name of another for the name of the person', async () => {
    const said = [user(1, 'My cat is called Miso.')]
    const facts = [user(1, 'cat: name = Miso\nMy cat is called Miso.')]
    for (const question of ['What is my name?', 'Who am I?'])
      expect(await ask(question, said, facts)).toMatch(
        /^I (?:am the built-in engine.*found nothing|found no)/,
      )
  })

  it.each([
    ['What is the alarm code?', /^You told me: “No, it's 9027\.” \[turn 2\]\n\nEarlier .*9026/],
    ['Is my alarm code 9026?', /^No\. You told me: “No, it's 9027\.” \[turn 2\]/],
    ['Is my alarm code 9027?', /^Yes\. You told me: “No, it's 9027\.” \[turn 2\]/],
  ])('take the newest value of a code that was corrected: %j', async (question, answer) => {
    const said = [user(1, 'My alarm code is now 9026.'), user(2, "No, it's 9027.")]
    expect(await ask(question, said)).toMatch(answer)
  })

  it('take no correction of another message for one of this', async () => {
    const said = [user(1, 'My alarm code is 9026.'), user(4, "No, it's 9027.")]
    expect(await ask('What is my alarm code?', said)).toBe('You told me: “My alarm code is 9026.” [turn 1]')
  })

  it('say with whom something is done, and find the plate of the car', async () => {
    const said = [
      user(1, 'We did a dry run with twelve neighbours.'),
      user(2, 'I run every Sunday with my friend Idris.'),
      user(3, 'My car is a Kia, licence plate YK21 ABC.'),
    ]
    expect(await ask('Who do I go running with?', said)).toBe(
      'You told me: “I run every Sunday with my friend Idris.” [turn 2]',
    )
    expect(await ask("What's my licence plate?", said)).toMatch(/^You told me: “My car is a Kia/)
  })

  it('say that a job ended, although no place is named', async () => {
    const said = [user(1, 'I work at Zeta.'), user(2, 'I quit my job.')]
    const facts = [user(2, 'user: works at = not any more (before: Zeta)\nI quit my job.')]
    expect(await ask('Where do I work?', said, facts)).toMatch(
      /^You told me: “I quit my job.” \[turn 2\]\n\nEarlier .*“I work at Zeta.” \[turn 1\]$/,
    )
  })

  it('give a corrected fact as the Facts page has it, and nothing without the word that is asked for', async () => {
    const said = [
      user(1, 'The repair café has a budget of £1,800.'),
      user(2, 'So the repair café has a budget of £2,150.'),
      user(3, 'ELECTRICAL SAFETY, REPAIR CAFÉ MILL ROAD. Draft 2, D. Byrne'),
      ...[4, 5, 6, 7].map((turn) => user(turn, 'The budget of the repair café is on the wall.')),
    ]
    const fact: Item = [{ written: '2026-05-09', who: 'user' }, 'repair café: budget = £2,400']
    const answer = await ask('What is the budget of the repair café?', said, [fact])
    expect(answer).toContain('You wrote on the Facts page: “Repair café: budget £2,400”')
    expect(answer).not.toContain('ELECTRICAL')
  })
})
