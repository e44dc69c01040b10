import type { PersonFact } from '../persons/person'

/** A statement that is asked for later. */
export type Planted = { statement: string; question: string; fact: PersonFact }

const planted = (statement: string, question: string, fact: [string, string, string]): Planted => {
  const [subject, predicate, object] = fact
  return { statement, question, fact: { subject, predicate, object } }
}

export const PLANTED: readonly Planted[] = [
  planted('Our canary is called Pistachio.', 'What is our canary called?', ['canary', 'name', 'Pistachio']),
  planted('My physiotherapist is Mrs. Adeyemi.', 'Who is my physiotherapist?', [
    'user',
    'physiotherapist',
    'Mrs. Adeyemi',
  ]),
  planted('I moved to Klagenfurt last week.', 'Which town do I live in?', ['user', 'lives in', 'Klagenfurt']),
  planted('I am allergic to walnuts.', 'Which nuts must I not eat?', ['user', 'allergic to', 'walnuts']),
  planted('The train to Bologna leaves at 06:47.', 'When does my train to Bologna leave?', [
    'train to Bologna',
    'leaves at',
    '06:47',
  ]),
  planted('We decided on terracotta tiles for the bathroom.', 'Which bathroom tiles did we decide on?', [
    'bathroom tiles',
    'colour',
    'terracotta',
  ]),
  planted('The roofer asks for 3,860 euros.', 'How much does the roofer ask for?', [
    'roofer',
    'price',
    '3,860 euros',
  ]),
  planted('My daughter Noor plays the oboe.', 'Which instrument does my daughter play?', [
    'Noor',
    'plays',
    'oboe',
  ]),
  planted('The spare key is with Mr. Halloran.', 'Who has the spare key?', [
    'spare key',
    'is with',
    'Mr. Halloran',
  ]),
  planted('My driving test is on 17 November.', 'When is my driving test?', [
    'driving test',
    'date',
    '17 November',
  ]),
]
