import { describe, expect, it } from 'vitest'
import { factSentence, rowWords } from './fact-sentence'

const said = (line: string) => {
  const [subject = '', predicate = '', object = '', coming] = line.split('|')
  const { lead, value } = rowWords({ subject, predicate, object }, coming)
  return [`${lead} ${value}`.trim(), factSentence({ subject, predicate, object }, coming)]
}

describe('a fact on screen', () => {
  it.each([
    ['user|rent|1,300 euros', 'Rent: 1,300 euros', 'Rent: 1,300 euros'],
    ['user|works at|LUMC|1 February 2027', ...Array(2).fill('From 1 February 2027: works at LUMC')],
    ['user|lives in|Cork', 'Lives in: Cork', 'Lives in: Cork'],
    ['user|is|vegetarian', 'Vegetarian', 'Vegetarian'],
    ['user|Lieblingstee|Ostfriesen', 'Lieblingstee: Ostfriesen', 'Lieblingstee: Ostfriesen'],
    ['Declan|works as|not nurse', 'Works as: not nurse', 'Declan: works as not nurse'],
    ['user|works at|not any more', 'Works at: no longer', 'Works at: no longer'],
    ['dog|name|Rex', 'Name: Rex', 'Dog: name Rex'],
    ['sister|lives in|Cork|May 3', 'From May 3: lives in Cork', 'Sister: lives in Cork (from May 3)'],
    ['launch|is|on Friday', 'On Friday', 'Launch: on Friday'],
  ])('%s', (line, row, sentence) => expect(said(line)).toEqual([row, sentence]))
})
