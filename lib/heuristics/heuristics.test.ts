import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCorrection } from './correction'
import { asksForFeelings, feelingsIn, toneOf } from './feelings'
import {
  askingPart,
  asksFor,
  hasMemoryCue,
  isQuestion,
  isQuestionText,
  messageKind,
  statingSentences,
  turnsNamed,
} from './question'
import { asksForWishes, isUnreal, statementOf } from './statement'
import { isBuiltInText } from './templates'
import { madeUp, madeUpName, SEED } from './text/testing-words'

describe('isCorrection', () => {
  it.each([
    "No, that's wrong.",
    'no that is not what I asked',
    'That is not what I asked for.',
    "That's not right, the meeting is on Tuesday.",
    'You misunderstood. I want the average, not the sum.',
    'You misunderstood me',
    'Wrong.',
    'Wrong file!',
    'Nope, it is still failing.',
    'It still doesn’t work.',
    "That didn't work",
    'Thanks, but that does not compile.',
    'I asked for three ideas, not ten.',
    'I said not to touch the tests.',
    'I meant the other branch.',
    'No, I meant Paris in Texas.',
    'You forgot the tests.',
    'Hmm, you ignored my second question.',
    "You didn't answer my question.",
    "you're wrong about the date",
    'Your answer is wrong: 7 * 8 is 56.',
    'Not quite. The second list is missing.',
    'The same error again.',
    'Please try again.',
    'Undo that.',
    'It should be 42.',
    'There is a mistake in your calculation.',
    'Her name is Ana, not Anna.',
    'No, the file is in lib/.',
    'But this is incorrect',
    'You made that up.',
    'That is still wrong',
    'No! Not that one.',
    'Still failing.',
    'It is still not working',
  ])('%j is one', (text) => {
    expect(isCorrection(text)).toBe(true)
  })

  it.each([
    'No problem!',
    'no worries, thanks',
    'No.',
    'No, thanks.',
    "No, that's all for today.",
    "No, that's fine.",
    'No, that is right.',
    'No need to change it.',
    'Nothing wrong with that.',
    "That's not wrong.",
    "You're not wrong.",
    "What's wrong with my code?",
    'Is that wrong?',
    'Correct me if I am wrong.',
    'Sorry, I meant Tuesday.',
    'My mistake, it works now.',
    'My teacher said that is wrong.',
    'What if that does not work?',
    'If it does not work, what then?',
    'She asked me "are you wrong?"',
    '> that is wrong\nWho wrote this?',
    '```\nthrow new Error("wrong")\n```\nExplain this.',
    'How do I undo that in git?',
    "That's right.",
    'I asked my boss about it yesterday.',
    'I wanted to ask about flights.',
    'I meant to say thanks.',
    'Let us try again tomorrow.',
    'Write a story about a wrong turn.',
    'It did not rain today.',
    'Not yet.',
    'You did not have to, but thank you.',
    'There are 0 errors now.',
    'The build was unsuccessful yesterday, how do I debug it?',
    'Great, now do the same for the other file.',
    '',
  ])('%j is none', (text) => {
    expect(isCorrection(text)).toBe(false)
  })

  it('takes "no" for the reply when the answer ended in a question', () => {
    expect(isCorrection('No, it is my first time.', 'Have you been there before?')).toBe(false)
    expect(isCorrection('No, it is my first time.', 'You have been there before.')).toBe(true)
    expect(isCorrection("No, that's wrong.", 'Shall I go on?')).toBe(true)
  })

  it('reads the beginning only, so that length costs nothing', () => {
    for (const unit of ['no ', 'but, ', 'ok ', 'that is ', '"a', '`', '> ', 'i asked '])
      expect(isCorrection(`${unit.repeat(30_000)}`)).toBeTypeOf('boolean')
    expect(isCorrection(`${'I like tea. '.repeat(200)}That's wrong.`)).toBe(false)
  })
})

