import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mark, SearchExcerpt } from '@/lib/shared/memory/search'
import { words } from '@/lib/shared/words'
import { cpuMs } from '../testing-cpu'
import { factSentence, rowWords } from './fact-sentence'
import { factNorm } from './facts'
import { kindOfFact, predicateKind } from './predicates'
import { fromMatch, plainLine, readable } from './readable'

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

describe('kindOf', () => {
  it.each([
    [
      'health',
      ['diagnosed with', 'was diagnosed with', 'diagnosed in 2019 with', 'has condition', 'condition'],
    ],
    ['health', ['takes', 'takes daily', 'medication', 'injured', 'surgery', 'had surgery', 'is pregnant']],
    ['allergy', ['allergic to', 'is severely allergic to', 'food allergies', 'intolerant to']],
    ['diet', ['diet', 'avoids', 'does not eat', 'dietary restrictions']],
    ['name', ['name', 'is called', 'Full name']],
    [
      'family',
      ['wife', "wife's name", 'partner', 'younger son', 'children', 'dog', 'dog name', 'has a cat', 'pets'],
    ],
    ['work', ['works at', 'employer', 'current job', 'works part-time at', 'free day']],
    ['home', ['lives in', 'home', 'house', 'lives with']],
    ['language', ['speaks', 'native language']],
  ] as const)('is %s of %j', (kind, predicates) => {
    expect(predicates.map((one) => predicateKind(one))).toEqual(predicates.map(() => kind))
  })

  it.each(['likes', 'builder name', 'total budget', 'favourite food', 'owns', ''])('is none of %j', (one) => {
    expect(predicateKind(one)).toBeUndefined()
  })

  const of = (predicate: string, object: string) => kindOfFact({ subject: 'user', predicate, object })

  it.each([
    ...['Hashimoto', "Hashimoto's since 2015", 'lupus', 'Crohn', "Crohn's disease", 'PCOS', 'MS', 'epilepsy'],
    ...[
      'ADHD and autism',
      'type 1 diabetes',
      'diabetes, well controlled',
      'migraine with aura',
      'coeliac disease',
    ],
    ...['endometriosis', 'rheumatoid arthritis', 'hypothyroidism', 'fibromyalgia', 'a brother with asthma'],
    ...[
      'high blood pressure',
      'coeliakie',
      'Zöliakie',
      'an underactive thyroid',
      'anaemia',
      'bipolar disorder',
    ],
  ])('has = %s is of health', (illness) => {
    expect([of('has', illness), of('lives with', illness)]).toEqual(['health', 'health'])
  })

  it.each(['boat', 'MS degree', 'nostalgia for Graz', 'allotment', 'two meetings', 'me', 'add-on'])(
    'has = %s is not',
    (object) => {
      expect(of('has', object)).toBeUndefined()
    },
  )

  it('is health for a back that hurts, not for somebody who comes back', () => {
    const kinds = (...predicates: string[]) => predicates.map((one) => predicateKind(one))
    expect(kinds('brings him back', 'came back', 'brought her back')).toEqual(Array(3).fill(undefined))
    expect(kinds('back', 'lower back', 'injured her back')).toEqual(Array(3).fill('health'))
  })

  it('of somebody who is called like an illness is that of the predicate', () => {
    expect(predicateKind('Mrs Parkinson')).toBeUndefined()
    expect([of('lives with', 'Anna'), of('works as', 'diabetes nurse')]).toEqual(['home', 'work'])
  })

  it('is told by the value of what somebody is or has', () => {
    expect([of('has', 'type 2 diabetes'), of('is', 'vegan'), of('owns', 'dog'), of('has', 'boat')]).toEqual([
      'health',
      'diet',
      'family',
      undefined,
    ])
  })
})

it('the end of a long text full of dots is found without reading it again for each of them', () => {
  const time = (dots: number) =>
    Math.min(...Array.from({ length: 3 }, () => cpuMs(() => factNorm(`${'…'.repeat(dots)} x`))))
  time(5_000)
  expect(time(20_000) / Math.max(2, time(5_000))).toBeLessThan(8)
})

const excerpt = (text: string, marks: Mark[] = []): SearchExcerpt => ({
  text,
  marks,
  before: false,
  after: false,
})
const marked = ({ text, marks }: SearchExcerpt) => marks.map(([start, end]) => text.slice(start, end))
/** Marks for every word of a text. */
const all = (text: string) => words(text).map(({ start, end }): Mark => [start, end])

