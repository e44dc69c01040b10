import { pick, type Random, whole } from '../seed/random'
import { madeUpName } from '../seed/vocabulary'

/**
 * A way to state and change something. In the texts `{my}` is the owner ("my", "my sister's"), `{t}` the
 * thing, `{a}` the first value and `{b}` the later one.
 */
export type Kind = {
  name: string
  things: readonly string[]
  value(random: Random): string
  first: readonly string[]
  change: readonly string[]
  question: readonly string[]
}

const list = (text: string) => text.split(',').map((word) => word.trim())
const PLACES = list(
  'the blue drawer,the garden shed,the hall cupboard,the glove box,the attic trunk,the bread tin,the piano stool,the cellar shelf,the laundry basket,the tool box,the top bookcase,the porch bench',
)
const DAYS = list('Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday')
const MONTHS = list('January,February,March,April,June,July,August,September,October,November,December')

const code = (random: Random) => String(whole(random, 1_000, 9_999))
const date = (random: Random) =>
  random() < 0.5
    ? `${pick(random, DAYS)} at ${whole(random, 8, 19)}:${pick(random, ['00', '15', '30', '45'])}`
    : `${whole(random, 1, 28)} ${pick(random, MONTHS)}`

export const KINDS: readonly Kind[] = [
  {
    name: 'name',
    things: list('parrot,cat,boat,tractor,guitar,tortoise,pony,canary,bicycle,hedgehog,sailing dinghy,goat'),
    value: madeUpName,
    first: ['{my} {t} is called {a}.', 'By the way, {my} {t} is named {a}.', 'The name of {my} {t} is {a}.'],
    change: [
      '{my} {t} is now called {b}.',
      'We changed the name of {my} {t} to {b}.',
      'I renamed {my} {t} to {b}.',
      '{my} {t} is no longer called {a} but {b}.',
      'The new name of {my} {t} is {b}.',
      'From now on {my} {t} goes by the name {b}.',
    ],
    question: [
      'What is {my} {t} called?',
      "What's the name of {my} {t}?",
      'Do you know what {my} {t} is named?',
    ],
  },
  {
    name: 'code',
    things: list('locker,alarm,garage,safe,gym bag,letterbox,bike lock,suitcase,voicemail,gate'),
    value: code,
    first: ['The code of {my} {t} is {a}.', '{my} {t} code is {a}.', 'The code for {my} {t} was set to {a}.'],
    change: [
      '{my} {t} code was changed to {b}.',
      'The code for {my} {t} is {b} now.',
      'I changed the code of {my} {t} from {a} to {b}.',
      'Update: {my} {t} has a new code, {b}.',
      'The {t} code {a} is no longer valid for {my} {t}, it is {b}.',
    ],
    question: ['What is the code of {my} {t}?', 'Which code does {my} {t} have?', "What's {my} {t} code?"],
  },
  {
    name: 'date',
    things: list(
      'dentist appointment,piano recital,car inspection,thesis defence,choir rehearsal,eye test,flat viewing,driving lesson,tax interview,fencing class',
    ),
    value: date,
    first: ['{my} {t} is on {a}.', '{my} {t} was planned for {a}.', 'I noted {my} {t} for {a}.'],
    change: [
      '{my} {t} was moved to {b}.',
      '{my} {t} has been postponed to {b}.',
      '{my} {t} is on {b} instead.',
      'They rescheduled {my} {t} from {a} to {b}.',
      '{my} {t} is no longer on {a}, it is on {b}.',
    ],
    question: ['When is {my} {t}?', 'What is the date of {my} {t}?', 'On which day is {my} {t}?'],
  },
  {
    name: 'place',
    things: list(
      'spare key,passport,ladder,sewing kit,stamp album,torch,first aid kit,sleeping bag,drill,globe',
    ),
    value: (random) => pick(random, PLACES),
    first: ['{my} {t} is in {a}.', 'I keep {my} {t} in {a}.', 'I put {my} {t} into {a}.'],
    change: [
      'I moved {my} {t} to {b}.',
      '{my} {t} is now in {b}.',
      '{my} {t} is no longer in {a}, it is in {b}.',
      'I took {my} {t} out of {a} and put it into {b}.',
    ],
    question: ['Where is {my} {t}?', 'Where do I keep {my} {t}?', 'In which place is {my} {t}?'],
  },
  {
    name: 'taste',
    things: list('colour,tea,board game,novel,song,soup,flower,season,cheese,painter'),
    value: madeUpName,
    first: ['{my} favourite {t} is {a}.', '{my} favourite {t} was always {a}.'],
    change: [
      '{my} favourite {t} is {b} now.',
      '{my} favourite {t} has changed to {b}.',
      '{my} new favourite {t} is {b}.',
      '{my} favourite {t} is {b}, no longer {a}.',
    ],
    question: ['What is {my} favourite {t}?', 'Which {t} is {my} favourite?'],
  },
  {
    name: 'person',
    things: list(
      'landlord,accountant,piano teacher,plumber,hairdresser,physiotherapist,gardener,lawyer,tutor,vet',
    ),
    value: madeUpName,
    first: ['{my} {t} is {a}.', '{my} {t} is called {a}.', '{a} is {my} {t}.'],
    change: [
      '{my} new {t} is {b}.',
      '{b} is {my} {t} now.',
      '{my} {t} has changed: it is {b} now.',
      '{a} is no longer {my} {t}, {b} is.',
    ],
    question: ['Who is {my} {t}?', 'What is the name of {my} {t}?', 'What is {my} {t} called?'],
  },
  {
    name: 'price',
    things: list(
      'parking spot,phone plan,gym,allotment,newspaper,music lesson,storage unit,cleaning service',
    ),
    value: (random) => `${whole(random, 11, 190)} euros`,
    first: ['{my} {t} costs {a} a month.', 'The price of {my} {t} was {a} a month.'],
    change: [
      '{my} {t} went up to {b} a month.',
      '{my} {t} costs {b} a month now.',
      'The price of {my} {t} changed from {a} to {b} a month.',
      '{my} {t} no longer costs {a}, it costs {b} a month.',
    ],
    question: [
      'How much does {my} {t} cost?',
      'What does {my} {t} cost a month?',
      'What is the price of {my} {t}?',
    ],
  },
]

/** Facts that each person has once. */
export const ONESELF: readonly Kind[] = [
  {
    name: 'home',
    things: ['home'],
    value: madeUpName,
    first: ['I live in {a}.', 'I have lived in {a} for years.'],
    change: [
      'I moved to {b}.',
      'I no longer live in {a}, I live in {b} now.',
      'We moved from {a} to {b} last week.',
    ],
    question: ['Where do I live?', 'Which town do I live in?', 'Do you know where I live?'],
  },
  {
    name: 'work',
    things: ['work'],
    value: madeUpName,
    first: ['I work at {a}.', 'I work for {a} as a welder.'],
    change: [
      'I work for {b} now.',
      'I no longer work at {a}, I work at {b}.',
      'I switched jobs: I work at {b} now.',
    ],
    question: ['Where do I work?', 'Which company do I work for?', 'Who do I work for?'],
  },
]
