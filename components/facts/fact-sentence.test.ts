import { describe, expect, it } from 'vitest'
import { factSentence, rowWords } from './fact-sentence'

const said = (line: string) => {
  const [subject = '', predicate = '', object = ''] = line.split('|')
  const { lead, value } = rowWords({ subject, predicate, object })
  return [`${lead} ${value}`, factSentence({ subject, predicate, object })]
}

describe('a fact as a sentence', () => {
  it.each([
    ['user|owns|dog', 'You own a dog', 'You own a dog'],
    ['user|owns|two cats', 'You own two cats', 'You own two cats'],
    ['user|lives in|Cork', 'You live in Cork', 'You live in Cork'],
    ['user|studies|law', 'You study law', 'You study law'],
    ['user|born in|Leeds', 'You were born in Leeds', 'You were born in Leeds'],
    ['sister|born in|Cork', 'Was born in Cork', 'Sister was born in Cork'],
    ['user|teaches|maths', 'You teach maths', 'You teach maths'],
    ['user|is|vegetarian', 'You are vegetarian', 'You are vegetarian'],
    ['user|owns|not goldfish', 'You do not own a goldfish', 'You do not own a goldfish'],
    ['sister|allergic to|peanuts', 'Is allergic to peanuts', 'Sister is allergic to peanuts'],
    ['Declan|works as|electrician', 'Works as an electrician', 'Declan works as an electrician'],
    ['Declan|works as|not nurse', 'Does not work as a nurse', 'Declan does not work as a nurse'],
    ['Declan|likes|not tea', 'Does not like tea', 'Declan does not like tea'],
    ['user|works at|not any more', 'You no longer work', 'You no longer work'],
    ['sister|works at|not any more', 'No longer works', 'Sister no longer works'],
    ['dog|name|Rex', 'Name: Rex', 'Dog: name Rex'],
    ['user|hobbies|chess', 'Hobbies: chess', 'You: hobbies chess'],
    ['user|summer house in|Skerries', 'Summer house in: Skerries', 'You: summer house in Skerries'],
  ])('%s', (line, row, sentence) => expect(said(line)).toEqual([row, sentence]))
})
