import { describe, expect, it } from 'vitest'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { generate, optionsOf, searchedBefore, section, THINK_TOOLS, task } from '@/lib/model/offline/testing'

const model = new OfflineModel({ delayMs: 0 })
type Item = [Record<string, string>, string]
const me = (turn: number, text: string): Item => [
  { turn: String(turn), who: 'user', date: '2026-05-02' },
  text,
]
const ask = async (question: string, items: Item[], note = '') =>
  (await generate(model, optionsOf([section('recalled', ...items), task(question, note)]))).text
const think = (question: string) =>
  generate(model, optionsOf([task(question, 'Round 1 of at most 5.')], { tools: THINK_TOOLS }))

const callsOf = ({ calls }: Awaited<ReturnType<typeof generate>>) =>
  calls.map(({ name, args }) => ({ name, args }))

describe('what an answer says is missing', () => {
  it('is the thing asked about, without the verb that asks for its name', async () => {
    expect(await ask('What is my dog called?', [])).toBe('I found nothing about “dog”.')
    expect(await ask('Wie heißt mein Hund?', [])).toContain('nothing about “Hund”.')
    expect(await ask('What is my dog called?', [me(2, 'My dog is old.')])).toBe(
      'I found no name. The closest match is:\n\nYou told me: “My dog is old.” [turn 2]',
    )
    expect((await think('What is my dog called?')).text).toBe(
      'What I see says nothing about “dog”, so I search memory for it.',
    )
  })

  it('is a person of whom only another one is named, not the other one', async () => {
    const other = me(2, "Ruth offers her sister's café for the lunch.")
    expect(await ask('What is my sister called?', [other])).not.toContain('Ruth')
    expect(await ask('What is my sister called?', [other, me(3, 'My sister is called Ada.')])).toContain(
      'Ada',
    )
    expect(await ask('Where does my wife work?', [me(2, 'They work with the plug in sight.')])).not.toContain(
      'plug',
    )
  })

  it('is who somebody is, if the word alone was used of something else', async () => {
    const paper = me(2, 'There are 52 of the paper gardener left in the library; Greta counted them.')
    expect(await ask('Who is my gardener?', [paper])).toMatch(/^The closest match is:/)
    for (const said of ['We hired Greta as a gardener.', 'The gardener is Greta.'])
      expect(await ask('Who is my gardener?', [paper, me(3, said)])).toMatch(/^You told me: .*\[turn 3\]/)
  })

  it('is the code of a thing, where many sentences are about it and one gives the code of another', async () => {
    const ponies = ['is called Mosber', 'is old', 'sleeps outside'].map((what, at) =>
      me(at, `My pony ${what}.`),
    )
    const said = [...ponies, me(5, 'The code for my suitcase is 3887.')]
    expect(await ask("What's my pony code?", said)).not.toContain(
      'You told me: “The code for my suitcase is 3887.” [turn 5]',
    )
    const told = 'You told me: “The code for my pony is 4411.” [turn 6]'
    expect(await ask("What's my pony code?", [...said, me(6, 'The code for my pony is 4411.')])).toBe(told)
  })

  it('is the price or the code of a thing, where sentences about the thing give neither', async () => {
    for (const [question, nearly, said] of [
      ['What is the price of my soup?', 'My favourite soup is Vaterley now.', 'My soup costs 4 euros.'],
      [
        'What does my phone plan cost a month?',
        'The new plan costs 980 euros.',
        'I pay 20 euros for my phone plan.',
      ],
      [
        "What's my fencing class code?",
        'My fencing class is on 18 August.',
        'My fencing class code is 4411.',
      ],
    ] as const) {
      expect(await ask(question, [me(2, nearly)]), question).toMatch(/^I found no|found nothing/)
      expect(await ask(question, [me(2, nearly), me(3, said)]), question).toMatch(
        /^You told me: .*\[turn 3\]/,
      )
    }
  })

  it('is the name, where a capital letter begins something else', async () => {
    for (const said of [
      'The dentist said flossing matters.',
      'Note: The dentist said flossing matters.',
      'The dentist: Always floss twice a day.',
      'The dentist is open on Monday, Tuesday, and Friday.',
      'In London, England, the dentist is expensive.',
      'The dentist called Monday.',
      'Yesterday the dentist said flossing matters.',
      'Sadly, the dentist moved away.',
      'That was a good dentist.',
    ])
      expect([said, await ask('Who is my dentist?', [me(3, said)])]).toEqual([
        said,
        expect.stringMatching(/^The closest match is:/),
      ])
  })

  it.each([
    ['What colour is my goldfish?', 'My goldfish is now called Rex.'],
    ['Which color is my boat?', 'My boat is 9 metres long.'],
    ['What time is my yoga class?', 'My yoga class is with Ana.'],
    ['Which street is my gym?', 'My gym costs 31 euros.'],
    ['How much is my gym?', 'My gym is near the station.'],
    ['How many are my hens?', 'My hens are noisy.'],
    ['How long is my rope?', 'My rope is blue.'],
    ['How often is my choir?', 'My choir is in the church.'],
  ])('is an attribute that a sentence on the same thing does not give: %s %s', async (question, said) => {
    expect(await ask(question, [me(2, said)])).toMatch(
      /^(?:(?:I found n|Nothing I found)[^\n]* )?The closest match is:\n\n[^\n]*\[turn 2\]$/,
    )
  })

  it.each([
    ['When does the ferry leave?', 'The ferry leaves from Emden.'],
    ['When does my ferry leave?', 'The ferry leaves at nine.'],
    ['When does the ferry leave?', 'I wish the ferry would leave.'],
  ])('is no word that the sentence has in another form: %s %s', async (question, said) => {
    const answer = await ask(question, [me(2, said)])
    expect(answer).toContain(said)
    expect(answer).not.toContain('Nothing I found')
  })

  it.each([
    ['What colour is my goldfish?', 'My goldfish is orange.'],
    ['What colour is my boat?', 'The colour of my boat is taupe.'],
    ['Which colour is my favourite?', 'My favourite colour is Zefanur.'],
    ['What time is my yoga class?', 'My yoga class is at noon.'],
    ['How much is my gym?', 'My gym went up to 44 euros.'],
    ['How many hens do I have?', 'I have seven hens.'],
    ['How long is my rope?', 'My rope is twenty metres.'],
    ['How often is my choir?', 'My choir is every Tuesday.'],
  ])('is not an attribute that the sentence names or gives: %s %s', async (question, said) => {
    const answer = await ask(question, [me(2, said)])
    expect(answer.replace(' on May 2, 2026', '')).toBe(`You told me: “${said}” [turn 2]`)
  })

  it('is no more than what was searched, and that is said where the person narrowed it', async () => {
    const here = 'Do this task.\nRecall reaches this conversation only.'
    expect(await ask('What is my dog called?', [], here)).toBe(
      'I found nothing about “dog”. Only this conversation was searched.',
    )
    expect(await ask('What do you know about me?', [], here)).toBe(
      'I found nothing about that. Only this conversation was searched.',
    )
    expect(await ask('Which breed is my horse?', [me(2, 'My horse is called Zefanur.')], here)).toMatch(
      /Zefanur\.” \[turn 2\]\n\nOnly this conversation was searched\.$/,
    )
    expect(await ask('What is my horse called?', [me(2, 'My horse is called Zefanur.')], here)).not.toContain(
      'searched',
    )
  })
})

