import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { limits } from '@/lib/shared/limits'
import { cpuMs } from '@/lib/shared/testing-cpu'
import { rollUpChoices, rollUpExtractively } from './roll-up'
import { SPEAKERS, summariseExtractively, type TurnToSummarise } from './summarise'
import { distinctNames, SEED, thing } from './text/testing-words'
import { wordsOf } from './text/words'

const turn = (more: Partial<TurnToSummarise>): TurnToSummarise => ({
  userText: '',
  answer: '',
  thoughts: [],
  tools: [],
  ...more,
})
const all = ({ summary, insights }: { summary: string; insights: string[] }) =>
  `${summary}\nInsights: ${insights.join('; ')}`
const FRAME = new Set([
  'turn',
  'the',
  'user',
  'said',
  'asked',
  'answer',
  'insights',
  'name',
  'lives',
  'in',
  'failed',
])
/** Words of a summary that neither the turn nor the frame holds. */
const invented = (summary: string, source: string) => {
  const known = new Set(wordsOf(source).map((word) => word.lower))
  return wordsOf(summary).filter(
    (word) => !known.has(word.lower) && !FRAME.has(word.lower) && !/^\d+$/.test(word.lower),
  )
}

describe('the deterministic summary of a turn', () => {
  it('keeps what the user stated, word for word, and the names of tools', () => {
    fc.assert(
      fc.property(distinctNames(2), thing, ([a = '', b = ''], owned) => {
        const source = turn({
          userText: `Good day. My ${owned} is called ${a}. Thanks.`,
          answer: `A fine choice was ${b} beach. Bye.`,
          tools: [{ name: 'write_file', args: { path: `${b}.md` }, ok: false, result: '' }],
        })
        const made = summariseExtractively(source)
        expect(made.summary).toContain(`${SPEAKERS.said} My ${owned} is called ${a}.`)
        expect(made.summary).toContain(`${SPEAKERS.answered} A fine choice was ${b} beach.`)
        expect(made.insights).toEqual([`write_file ${b}.md failed`])
        expect(invented(all(made), JSON.stringify(source))).toEqual([])
      }),
      { seed: SEED, numRuns: 40 },
    )
  })

  it('stays within the limits for any text, in any script', () => {
    const text = fc.oneof(
      fc.lorem({ mode: 'sentences', maxCount: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 2_000 }),
      fc.constantFrom('猫は可愛い。'.repeat(300), 'x'.repeat(5_000), 'Привет мир. '.repeat(200)),
    )
    fc.assert(
      fc.property(text, text, (userText, answer) => {
        const made = summariseExtractively(turn({ userText, answer, thoughts: [answer] }))
        expect(countTokens(all(made))).toBeLessThanOrEqual(limits.summary.maxTokens + 10)
        expect(made.summary.length).toBeLessThanOrEqual(limits.summary.maxChars)
        expect(made.insights.length).toBeLessThanOrEqual(limits.summary.maxInsights)
        if (/\p{L}{2}/u.test(userText)) expect(made.summary).not.toBe('')
      }),
      { seed: SEED, numRuns: 60 },
    )
  })

  it('negative control: the check for invented words sees one', () => {
    expect(invented('The user said: sunshine', 'rain')).toHaveLength(1)
  })
})

