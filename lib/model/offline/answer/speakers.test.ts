import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctNames, SEED } from '@/lib/heuristics/text/testing-words'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { generate, optionsOf, searchedBefore, section, THINK_TOOLS, task } from '@/lib/model/offline/testing'

const model = new OfflineModel({ delayMs: 0 })
type Item = [Record<string, string>, string]
/**
 * A piece of an imported conversation between named people; the first of them stands where the person does.
 */
const by = (speaker: string, turn: number, text: string, who = 'user'): Item => [
  { turn: String(turn), who, speaker, date: '2023-05-08', conversation: 'c9', source: 'import' },
  text,
]
const me = (turn: number, text: string): Item => [
  { turn: String(turn), who: 'user', date: '2026-05-02' },
  text,
]
const ask = async (question: string, items: Item[], note = '') =>
  (await generate(model, optionsOf([section('recalled', ...items), task(question, note)]))).text
const second = (question: string, items: Item[]) =>
  generate(
    model,
    optionsOf(
      [section('recalled', ...items), task(question, 'Round 1 of at most 5.')],
      { tools: THINK_TOOLS },
      searchedBefore(2),
    ),
  )

describe('words of named speakers', () => {
  it('are quoted as theirs, on whichever side of the imported conversation they stand', async () => {
    await fc.assert(
      fc.asyncProperty(
        distinctNames(3),
        fc.constantFrom('user', 'assistant'),
        async ([name = '', other = '', place = ''], who) => {
          const items = [
            by(name, 2, `I went to a meeting in ${place} yesterday.`, who),
            by(other, 3, 'I like tea.', who === 'user' ? 'assistant' : 'user'),
          ]
          expect(await ask(`When did ${name} go to a meeting?`, items)).toBe(
            `${name} said on May 8, 2023: “I went to a meeting in ${place} yesterday.” [turn 2 of conversation c9]`,
          )
          expect(await ask(`Who went to a meeting in ${place}?`, items)).toBe(
            `${name} said: “I went to a meeting in ${place} yesterday.” [turn 2 of conversation c9]`,
          )
          expect((await second(`Who went to a meeting in ${place}?`, items)).text).toBe(
            `This is answered in what I see. ${name} said: “I went to a meeting in ${place} yesterday.”`,
          )
        },
      ),
      { seed: SEED, numRuns: 10 },
    )
  })

  it('are theirs when their turn is asked for by number', async () => {
    const items: Item[] = [
      [{ turn: '4', who: 'user', speaker: 'Caroline' }, 'I like rain.'],
      [{ turn: '4', who: 'assistant', speaker: 'Melanie' }, 'I like snow.'],
    ]
    expect(await ask('What did I say in turn 4?', items)).toBe('Caroline said: “I like rain.” [turn 4]')
    expect(await ask('What did you say in turn 4?', items)).toBe('Melanie said: “I like snow.” [turn 4]')
  })

  it('are the own words again where the name says no more than the side of a chat', async () => {
    expect(
      await ask('Where do I live?', [
        [{ turn: '2', who: 'user', speaker: 'User', source: 'import' }, 'I live in Fomalu.'],
      ]),
    ).toBe('You told me: “I live in Fomalu.” [turn 2]')
  })

  it("are nobody's in a summary of an import, which calls one of them the user", async () => {
    const items: Item[] = [
      [
        { turn: '2', who: 'summary', source: 'import', date: '2023-05-08', conversation: 'c9' },
        'The user said: Zefanur plays the flute.',
      ],
    ]
    expect(await ask('Who plays the flute?', items)).toBe(
      'From a summary: “Zefanur plays the flute.” [turn 2 of conversation c9]',
    )
  })

  it('are told apart from what a picture shows that they shared', async () => {
    const items = [by('Zefanur', 2, 'Look at this!\n🖼 a photo of a blue bowl\nIt took me weeks.')]
    expect(await ask('Who has a blue bowl?', items)).toBe(
      'Zefanur shared a picture: “a photo of a blue bowl” [turn 2 of conversation c9]',
    )
    expect(await ask('When did Zefanur share the bowl?', items)).toContain(
      'Zefanur shared a picture on May 8, 2023: “a photo of a blue bowl”',
    )
    expect(await ask('Who took weeks?', items)).toBe(
      'Zefanur said: “It took me weeks.” [turn 2 of conversation c9]',
    )
    const quoting: Item[] = [
      [{ turn: '3', who: 'assistant' }, 'Zefanur shared a picture: “a photo of a blue bowl”'],
    ]
    expect(await ask('Who has a blue bowl?', quoting)).toContain('I found nothing about')
    const named: Item = [
      { turn: '2', who: 'summary', source: 'import', date: '2023-05-08', conversation: 'c9' },
      'Zefanur said: I play the flute. Ola said: I sing.',
    ]
    expect(await ask('Who plays the flute?', [named])).toBe(
      'From a summary: “Zefanur said: I play the flute.” [turn 2 of conversation c9]',
    )
  })

  it('count their name as found, also where nothing that they said can be quoted', async () => {
    const items = [
      by('John', 2, 'I volunteer at a shelter.'),
      by('Maria', 2, 'How lovely! Since when?', 'assistant'),
    ]
    expect(await ask('Where does John volunteer?', items)).toBe(
      'John said: “I volunteer at a shelter.” [turn 2 of conversation c9]',
    )
    expect(await ask('Where does Maria volunteer?', items)).toContain(
      'Nothing I found covers all of “Maria volunteer”. The closest match is:',
    )
    expect(await ask('Which shelter kitchen hosts Maria?', items)).not.toMatch(/nothing about[^.]*Maria/)
    expect(await ask('Where does Maria swim?', items)).toContain('I found nothing about')
  })
})

