import { describe, expect, it } from 'vitest'
import type { Recall } from '@/lib/shared/turn/events'
import type { InspectedStep, InspectedTurn } from '@/lib/shared/turn/inspector'
import { formatIn } from '../ui/words/format'
import {
  differenceWords,
  lineKind,
  lineRuns,
  requestWords,
  shownIn,
  stepName,
  textsBefore,
} from './step-words'

const step = (over: Partial<InspectedStep>) =>
  ({ attempt: 1, phase: 'act', round: null, tools: [], ...over }) as unknown as InspectedStep

describe('the name of a step', () => {
  it('is its round or what it did, and no two calls have the same', () => {
    const steps = [
      step({ phase: 'think', round: 1 }),
      step({ phase: 'think', round: 2 }),
      ...['edit_file', 'read_file'].map((name) => step({ tools: [{ name }] as InspectedStep['tools'] })),
      step({}),
      step({ tools: [{ name: 'complete_task' }] as InspectedStep['tools'] }),
      step({ phase: 'summarise' }),
    ]
    expect(steps.map((entry) => stepName(entry, steps))).toEqual([
      'Round 1',
      'Round 2',
      'Tool step 1',
      'Tool step 2',
      'Answer, try 1',
      'Answer, try 2',
      'Summary',
    ])
  })

  it('says that a round was asked again for its decision', () => {
    const steps = [
      step({ phase: 'think', round: 1, index: 0 }),
      step({ phase: 'think', round: 1, index: 1 }),
      step({ phase: 'think', round: 2, index: 2 }),
      step({ index: 3 }),
    ]
    expect(steps.map((entry) => stepName(entry, steps))).toEqual([
      'Round 1',
      'Round 1, again',
      'Round 2',
      'Answer',
    ])
  })

  it('has the attempt when the turn had several', () => {
    const steps = [step({}), step({ attempt: 2 })]
    expect(steps.map((entry) => stepName(entry, steps))).toEqual(['Answer, attempt 1', 'Answer, attempt 2'])
  })
})

it('the texts of the call before a call are those of its attempt that thinks or answers', () => {
  const prompt = (...texts: number[]) => ({
    ...{ system: [], tools: null, exchanges: { section: 'steps', text: 9, tokens: 1 } },
    user: texts.map((text) => ({ section: 'task', text, tokens: 1 })),
  })
  const steps = [
    step({ phase: 'classify', prompt: prompt(1) }),
    step({ phase: 'think', prompt: prompt(2, 3) }),
    step({ prompt: prompt(2, 4) }),
    step({ phase: 'notes', prompt: prompt(5) }),
    step({ attempt: 2, prompt: prompt(6) }),
  ]
  const before = steps.map((one) => textsBefore(one, steps))
  expect(before).toEqual([null, null, new Set([2, 3, 9]), null, null])
})

describe('a recall in words', () => {
  const recall = (request: Recall['request']) => ({ request }) as Recall
  it('says what was looked for', () => {
    const words = (request: Recall['request']) =>
      requestWords(recall(request), (at) => at.toISOString().slice(0, 10))
    expect(words({ turnNumbers: [1, 4], keywords: ['ferry', 'price list'] })).toBe(
      'message 1, 4, and “ferry” “price list”',
    )
    expect(words({})).toBe('anything related')
    expect(words({ keywords: ['ferry'], from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' })).toBe(
      '“ferry”, 2026-03-01 to 2026-03-31',
    )
  })

  it('says which prompt held it first', () => {
    const steps = [step({ id: 's1', phase: 'think', round: 1 }), step({ id: 's2' })]
    const turn = { steps } as InspectedTurn
    const of = (stepId: string, injectedStepId: string | null) =>
      shownIn(turn, { recall: recall({}), stepId, injectedStepId })
    expect([of('s1', 's2'), of('s2', null), of('s1', null)]).toEqual([
      'first shown in Answer',
      'returned as the tool’s result',
      'not quoted: already in the prompt, or no room left',
    ])
  })
})

describe('a line of a prompt', () => {
  it('is known as ours or as quoted material, which cannot pose as ours', () => {
    const kinds = [
      '=== task ===',
      '# Round 1',
      '--- who=user',
      '| === task ===',
      '| # note',
      '| --- who=user',
      '|',
      '{"name":"x"}',
    ].map(lineKind)
    expect(kinds).toEqual(['heading', 'note', 'item', 'quote', 'quote', 'quote', 'quote', 'plain'])
  })
})

describe('the difference of two counts', () => {
  it('is a share of our estimate', () => {
    const format = formatIn('en')
    expect([
      differenceWords(110, 100, format),
      differenceWords(90, 100, format),
      differenceWords(100, 100, format),
      differenceWords(5, 0, format),
    ]).toEqual(['+10%', '−10%', '±0%', '–'])
  })
})

describe('the lines of a prompt', () => {
  it('are one run where they are of one kind, and stay the text', () => {
    const text = '=== question ===\n| a\n|\n| b\n--- item\nend'
    const runs = lineRuns(text)
    expect(runs.map(({ kind }) => kind)).toEqual(['heading', 'quote', 'item', 'plain'])
    expect(runs.map((run) => run.text).join('')).toBe(text)
    expect(lineRuns('| x\n'.repeat(50_000))).toHaveLength(1)
  })
})