describe('a summary of a conversation that names its speakers', () => {
  const speakers = { user: 'Caroline', assistant: 'Melanie' }
  const made = (userText: string, answer: string, names: TurnToSummarise['speakers'] = speakers) =>
    summariseExtractively({ ...turn({ userText, answer }), ...(names ? { speakers: names } : {}) })

  it('calls each by name, a picture a picture, and an assistant of elsewhere by its own name', () => {
    expect(made('I went to a pottery class.', 'I swim at the lake').summary).toBe(
      'Caroline said: I went to a pottery class. Melanie said: I swim at the lake.',
    )
    expect(made('Where do you swim?', 'I swim at the lake.').summary).toBe(
      'Caroline asked: Where do you swim? Melanie said: I swim at the lake.',
    )
    expect(made('I paint wooden fences.\n🖼 a photo of a blue bowl', 'I swim at the lake.').summary).toBe(
      'Caroline said: I paint wooden fences. Caroline shared a picture: a photo of a blue bowl. Melanie said: I swim at the lake.',
    )
    expect(made('My roses have aphids.', 'Spray them with soap.', { assistant: 'ChatGPT' }).summary).toBe(
      'The user said: My roses have aphids. ChatGPT answered: Spray them with soap.',
    )
    expect(made('I live in Graz. It is windy here. I swim a lot. I have two cats.', '').insights).toEqual([
      'Caroline said: I have two cats.',
    ])
  })

  it('has more of the answer as insights, after what is in the summary', () => {
    const answer =
      'Spray them with soap. Ladybirds eat aphids too. Cut off the worst shoots. Ants protect them.'
    const told = summariseExtractively(turn({ userText: 'My roses have aphids.', answer }))
    expect(told.summary).toContain('The answer: Spray them with soap. Ladybirds eat aphids too.')
    expect(told.insights).toEqual(['The answer: Cut off the worst shoots.', 'The answer: Ants protect them.'])
  })

  it('keeps them apart in a roll-up, also where one quotes another', () => {
    const first = made(
      'I met Bob today. Bob said: I like snow very much. Then we drank some tea together.',
      'The lake was freezing cold this morning',
    )
    expect(first.summary).toMatch(/Caroline said: Bob said: I like snow/)
    const { summary } = rollUpExtractively([
      { from: 1, to: 1, ...first },
      { from: 2, to: 2, ...made('I painted a wooden fence', 'Wow, that fence needs colour') },
    ])
    expect(summary).toContain('Turn 2: Caroline said: I painted a wooden fence.')
    expect(summary).toContain('Melanie said: The lake was freezing cold this morning.')
    expect(summary).not.toMatch(/(?<!Caroline said: )Bob said/)
    const quoting = {
      from: 1,
      to: 1,
      summary: 'Caroline said: I met Bob today. Caroline said: Bob said: I like snow. Then we drank tea.',
      insights: [],
    }
    expect(rollUpExtractively([quoting]).summary).toContain('Caroline said: Then we drank tea.')
  })
})

describe('a roll-up', () => {
  it('takes one of each meaning where it has vectors, not only what has the rarest words', () => {
    const boats = Array.from(
      { length: 12 },
      (_, i) => `I saw the ${'q'.repeat(i + 4)} schooner off Zandvoort.`,
    )
    const said = [...boats.slice(0, 6), 'I saw it off Zandvoort.', ...boats.slice(6)]
    const items = said.map((text, i) => ({
      from: i + 1,
      to: i + 1,
      summary: `The user said: ${text}`,
      insights: [],
    }))
    const vectors = rollUpChoices(items).map(
      (text) => new Float32Array(text.includes('saw it') ? [0, 1] : [1, 0]),
    )
    expect(rollUpExtractively(items).summary).not.toContain('saw it')
    expect(rollUpExtractively(items, vectors).summary).toContain(
      'Turn 7: The user said: I saw it off Zandvoort.',
    )
  })

  it('keeps statements with their turn numbers, through two levels, within the limits', () => {
    fc.assert(
      fc.property(distinctNames(20), (names) => {
        const summaries = names.map((name, i) => ({
          from: i + 1,
          to: i + 1,
          ...summariseExtractively(turn({ userText: `I moved to ${name}.`, answer: 'Noted.' })),
        }))
        const first = rollUpExtractively(summaries.slice(0, 10))
        const second = rollUpExtractively([
          { from: 1, to: 10, ...first },
          { from: 11, to: 20, ...rollUpExtractively(summaries.slice(10)) },
        ])
        for (const made of [first, second]) {
          expect(countTokens(all(made))).toBeLessThanOrEqual(limits.summary.maxTokens + 10)
          const marked = [...made.summary.matchAll(/Turn (\d+): The user said: I moved to (\w+)\./g)]
          expect(marked.length).toBeGreaterThanOrEqual(5)
          for (const [, number, name] of marked) expect(names[Number(number) - 1]).toBe(name)
        }
      }),
      { seed: SEED, numRuns: 20 },
    )
  })
})

it('does not read arguments of tools that are far longer than a summary', () => {
  const tools = Array.from({ length: 20 }, (_, i) => ({
    ...{ name: 'read_file', ok: false, result: '', args: { path: `${i} ${'not a path '.repeat(35_000)}` } },
  }))
  const summary = () => summariseExtractively(turn({ userText: 'Read it.', tools })).insights.join(' ')
  expect(cpuMs(() => expect(summary()).toContain('read_file 0 not a path'))).toBeLessThan(80)
})
