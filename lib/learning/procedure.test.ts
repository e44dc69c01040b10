import { describe, expect, it } from 'vitest'
import { isSameLesson } from './known-strategies'
import { comparedText, procedureOf } from './procedure'
import { cosine, rarityOf, termsOf, weightsOf } from './similar'
import type { Trajectory } from './trajectory'

const learnedFrom = (userText: string, ...tools: string[]) =>
  procedureOf(
    { userText, tools: tools.map((name) => ({ name, ok: true })) } as Parameters<typeof procedureOf>[0],
    '',
  )
/** The title of what some tools did, each with the file it was used on. */
const titleOf = (...done: [name: string, path?: string][]) => {
  const tools = done.map(([name, path]) => ({ name, args: path ? { path } : {}, ok: true, result: '' }))
  return procedureOf({ userText: 'Plan the café', tools } as unknown as Trajectory, '')?.title
}
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

  it('is one, named by what was done, if it took more than one way into memory or another tool', () => {
    expect(learnedFrom('How often did I mention Anna?', 'search_memories', 'analyze_patterns')).toMatchObject(
      {
        title: 'Search memories, then analyze patterns',
        content:
          'For “How often did I mention Anna?”, these steps in this order gave a good answer: search_memories, analyze_patterns.',
      },
    )
    expect(learnedFrom('List my files', 'list_files', 'complete_task')?.content).toMatch(/: list_files\.$/)
    const long = learnedFrom(`List ${'every photograph '.repeat(30)}`, 'list_files')
    expect(long?.title).toBe('List files')
    expect(long?.content).toMatch(/^For “List (every photograph )*every( photograph)?…”, these steps/)
  })
})

describe('the title of a procedure', () => {
  it('says what was done, in order and with the files', () => {
    expect(titleOf(['edit_file', 'plan.md'])).toBe('Edit plan.md')
    expect(titleOf(['recall_context'], ['write_file', 'a/layout.md'], ['complete_task'])).toBe(
      'Recall context, then write layout.md',
    )
    expect(titleOf(['read_file', 'a.md'], ['read_file', 'b.md'], ['edit_file', 'a.md'])).toBe(
      'Read a.md, read b.md, then edit a.md',
    )
  })

  it('names a step once, and of many the first three', () => {
    const [read, write] = [
      ['read_file', 'a.md'] as [string, string],
      ['write_file', 'b.md'] as [string, string],
    ]
    expect(titleOf(['list_files'], read, ['list_files'], write)).toBe(
      'List files, read a.md, then write b.md',
    )
    expect(titleOf(['list_files'], read, write, ['set_state'], ['recall_context'])).toBe(
      'List files, read a.md, write b.md, then 2 more',
    )
    expect(titleOf(['write_file', `a/${'long '.repeat(50)}name.md`])?.length).toBeLessThan(50)
  })

  it('holds no personal data of a file’s name', () => {
    expect(titleOf(['write_file', 'ann@example.com.md'])).not.toContain('ann@')
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
