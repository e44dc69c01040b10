import { describe, expect, it } from 'vitest'
import { tripleIn } from '@/lib/shared/memory/facts'
import { answerOf } from './asked'

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
  const found = answerOf(question, KNOWN)
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
    const found = answerOf(question, KNOWN)
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