describe('what was searched', () => {
  const askSearched = async (question: string, items: Item[], note = '') =>
    (
      await generate(
        model,
        optionsOf([section('recalled', ...items), task(question, note)], {}, searchedBefore(null)),
      )
    ).text

  it('is said with every answer that lacks something, and where; nothing is said to be missing from memory without it', async () => {
    expect(
      await askSearched('When is the wedding of Zefanur?', [
        me(2, 'My sister Zefanur works as a biologist.'),
      ]),
    ).toBe(
      'I found nothing about “wedding”. The closest match is:\n\nYou told me on May 2, 2026: “My sister Zefanur works as a biologist.” [turn 2]\n\nI searched all your own conversations for “wedding” and “Zefanur”.',
    )
    expect(await askSearched('When is the wedding?', [], 'Recall reaches this conversation only.')).toBe(
      'I found nothing about “wedding”. I searched this conversation for “wedding”; it may be worded differently. I cannot explain or write anything new: for that, connect a language model in Settings.',
    )
    expect(await askSearched('What do you know about me?', [])).toBe(
      'I found nothing about that. I searched all your own conversations for names, places, work and what you like; it may be worded differently.',
    )
  })

  it('and brought only questions is not nothing', async () => {
    const asked = [me(2, "When is Zefanur's wedding?"), me(4, 'Who is Zefanur?')]
    expect(await askSearched('Where does Zefanur live?', asked)).toBe(
      'I found no answer. I only quote what was said; more than that needs a language model. I searched all your own conversations for “Zefanur” and “live”; only questions matched.',
    )
    expect(
      await askSearched('Where does Zefanur live?', [
        ...asked,
        [{ turn: '5', who: 'assistant' }, 'Noted: “My sister Zefanur is old.”'],
      ]),
    ).not.toContain('I found nothing about')
  })

  it('is the subject first the second time, where questions stood in the way', async () => {
    const sections = [
      section('recalled', me(2, "When is Zefanur's wedding?")),
      task('Where does Zefanur live?', 'Round 1 of at most 5.'),
    ]
    const { text, calls } = await generate(
      model,
      optionsOf(sections, { tools: THINK_TOOLS }, searchedBefore(2)),
    )
    expect(text).toBe('The search did not cover “Zefanur live”, so I search again with different words.')
    expect(JSON.stringify(calls[0]?.args)).toMatch(/^\{"keywords":\["Zefanur"/)
  })

  it('is the subject in other words the second time, where they say the same', async () => {
    const sections = [
      section('recalled', me(2, 'Am I married?')),
      task('When did we get married?', 'Round 1 of at most 5.'),
    ]
    const { calls } = await generate(model, optionsOf(sections, { tools: THINK_TOOLS }, searchedBefore(2)))
    expect(calls[0]?.args).toMatchObject({ keywords: expect.arrayContaining(['married', 'anniversary']) })
  })
})

describe('the words that are looked for', () => {
  it('include no verb that only asks for an amount', async () => {
    const recipe: Item = [{ who: 'file', file: 'recipe.md' }, '# Pancakes\n- 200 g flour for the pancakes']
    expect(await ask('How much flour do the pancakes need?', [recipe])).toBe(
      '`recipe.md` says: “200 g flour for the pancakes”',
    )
  })

  it('may be none at all: a file that is attached says what is meant', async () => {
    const list = { file: 'note.txt' }
    const asked = section('task', [{ who: 'user' }, 'Here is my list. What is on it?'], [list, ''])
    const options = optionsOf([section('workspace', [list, 'Milk and eggs.\nA new bulb.']), asked])
    expect((await generate(model, options)).text).toContain(
      '- `note.txt` says: “Milk and eggs.”\n- `note.txt` says: “A new bulb.”',
    )
  })

  it('may be none at all, which is said instead of an absence', async () => {
    for (const question of ['What kind is it?', 'How long is 3?']) {
      expect(await ask(question, [])).toBe(
        'Your question has no words I can search for. Name the person, thing or place it is about.',
      )
      expect((await think(question)).text).toBe('Your question has no words I can search for.')
    }
  })
})

describe('a request to sum up a conversation', () => {
  it('never says that nothing was found of one in which something was said or asked', async () => {
    const window = (...items: Item[]) =>
      generate(model, optionsOf([section('window', ...items), task('Summarize this conversation')]))
    const asked: Item = [{ turn: '1', who: 'user', source: 'import' }, 'How long should bread rest?']
    expect(
      (await window(asked, [{ turn: '1', who: 'assistant', source: 'import' }, 'Bread rests for two hours.']))
        .text,
    ).toContain('“Bread rests for two hours.” [turn 1]')
    expect((await window(asked)).text).toBe('You asked: “How long should bread rest?” [turn 1]')
  })
})

describe('a request for all that is known', () => {
  it('is itself nothing that is known, nor is that memory was searched', async () => {
    const before: Item[] = [
      me(4, 'Summarize what you know about me'),
      [
        { turn: '5', who: 'summary' },
        '[Turn 5] The user asked: Who am I?\nInsights: recall_context name,live,work',
      ],
    ]
    expect(await ask('What do you know about me?', before)).toContain('I found nothing about that')
    expect(await ask('What is my horse called?', before)).toContain('I found nothing about “horse”')
  })

  it('searches and answers as the question does, whatever its verb', async () => {
    const asked = await think('What do you know about me?')
    for (const request of [
      'Summarize what you know about me',
      'summarise everything you know about me.',
      'Tell me what you know about me',
      'Please list what you remember about me',
      'Give me all that you know about me!',
      'Sum up what I told you',
      'Write down what you know about me.',
      'Could you tell me everything you remember about me?',
    ]) {
      expect([request, callsOf(await think(request))]).toEqual([request, callsOf(asked)])
      expect([request, await ask(request, [me(2, 'I live in Graz.')])]).toEqual([
        request,
        'You told me: “I live in Graz.” [turn 2]',
      ])
    }
    expect((await think('Tell me what you know about my boat')).calls[0]?.args).toEqual({
      keywords: ['boat'],
    })
  })
})
