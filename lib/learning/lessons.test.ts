import { describe, expect, it } from 'vitest'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { isRefusal, priorOf, readLesson, strategyFrom } from './lessons'
import { tagsOf } from './trajectory'

const CONTENT = 'Read the file again after it was changed by somebody else.'
const written = (over: object = {}) => ({
  ...{
    kind: 'principle' as const,
    section: 'heu' as const,
    title: 'Files',
    description: '',
    content: CONTENT,
  },
  ...{ tags: ['files'], ...over },
})

describe('a lesson', () => {
  it('is at least 20 characters long after redaction, and every field is redacted', () => {
    expect(isRefusal(readLesson(written({ content: 'x'.repeat(19) }), ''))).toBe(true)
    const email = 'Ask joe@example.com before the file is read again.'
    const read = readLesson(
      written({ content: email, title: email, tags: ['joe@example.com'] }),
      'joe@example.com',
    )
    expect(JSON.stringify(read)).not.toContain('joe@')
  })

  it.each([
    'See http://a.example for the file before it is read.',
    'See WWW.example.org for the file before it is read.',
    'Open a.example.com/files before the file is read again.',
    'Open 0b0e7a0c-6f0a-4b7e-9d53-0a8b7c1d2e3f before the file is read.',
    'Do what mis-00042 says before the file is read again.',
    'Use d41d8cd98f00b204e9800998ecf8427e before the file is read again.',
  ])('is refused: %s', (content) => {
    expect(readLesson(written({ content }), '')).toHaveProperty('reason')
  })

  it.each([
    'Use version 1.2.3 of node.js and port 3000 for the server.',
    'Call str-replace, then read package.json again.',
  ])('is kept: %s', (content) => {
    expect(readLesson(written({ content }), '')).toMatchObject({ content })
  })

  it('counts as reliable as its judge was sure, from .5', () => {
    expect(priorOf({ label: 'success', confidence: 1 })).toBe(0.75)
    expect(priorOf({ label: 'success', confidence: 0.8 })).toBeCloseTo(0.6, 12)
    expect(priorOf({ label: 'failure', confidence: 1 })).toBe(0.6)
    expect(priorOf({ label: 'failure', confidence: 0.3 })).toBe(0.5)
  })

  it('waits for approval if its turn read text from outside', () => {
    const lesson = readLesson(written(), '')
    if (isRefusal(lesson)) throw new Error(lesson.reason)
    const from = (tainted: boolean) =>
      strategyFrom(
        lesson,
        { id: 't', userText: 'x'.repeat(9_000), tainted },
        { label: 'success', confidence: 1 },
      )
    expect(from(true)).toMatchObject({ status: 'proposed', untrusted: true })
    expect(from(false)).toMatchObject({ status: 'active', untrusted: false, sources: ['t'] })
    expect(from(false).query).toHaveLength(limitsOfLearning.queryChars)
  })
})

it('the tags of cited strategies are one for each, by the notes or else by the verdict', () => {
  const cited = [
    { id: 'a', shownAs: 'l1' },
    { id: 'b', shownAs: undefined },
  ]
  const said = [
    { id: 'l1', tag: 'neutral' as const },
    { id: 'l1', tag: 'helpful' as const },
    { id: 'l9', tag: 'helpful' as const },
  ]
  const changes = tagsOf('t', cited, { label: 'failure' }, said)
  expect(changes.map((change) => ('tag' in change ? change.tag : null))).toEqual(['neutral', 'harmful'])
})