describe('a question about the person who asks', () => {
  const strangers = [
    by('Evan', 5, 'I live in Boston.'),
    by('Sam', 6, 'Hey Evan, I also had the opportunity to see him play live.', 'assistant'),
  ]

  it('is answered with their own words, not with those of strangers', async () => {
    expect(await ask('Where do I live?', [...strangers, me(2, 'I live in Graz.')])).toBe(
      'You told me: “I live in Graz.” [turn 2]',
    )
    expect((await second('Where do I live?', [...strangers, me(2, 'I live in Graz.')])).text).toBe(
      'This is answered in message 2. You told me: “I live in Graz.”',
    )
    expect(await ask('What do you know about me?', [...strangers, me(2, 'I live in Graz.')])).toBe(
      'You told me: “I live in Graz.” [turn 2]',
    )
  })

  it('is not taken for answered by strangers: memory is searched, and what they said is given as no more than that', async () => {
    const searched = await second('Where do I live?', strangers)
    expect(searched.text).toBe('The search did not cover “live”, so I search again with different words.')
    expect(searched.calls[0]).toMatchObject({
      name: 'recall_context',
      args: { keywords: ['lives', 'living', 'lived', 'moved', 'home', 'reside'] },
    })
    expect((await second('What do you know about me?', strangers)).calls[0]?.args).toEqual({
      keywords: ['What is my name?'],
    })
    expect(await ask('Where do I live?', strangers)).toMatch(
      /^You told me nothing about “live”\. I found this in imported text:\n\n\S+ said: “[^“]*” \[turn \d of conversation c9\]$/,
    )
    expect(await ask('What do you know about me?', strangers)).toBe('I found nothing about that.')
  })

  it('brings what strangers said of the thing rather than a sentence of their own about the rest of the question', async () => {
    const cats = [by('Evan', 5, 'That is the dog, and here is our cat!')]
    const own = me(2, 'I will definitely call her back.')
    expect(await ask('What is my cat called?', [...cats, own])).toBe(
      'You told me nothing about “cat”. I found this in imported text:\n\nEvan said: “That is the dog, and here is our cat!” [turn 5 of conversation c9]',
    )
    expect(await ask('What is my cat called?', [own])).not.toContain('imported')
    expect(await ask('What is my cat called?', [...cats, me(2, 'My cat is old.')])).toContain(
      'You told me: “My cat is old.”',
    )
  })

  it('may name a speaker, who is heard then', async () => {
    expect(
      await ask('Did I meet Evan, and where does Evan live?', [...strangers, me(2, 'I live in Graz.')]),
    ).toContain('Evan said: “I live in Boston.”')
  })

  it('leaves what a person said to be replaced by that person only', async () => {
    expect(await ask('I live in Wien.', [by('Evan', 5, 'I live in Boston.')])).toBe(
      'Noted: “I live in Wien.”',
    )
    const both = [by('Evan', 5, 'I live in Boston.'), by('Sam', 6, 'I live in Bergen.', 'assistant')]
    expect(await ask('Who lives in Boston?', both)).toBe(
      'Evan said: “I live in Boston.” [turn 5 of conversation c9]',
    )
  })
})

