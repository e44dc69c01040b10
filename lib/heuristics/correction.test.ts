import { describe, expect, it } from 'vitest'
import { isCorrection } from './correction'

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