describe('the feelings that a text states', () => {
  it.each([
    ["I'm so stressed about work.", ['stressed']],
    ['I feel stressed, anxious and hopeful.', ['stressed', 'anxious', 'hopeful']],
    ['Piano practice made me tired and stressed.', ['tired', 'stressed']],
    ["I've been feeling overwhelmed lately.", ['overwhelmed']],
    ['The user felt motivated and is anxious.', ['motivated', 'anxious']],
    ['Ich fühle mich sehr müde.', ['müde']],
    ['Me siento muy cansada.', ['cansada']],
    ['Je me sens triste.', ['triste']],
    ['Чувствую себя уставшим.', ['уставшим']],
    ['我觉得很累', ['累']],
  ])('%s', (text, feelings) => {
    expect(feelingsIn(text)).toEqual(feelings)
  })

  it.each([
    "I'm not happy.",
    "I don't feel stressed.",
    'I am no longer stressed.',
    'I feel like pizza.',
    'I feel that the project is late.',
    "I'm a nurse.",
    "I'm vegan and married.",
    'How often did I say I was stressed?',
    'The user asked: Was I stressed?',
    'The answer: there is nothing.',
  ])('finds none in: %s', (text) => {
    expect(feelingsIn(text)).toEqual([])
  })

  it('knows how warm English ones are', () => {
    expect([toneOf(['happy', 'excited']), toneOf(['stressed']), toneOf(['müde'])]).toEqual([1, -1, 0])
  })
})

it('a query for feelings names nothing else', () => {
  const queries = ['emotions feelings mood', 'Stimmung', '心情', 'piano mood', '']
  expect(queries.map(asksForFeelings)).toEqual([true, true, true, false, false])
})

const each = (text: (name: string) => string, check: (text: string) => void) =>
  fc.assert(
    fc.property(madeUpName, (name) => void check(text(name))),
    { seed: SEED, numRuns: 25 },
  )

describe('what a message is', () => {
  it.each([
    ['What should I ask, and how much does it cost?', true],
    ['And who else has a diet?', true],
    ['On which days does somebody come, and who is it?', true],
    ['Wat moet ik allemaal regelen?', true],
    ['I moved to Graz. What should I register?', false],
    ['I moved to Graz, what should I register?', false],
    ['My sister is allergic to nuts, is this cake ok?', false],
    ['Tomasz cooks for my birthday on Saturday: salmon with couscous salad. ok for me?', false],
    ['Since I moved to Graz in May, do I have to register?', false],
    ['Ich bin nach Graz gezogen, was muss ich anmelden?', false],
  ])('“%s” only asks: %s', (message, asks) => {
    expect(isQuestionText(message)).toBe(asks)
  })

  it('is a question by its mark or its first words, in four languages and any script', () => {
    for (const form of [
      (name: string) => `Where is ${name}?`,
      (name: string) => `who is ${name}`,
      (name: string) => `did I tell you about ${name}`,
      (name: string) => `when does ${name} leave`,
      (name: string) => `Wie heißt ${name}`,
      (name: string) => `où habite ${name}`,
      (name: string) => `¿Dónde vive ${name}?`,
      (name: string) => `${name}是谁？`,
      (name: string) => `I met ${name}. What did I tell you about the party?`,
    ])
      each(form, (text) => expect(messageKind(text)).toBe('question'))
  })

  it('is a statement when it tells, asks for something to be kept, or begins with a question word but does not ask', () => {
    for (const form of [
      (name: string) => `My boat is called ${name}.`,
      (name: string) => `Remember that ${name} likes tea.`,
      (name: string) => `When I was young, I lived in ${name}.`,
      (name: string) => `What a day with ${name}!`,
    ])
      each(form, (text) => expect(messageKind(text)).toBe('statement'))
  })

  it('is a request when it wants something done', () => {
    each(
      (name) => `Please tell me about ${name}`,
      (text) => expect(messageKind(text)).toBe('request'),
    )
  })

  it('is a social phrase only when nothing else is said', () => {
    expect(
      ['Hello!', 'good morning', 'thanks a lot', 'See you later', 'ok', '👍', ' '].map(messageKind),
    ).toEqual(['greeting', 'greeting', 'thanks', 'farewell', 'acknowledgement', 'acknowledgement', 'empty'])
    each(
      (name) => `Hello, my name is ${name}`,
      (text) => expect(messageKind(text)).toBe('statement'),
    )
    each(
      (name) => `Thanks, and where is ${name}?`,
      (text) => expect(messageKind(text)).toBe('question'),
    )
  })

  it('negative control: looking only for a question mark misses questions', () => {
    const byMark = (text: string) => text.endsWith('?')
    expect(
      ['who is it', 'where does Ana live'].filter((text) => isQuestion(text) && !byMark(text)),
    ).toHaveLength(2)
  })
})