describe('an excerpt of machine text', () => {
  it.each([
    [
      'code fences',
      'Run this:\n\n```bash\nnpm  run\tbuild\n```\nand wait.',
      'Run this: npm run build and wait.',
    ],
    [
      'headings and bold text',
      '## Plan\n\n**First** the ***roof***, then `paint()`.\n# End',
      'Plan First the roof, then paint(). End',
    ],
    [
      'citations',
      'You told me: “Mango.” [turn 1 of conversation conv_5iuez4f4l67x] Earlier: “Kiwi” [turns 2, 3].',
      'You told me: “Mango.” Earlier: “Kiwi”.',
    ],
    [
      'a citation cut off by the end',
      'You told me: “Mango.” [turn 13 of conversation conv_dc99c3d0e6',
      'You told me: “Mango.”',
    ],
    [
      'JSON',
      '{\n  "name": "Ada",\n  "said": "one\\ntwo \\"three\\""\n}',
      '{ "name": "Ada", "said": "one two "three"" }',
    ],
    [
      'quotations',
      '> Saturday, 10 to 1.\n>\n> > Free, if a > b.\n>>> print',
      'Saturday, 10 to 1. Free, if a > b. >>> print',
    ],
    ['tables', 'Plan:\n\n| a | b |\n|---|:--:|\n| -1 | 2 |', 'Plan: · a · b · -1 · 2'],
    ['a table without its beginning', 'a | b |\n| 1 | 2 |\n', 'a · b · 1 · 2'],
    ['a row that a summary quotes', 'The answer: | flex | 10 m | £14 |', 'The answer: · flex · 10 m · £14'],
    ['lists', 'Gaps:\n\n- the *owner* and\n- [ ] a date\n1. one', 'Gaps: the owner and · a date 1. one'],
    ['links and what is struck', 'See [the plan](https://a.b/c) ~~and~~ this.', 'See the plan and this.'],
    ['stars that are none', '5 * 3 * 2, *.ts and a*b*c', '5 * 3 * 2, *.ts and a*b*c'],
    ['no table', 'ls | sort || true', 'ls | sort || true'],
    [
      'JSON, with a path in it',
      String.raw`{"at": "C:\\notes", "n": "a\nb"}`,
      String.raw`{"at": "C:\notes", "n": "a b"}`,
    ],
    ['no JSON, with a path in it', String.raw`See  C:\notes`, String.raw`See C:\notes`],
    [
      'powers, lists, names and rooms',
      '2**3 is 8, __init__ is a name, room #4 is free, a - b',
      '2**3 is 8, __init__ is a name, room #4 is free, a - b',
    ],
  ])('is read without the noise of %s', (_, text, said) => expect(readable(excerpt(text)).text).toBe(said))

  it('is one line of plain text', () => {
    expect(plainLine('  # Plan\n\n- **one**\n- two ')).toBe('Plan · one · two')
  })

  it('that is plain text is the very same', () => {
    const plain = excerpt('Nothing to leave out, at all.', [[0, 7]])
    expect(readable(plain)).toBe(plain)
  })

  it('never loses a marked word or puts a mark outside, whatever is in it', () => {
    const piece = fc.constantFrom(
      'roof',
      'red',
      ' ',
      '  ',
      '\n',
      '```',
      '```js',
      '`',
      '**',
      '*',
      '#',
      '# ',
      '> ',
      '\\n',
      '\\"',
      '{"',
      '":',
      '---',
      '|',
      '\t',
      'é',
      '😀',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const before = excerpt(text, all(text))
        const after = readable(before)
        expect(marked(after)).toEqual(marked(before))
        for (const [start, end] of after.marks) expect(start >= 0 && end <= after.text.length).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

it('begins shortly before the first match, on a word', () => {
  const text = 'I have written budget.md with your five lines, and insurance is one of them.'
  const at = text.indexOf('insurance')
  const cut = fromMatch(excerpt(text, [[at, at + 9]]))
  expect([cut.text, marked(cut), cut.before]).toEqual([
    'with your five lines, and insurance is one of them.',
    ['insurance'],
    true,
  ])
  const near = excerpt('The insurance is paid.', [[4, 13]])
  expect(fromMatch(near)).toBe(near)
})
