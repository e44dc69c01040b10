/** @module-tag full */
import { describe, expect, it } from 'vitest'
import { factsAnswering } from '@/lib/heuristics/fact-finding/asked'
import { meantBy } from '@/lib/heuristics/fact-finding/entities'
import { asksAll, isQuestionText, messageKind } from '@/lib/heuristics/question'
import { redact } from '@/lib/heuristics/redact/redact'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { edgesOf, edgesOfAll, LOOKED_AT } from '@/lib/heuristics/text/edges'
import { titleOf } from '@/lib/heuristics/titles/title'
import { build, parse } from '@/lib/prompts/fence'
import { limits } from '@/lib/shared/limits'
import { cpuMs } from '@/lib/shared/testing-cpu'
import { countTokens } from '../tokens'
import { commandsIn, told } from './act/grammar'
import { queryOf } from './answer/query'
import { viewOf } from './view'

const LONG = limits.message.maxChars
const PATTERNS = [
  '!',
  "'a ",
  " 'a",
  '„a',
  '“',
  '«',
  '```',
  '`a\n',
  '[',
  '\n',
  '\t',
  '。',
  '1) ',
  'search ',
  'okay so ',
  'replace a with ',
  'my cat is ',
  'hab ich dir ',
  'turn 1, ',
  'aB',
].flatMap((unit) => ['', 'write '].map((verb) => ({ verb, unit })))
const repeated = ({ verb, unit }: { verb: string; unit: string }, chars: number) =>
  `${verb}${unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)}x`

const cost = (work: () => unknown) => Math.min(cpuMs(work), cpuMs(work))
const READERS: Record<string, (text: string) => unknown> = {
  commandsIn,
  told,
  queryOf: (text) => queryOf(edgesOf(text)),
  messageKind,
  meantBy: (text) => meantBy(text, ['cat', 'sister']),
  factsAnswering: (text) => factsAnswering(text, [{ subject: 'cat', predicate: 'name', object: 'Miso' }]),
  titleOf,
  countTokens,
  redact,
  summary: (text) => summariseExtractively({ userText: text, answer: text, thoughts: [text], tools: [] }),
  fence: (text) => parse(build([{ name: 'task', note: '', items: [{ attributes: {}, text }] }])),
}
/** Four times the text may take this much longer, and what a collection of garbage takes. */
const [GROWTH, PAUSE_MS] = [8, 80]

describe('messages made to be slow to read', () => {
  it.each(Object.entries(READERS))('%s takes time in proportion to their length', (_name, read) => {
    const grown = PATTERNS.map((pattern) => {
      const short = cost(() => read(repeated(pattern, LONG / 4)))
      return { pattern, short, long: cost(() => read(repeated(pattern, LONG))) }
    })
    expect(grown.filter(({ short, long }) => long > GROWTH * short + PAUSE_MS)).toEqual([])
  })

  it('are looked at by their edges, cut between words', () => {
    const text = Array.from({ length: 3_000 }, (_, at) => `word${at}`).join(' ')
    const [head = '', tail = ''] = edgesOf(text).split('\n')
    expect(head.length + tail.length).toBeLessThanOrEqual(LOOKED_AT)
    expect(text.startsWith(`${head} `)).toBe(true)
    expect(text.endsWith(` ${tail.trim()}`)).toBe(true)
    expect(edgesOf('short')).toBe('short')
    expect(
      edgesOfAll(['short', 'x'.repeat(10_000), 'y'.repeat(10_000)], 1_000).map((one) => one.length),
    ).toEqual([5, 497, 497])
  })

  it('are looked at by their edges for what they ask for', () => {
    const long = 'What do you know about me? '
    const aside = `${'It rains. '.repeat(2_000)}${long}${'It rains. '.repeat(2_000)}`
    expect([asksAll(`${long}${aside}`), asksAll(aside)]).toEqual([true, false])
    expect(isQuestionText(`${'Why? '.repeat(2_000)}It rains. ${'Why? '.repeat(2_000)}`)).toBe(true)
  })

  it('are whole for the commands in them, and bounded for all other rules', () => {
    const message = `write a.md: ${'a '.repeat(LONG / 2)}`
    const items = Array.from({ length: 10 }, () => ({
      attributes: { who: 'user' },
      text: 'My cat is red. '.repeat(2_000),
    }))
    const view = viewOf({
      prompt: [
        {
          role: 'user',
          content: [
            {
              type: 'text',
              text: build([
                { name: 'window', note: '', items },
                { name: 'task', note: '', items: [{ attributes: { who: 'user' }, text: message }] },
              ]),
            },
          ],
        },
      ],
    })
    expect(view.message).toBe(message)
    expect(view.task.length).toBeLessThanOrEqual(LOOKED_AT)
    const read = view.sections
      .flatMap((section) => section.items)
      .reduce((sum, { text }) => sum + text.length, 0)
    expect(read).toBeLessThanOrEqual(64_000)
  })
})
