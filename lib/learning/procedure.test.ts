import { describe, expect, it } from 'vitest'
import { isSameLesson } from './known-strategies'
import { comparedText, procedureOf } from './procedure'
import { cosine, rarityOf, termsOf, weightsOf } from './similar'

const learnedFrom = (userText: string, ...tools: string[]) =>
  procedureOf(
    { userText, tools: tools.map((name) => ({ name, ok: true })) } as Parameters<typeof procedureOf>[0],
    '',
  )
const contentOf = (userText: string, ...tools: string[]) => learnedFrom(userText, ...tools)?.content ?? ''

function alike(a: string, b: string): number {
  const both = [a, b].map((content) => termsOf(comparedText(content)))
  const [first = new Map(), second = new Map()] = both.map((terms) => weightsOf(terms, rarityOf(both)))
  return cosine(first, second)
}
const many = ['list_files', 'read_file', 'write_file', 'recall', 'calculate', 'set_state', 'search_web']

describe('what a turn did', () => {
  it.each([
    ['only looked into memory', 'What is my cat called?', ['recall_context']],
    ['looked into memory and ended', 'What is my cat called?', ['recall_context', 'complete_task']],
    ['has a message without words of its own', 'And then?', ['list_files', 'read_file']],
  ])('is no procedure if it %s', (_, userText, tools) => {
    expect(learnedFrom(userText, ...tools)).toBeNull()
  })

  it('is one, named by what was asked, if it took more than one way into memory or another tool', () => {
    expect(learnedFrom('How often did I mention Anna?', 'search_memories', 'analyze_patterns')).toMatchObject(
      {
        title: 'Steps for “How often did I mention Anna?”',
        content:
          'For “How often did I mention Anna?”, these steps in this order gave a good answer: search_memories, analyze_patterns.',
      },
    )
    expect(learnedFrom('List my files', 'list_files', 'complete_task')?.content).toMatch(/: list_files\.$/)
    expect(learnedFrom(`List ${'all my files '.repeat(9)}`, 'list_files')?.title).toMatch(
      /^Steps for “List .{40,60} all…”$/,
    )
    const long = learnedFrom(`List ${'every photograph '.repeat(30)}`, 'list_files')
    expect(long?.title).toBe('Steps for “List every photograph every photograph every photograph…”')
    expect(long?.content).toMatch(/^For “List (every photograph )*every( photograph)?…”, these steps/)
  })
})

describe('measured procedures', () => {
  it.each([
    ['other messages and tools', 'List my files', ['list_files'], 'What did I say about Anna?', ['recall']],
    [
      'other messages with one tool',
      'Which files are about ferries?',
      ['list_files'],
      'Count my photos',
      ['list_files'],
    ],
    [
      'other messages with many equal tools',
      'Write the ferry timetable',
      many,
      'Compare two bank accounts',
      many,
    ],
  ])('are unlike for %s', (_, one, tools, other, others) => {
    expect(alike(contentOf(one, ...tools), contentOf(other, ...others))).toBeLessThan(0.6)
  })

  it('are one for the same message and tools, even if calls failed on the way', () => {
    const failed = contentOf('List my files', 'list_files').concat(' 1 of 2 calls failed on the way.')
    expect(isSameLesson(contentOf('list my FILES?', 'list_files'), failed)).toBe(true)
  })

  it('are not one for the same message with other tools', () => {
    expect(isSameLesson(contentOf('List my files', 'list_files'), contentOf('List my files', 'recall'))).toBe(
      false,
    )
  })

  it('are compared as a whole once a person has rewritten them', () => {
    expect(comparedText('List the files before you read one.')).toBe('List the files before you read one.')
  })
})