describe('words of an imported chat with another assistant', () => {
  const chat = (who: string, text: string, more: Record<string, string> = {}): Item => [
    { turn: '2', who, date: '2024-01-05', conversation: 'c9', product: 'ChatGPT', source: 'import', ...more },
    text,
  ]
  const items = [
    chat('user', 'My roses have aphids.'),
    chat('assistant', 'Spray the roses with soapy water. Noted: “aphids hate it.”'),
  ]

  it('are told as said by it, and to it, never as said by or to this engine', async () => {
    expect(await ask('What should I spray?', items)).toBe(
      'ChatGPT told you: “Spray the roses with soapy water.” [turn 2 of conversation c9]',
    )
    expect(await ask('What did ChatGPT say about the spray?', items)).toBe(
      'ChatGPT told you: “Spray the roses with soapy water.” [turn 2 of conversation c9]',
    )
    expect(await ask('Who has aphids?', items)).toContain(
      'You told ChatGPT: “My roses have aphids.” [turn 2 of conversation c9]',
    )
    expect(await ask('When did the roses have aphids?', items)).toBe(
      'You told ChatGPT on Jan 5, 2024: “My roses have aphids.” [turn 2 of conversation c9]',
    )
    const unknown = [chat('assistant', 'Spray the roses with soapy water.', { product: 'Another assistant' })]
    expect(await ask('What should I spray?', unknown)).toMatch(/^Another assistant told you: /)
    const here: Item[] = [
      [{ turn: '4', who: 'assistant', product: 'Claude', source: 'import' }, 'I like snow.'],
    ]
    expect(await ask('What did you say in turn 4?', here)).toBe('Claude told you: “I like snow.” [turn 4]')
  })

  it('are not taken up again from an answer that quoted them', async () => {
    const quoting: Item[] = [
      'You told ChatGPT: “My roses have aphids.”',
      'ChatGPT told you: “Spray the roses.”',
      'On Jan 5, 2024, ChatGPT told you: “Spray the roses.”',
    ].map((text) => [{ turn: '3', who: 'assistant' }, text])
    expect(await ask('Who has roses?', quoting)).toContain('I found nothing about')
  })
})

describe('a request to sum up an imported conversation', () => {
  it('gives what its speakers said, also where only its summaries are in view', async () => {
    const summary: Item = [
      { turn: '2', source: 'import' },
      '[Turn 2] The user said: Zefanur plays the flute.',
    ]
    const sections = [section('summaries', summary), task('Summarize this conversation')]
    expect((await generate(model, optionsOf(sections))).text).toBe(
      'From a summary: “Zefanur plays the flute.” [turn 2]',
    )
    const here: Item[] = [
      [{ turn: '4', who: 'assistant', speaker: 'Melanie', source: 'import' }, 'I like snow.'],
      by('Evan', 5, 'I live in Boston.'),
    ]
    expect(await ask('What did we talk about?', here)).toBe('Melanie said: “I like snow.” [turn 4]')
  })
})
