import { describe, expect, it } from 'vitest'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { generate, optionsOf, section, task } from '@/lib/model/offline/testing'

const model = new OfflineModel({ delayMs: 0 })
const ask = async (question: string, ...said: string[]) => {
  const items = said.map(
    (text, at) => [{ turn: String(at + 1), who: 'user' }, text] as [Record<string, string>, string],
  )
  return (await generate(model, optionsOf([section('recalled', ...items), task(question)]))).text
}

/** One case for each thing said later. */
const cases = (question: string, first: string, answer: RegExp, ...later: string[]) =>
  later.map((one): [string, string, string, RegExp] => [question, first, one, answer])

describe('an everyday question', () => {
  it.each([
    ['What is the wireless password?', 'The wifi password is blue panda.'],
    ['What is my number plate?', "Our car's reg is LD19 XKP."],
    ['When does my passport expire?', 'My passport runs out in March 2028.'],
    ['Where is the spare key?', 'The spare key is with Mrs Achebe.'],
    ['How old is my daughter?', 'My kids are Lea (4) and Tom (7).'],
    ["What is my kid's teacher called?", "My son's teacher is called Ms Okonkwo."],
  ])('is answered in other words: %s', async (question, said) => {
    expect(await ask(question, said)).toMatch(new RegExp(`^You told me: “${said.replace(/[().]/g, '.')}”`))
  })

  it.each([
    ['How much is my gym membership?', 'Actually the gym is £29.99, I misread the letter.', 'Earlier'],
    [
      'How much do I pay for the gym?',
      'PureGym put the price up to £27.99 from next month.',
      '- You told me',
    ],
  ])('of an amount also gives the one that was announced later: %s', async (question, later, before) => {
    const said = 'My gym membership at PureGym costs £24.99 a month.'
    const answer = await ask(question, said, later, 'Lena put her fee up to 30 kg of carrots.')
    expect(answer).toMatch(
      new RegExp(`You told me: “${later.replace(/[.]/g, '.')}”[\\s\\S]*${before}[^\\n]*24.99`),
    )
    expect(answer).not.toContain('carrots')
  })

  it.each([
    [
      'How much is my gym membership?',
      'My gym membership at PureGym costs £24.99 a month.',
      'They put the rent up to £900.',
    ],
    [
      'How much is my gym membership?',
      'My gym membership costs £24.99.',
      'The gym locker key changed to £5.',
    ],
    ["How much is Lena's dance class?", "Lena's dance class costs £20.", "Lena's rent was put up to £500."],
    [
      'When is my dentist appointment?',
      'My dentist appointment is on Tuesday at 9:30.',
      'My haircut appointment was moved to Friday at 11:00.',
    ],
    ...[
      'For the parking at the gym, the price went up to £5.',
      'Actually the gym is still £24.99, I checked.',
      'Actually the gym is not £29.99.',
      'My sister joined the golf club. Her membership went up to £30.',
      'If the gym went up to £30, I would quit.',
      'PureGym put the day rate up to £9.99.',
    ].map((other) => [
      'How much is my gym membership?',
      'My gym membership at PureGym costs £24.99 a month.',
      other,
    ]),
    ['How much is the gym?', 'Rent is £900 and the gym £25.', 'Rent went up to £950.'],
    [
      'When does my piano lesson end?',
      'My piano lesson starts at 9:00 and ends at 10:00.',
      'Actually the lesson starts at 8:00.',
    ],
    ['How much does my bike cost?', 'My bike costs £300 to insure.', 'I brought my bike to 24 Mill Road.'],
  ])(
    'of a value is not answered with that of another thing: %s %s %s',
    async (question, said = '', other = '') => {
      const answer = await ask(question, said, other)
      expect(answer).not.toMatch(/Earlier/)
      expect(answer).toContain(said)
    },
  )

  it.each([
    [
      'Where do I live?',
      'I live at 4 Mill Lane, York.',
      'We moved: my address is now 27 Orchard Road, Leeds.',
      /^You told me[^\n]*Leeds[\s\S]*Earlier [\s\S]*York/,
    ],
    [
      'How much atorvastatin do I take?',
      'I take 20 mg of atorvastatin in the evening.',
      'The cardiologist doubled the atorvastatin to 40 mg.',
      /^You told me[^\n]*40 mg[\s\S]*Earlier [\s\S]*20 mg/,
    ],
    [
      'Where do I live?',
      'I live at 4 Mill Lane, York.',
      'The router is in the cellar. I moved the router to the attic.',
      /^You told me: “I live at 4 Mill Lane, York\.” \[turn 1\]$/,
    ],
    ...cases(
      'Where do I live?',
      'I live in York.',
      /^You told me[^\n]*Leeds[\s\S]*Earlier [\s\S]*York/,
      'We moved this summer to Leeds.',
      'We moved our family to Leeds.',
    ),
    ...cases(
      'Where do I live?',
      'I live in York.',
      /^You told me: “I live in York\.” \[turn 1\]$/,
      'My email address is now ana@mail.org.',
      'I moved two chairs to the garage in Leeds.',
      'Ben moved his router to Leeds.',
    ),
    ...cases(
      'How much atorvastatin do I take?',
      'I take 20 mg of atorvastatin in the evening.',
      /^You told me[^\n]*10 mg[\s\S]*Earlier [\s\S]*20 mg/,
      'My doctor halved my atorvastatin to 10 mg.',
      'The cardiologist increased the atorvastatin from 20 mg to 10 mg.',
    ),
    ...cases(
      'When is my dentist appointment?',
      'My dentist appointment is on Tuesday 12 May.',
      /^You told me[^\n]*14 May[\s\S]*Earlier [\s\S]*12 May/,
      'The dentist pushed the appointment to Thursday 14 May.',
      'The surgery rang: the appointment was moved to Thursday 14 May.',
    ),
    ...cases(
      'How much is my gym membership?',
      'My gym membership at PureGym costs £24.99 a month.',
      /- You told me: [^\n]*27\.99[\s\S]*- You told me: [^\n]*24\.99/,
      'PureGym wrote to me: the price went up to £27.99.',
      'PureGym has increased their fee to £27.99.',
      'Next year PureGym wants to put the price up to £27.99.',
    ),
    ["What is my dog's name?", 'Rex is my dog.', 'I like tea.', /^You told me: “Rex is my dog\.”/],
    [
      'What is my vet called?',
      'I have a vet in York called Ana Bell.',
      'I like tea.',
      /^You told me: “I have a vet in York called Ana Bell\.”/,
    ],
  ])(
    'is answered with what holds now, and of the thing itself: %s %s %s',
    async (question, said, later, answer) => {
      expect(await ask(question, said, later)).toMatch(answer)
    },
  )

  it.each([
    [
      'How much ramipril do I take?',
      'I take 5 mg of ramipril.',
      "I don't take the ramipril any more, it made me cough.",
    ],
    [
      'How much is my gym membership?',
      'My gym membership costs £24.99 a month.',
      'I cancelled the gym last week.',
    ],
    ['How much do I smoke?', 'I smoke ten cigarettes a day.', 'I quit smoking.'],
    [
      'When is my dentist appointment?',
      'My dentist appointment is on Tuesday at 9:30.',
      'Unfortunately, the dentist cancelled the appointment.',
    ],
  ])('of what is over says so first: %s', async (question, said, over) => {
    const answer = await ask(question, said, over)
    expect(answer).toContain(`You told me: “${over}” [turn 2]`)
    expect(answer).toContain(`Earlier (in this conversation) you told me: “${said}” [turn 1]`)
  })

  it.each([
    ['Where does Ines work?', 'Ines works at the library.', 'I quit the library.'],
    ['How much ramipril do I take?', 'I take 5 mg of ramipril.', 'My sister stopped taking ramipril.'],
    ['How much ramipril do I take?', 'I take 5 mg of ramipril.', 'I stopped taking aspirin.'],
    ['How much ramipril do I take?', 'I take 5 mg of ramipril.', "I haven't stopped taking ramipril."],
    ['What am I allergic to?', 'I am allergic to peanuts.', 'I gave up peanuts.'],
    ['How much did I pay for the bike?', 'I paid £300 for the bike.', 'I sold the bike.'],
    ['Where do I work?', 'I work with Ana at Boots.', 'Ana quit.'],
    ['Where do I work?', 'I work at the library on Fridays.', 'I no longer work on Fridays.'],
  ])('is not answered with what is over for another: %s %s %s', async (question, said, over) => {
    expect(await ask(question, said, over)).toBe(`You told me: “${said}” [turn 1]`)
  })

  it('keeps the answer among values that may be newer ones', async () => {
    const said = 'My gym membership at PureGym costs £24.99 a month.'
    const others = [
      'PureGym parking went up to £3.',
      'The PureGym locker is now £2.',
      'Coffee at PureGym went up to £4.',
    ]
    const answer = await ask('How much is my gym membership?', said, ...others)
    expect(answer).toContain(said)
    expect(answer).not.toContain('Earlier')
  })

  it('for a day or a number takes what was changed last, or what was so before', async () => {
    const said = ['We go to pilates on Tuesdays.', 'Pilates moved to Wednesdays.']
    expect(await ask('What day is pilates?', ...said)).toMatch(
      /^You told me[^\n]*Wednesdays[\s\S]*Earlier [\s\S]*Tuesdays/,
    )
    expect(await ask('What day was pilates before?', ...said)).not.toContain('Wednesdays')
    const codes = ['The alarm code is 4410.', 'We changed the alarm code to 7729.']
    expect(await ask('What was my old alarm code?', ...codes)).not.toContain('7729')
  })

  it.each(['I', 'Clara', 'My sister'])(
    'takes the move that names the place before as the later one: %s',
    async (who) => {
      const lives = who === 'I' ? 'live' : 'lives'
      const said = [`${who} ${lives} in Hamburg.`, `${who} left Hamburg for Vienna.`]
      const asked = { I: 'do I', Clara: 'does Clara', 'My sister': 'does my sister' }[who]
      expect(await ask(`Where ${asked} live?`, ...said)).toMatch(
        /^You told me[^\n]*Vienna[\s\S]*Earlier [\s\S]*lives? in/,
      )
    },
  )

  it('about a mother is not answered with a mother-in-law, nor about a sister with a stepsister', async () => {
    const said = ['My mother-in-law is called Gudrun.', 'My step-sister is called Ines.']
    expect(await ask("What is my mother's name?", ...said)).toBe('I found nothing about “mother”.')
    expect(await ask("What is my sister's name?", ...said)).toBe('I found nothing about “sister”.')
    expect(await ask("What is my mother-in-law's name?", ...said)).toContain('Gudrun')
    expect(await ask("What is my step-sister's name?", ...said)).toContain('Ines')
  })
})