describe('parts of a message', () => {
  it('are parted into what asks and what tells', () => {
    fc.assert(
      fc.property(madeUp, madeUp, (a, b) => {
        expect(askingPart(`My ${a} is old. Where is my ${b}?`)).toBe(`Where is my ${b}?`)
        expect(statingSentences(`My ${a} is old. Where is my ${b}?`)).toEqual([`My ${a} is old.`])
      }),
      { seed: SEED, numRuns: 25 },
    )
  })

  it('name turns', () => {
    expect(turnsNamed('What did I say in turn 12?')).toEqual([12])
    expect(turnsNamed('What did I say in message 12?')).toEqual([12])
    expect(turnsNamed('compare messages 3 and 5')).toEqual([3, 5])
    expect(turnsNamed('Did you read my message 10 minutes ago?')).toEqual([])
    expect(turnsNamed('compare turns 3, 5 and 9')).toEqual([3, 5, 9])
    expect(turnsNamed('show turns 2-4')).toEqual([2, 3, 4])
    expect(turnsNamed('What was the first thing I told you?')).toEqual([1])
    expect(turnsNamed('I have 12 cats')).toEqual([])
    expect(turnsNamed('turns 1-999999')).toHaveLength(20)
    expect(
      ['Tell me about my boat', 'Please show me the plan.', 'I told you about it.', 'My boss tells me'].map(
        asksFor,
      ),
    ).toEqual([true, true, false, false])
    expect(hasMemoryCue('Do you remember my boat?')).toBe(true)
    expect(hasMemoryCue('Where is my boat?')).toBe(false)
  })
})

it.each([
  ['user', 'lives in', 'Oslo', 'I live in Oslo.'],
  ['user', 'studies at', 'Trinity', 'I study at Trinity.'],
  ['user', 'teaches', 'maths', 'I teach maths.'],
  ['user', 'is', 'left-handed', 'I am left-handed.'],
  ['user', 'allergic to', 'nuts', 'I am allergic to nuts.'],
  ['user', 'favourite colour', 'teal', 'My favourite colour is teal.'],
  ['cat', 'name', 'Mochi', 'My cat is called Mochi.'],
  ['cat', 'age', '4', "My cat's age is 4."],
  ['sister', 'works at', 'Ikea', 'My sister works at Ikea.'],
  ['sister', 'from', 'Cork', 'My sister is from Cork.'],
  ['user', 'owns', 'not car', 'I do not own a car.'],
  ['user', 'works at', 'not any more', 'I do not work any more.'],
])('%s, %s, %s is said as “%s”', (subject, predicate, object, expected) => {
  expect(statementOf({ subject, predicate, object })).toBe(expected)
})

it('recognises its own sentence about a file, not everyday words like it', () => {
  expect(isBuiltInText('`notes/a.md` contains:')).toBe(true)
  expect(isBuiltInText('The blue box contains:')).toBe(false)
})

it.each([
  'I wish I lived in Paris.',
  "I'd love to live in Rome one day.",
  'If I lived in Rome, I would eat pasta every day.',
  'Honestly, I want to live in Oslo.',
])('%j says what is not so', (sentence) => {
  expect(isUnreal(sentence)).toBe(true)
})

it.each([
  'I live in Leeds.',
  'I wish I lived in Rome, but I live in Leeds.',
  'If it rains, the party is in the hall.',
  'I love Rome.',
  'I would go to Zeta bakery for bread.',
])('%j may say what is so', (sentence) => {
  expect(isUnreal(sentence)).toBe(false)
})

it('is told from the question whether wishes answer it', () => {
  expect(['Where do I want to live?', 'Where do I live?'].map(asksForWishes)).toEqual([true, false])
})
