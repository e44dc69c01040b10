import { describe, expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import { PREPARED_MODEL } from '@/lib/shared/transfer/transfer'
import { callText, endOfAnswer, momentsOf, momentWords, nextMoment, shownAt, stateOf } from './moment'
import { moment, step, turnWith } from './testing-turn'
import { type Trace, traceOf } from './trace'
import { rowWords } from './trace-row'

const turn = turnWith([
  step('think', 1_000, 1_000, {
    round: 1,
    text: 'I look for it.',
    firstMs: 500,
    tools: [
      { name: 'search_memories', args: { query: 'ferry' }, result: 'Turn 1', at: moment(2_000), ms: 400 },
    ],
    decision: { continueThinking: true, reason: 'More is needed.' },
  }),
  step('act', 3_000, 4_000, { text: 'The ferry leaves at noon.' }),
])
const trace = traceOf(turn) as Trace
const format = formatIn('en')

describe('a moment of a trace', () => {
  it('tells rows that have not begun from those that run and those that are over', () => {
    const states = (at: number) => trace.rows.map((row) => stateOf(row, at))
    expect(states(2_100)).toEqual(['now', 'over', 'now', 'now', 'later'])
    expect(states(7_000)).toEqual(['over', 'over', 'over', 'over', 'over'])
    expect([1, 2, 3].map((at) => stateOf({ start: 2, end: 2 }, at))).toEqual(['later', 'now', 'over'])
  })

  it('is said in words', () => {
    const words = [0, 2_100, 2_700, 7_000].map((at) => momentWords(trace, at, format))
    expect(words).toEqual([
      '0 ms of 7 s: prepare',
      '2.1 s of 7 s: round 1, search_memories',
      '2.7 s of 7 s: between two steps',
      '7 s of 7 s: the end',
    ])
  })

  it('has no time in a turn that was prepared', () => {
    const prepared = turnWith(turn.steps.map((one) => ({ ...one, model: PREPARED_MODEL })))
    const its = traceOf(prepared) as Trace
    expect([0, 7_000].map((at) => momentWords(its, at, format))).toEqual(['Prepare', 'The end'])
    expect(its.rows.map((row) => rowWords(row, format, its.isMeasured)).join()).not.toMatch(
      /\d (?:s|ms)|free|\$/,
    )
  })

  it('counts the turn’s own time, which ends before later calls', () => {
    const later = traceOf(turnWith([...turn.steps, step('summarise', 7_500, 500)])) as Trace
    const words = [6_900, 7_700, 8_000].map((at) => momentWords(later, at, format))
    expect(words).toEqual(['6.9 s of 7 s: answer', 'After the answer: summary', 'After the answer: the end'])
    expect([later, trace].map(endOfAnswer)).toEqual([7_000, null])
  })

  it('leads to the next and the one before', () => {
    const moments = momentsOf(trace)
    expect(moments).toEqual([0, 1_000, 2_000, 2_400, 3_000, 7_000])
    expect([nextMoment(moments, 2_100, 1), nextMoment(moments, 2_100, -1)]).toEqual([2_400, 2_000])
    expect([nextMoment(moments, 7_000, 1), nextMoment(moments, 0, -1)]).toEqual([7_000, 0])
  })
})

describe('what a step had by a moment', () => {
  const at = (ms: number) => shownAt(turn, trace, ms)
  const action = { label: 'Action', text: 'search_memories(query="ferry")' }

  it('is nothing before its first word, then its words, its action and its observation', () => {
    expect(at(0)).toMatchObject({ name: 'Prepare', lines: [] })
    expect(at(1_200)).toEqual({ name: 'Round 1', lines: [], waiting: 'Waiting for the first token.' })
    expect(at(1_750)).toEqual({
      name: 'Round 1',
      lines: [{ label: 'Thought', text: 'I look ' }],
      waiting: 'Writing.',
    })
    const thought = { label: 'Thought', text: 'I look for it.' }
    const decision = { label: 'Action', text: 'continue_thinking: More is needed.' }
    expect(at(2_100)).toEqual({
      name: 'Round 1',
      lines: [thought, action, decision],
      waiting: 'Waiting for tools.',
    })
    expect(at(2_500)).toEqual({
      name: 'Round 1',
      lines: [thought, action, { label: 'Observation', text: 'Turn 1' }, decision],
      waiting: null,
    })
  })

  it('is the answer at the end', () => {
    expect(at(7_000)).toEqual({
      name: 'Answer',
      lines: [{ label: 'Reply', text: 'The ferry leaves at noon.' }],
      waiting: null,
    })
  })

  it('names a call as a person reads it', () => {
    expect(callText({ name: 'recall_context', args: { turnNumbers: [2], limit: 3 } })).toBe(
      'recall_context(turnNumbers=[2], limit=3)',
    )
    expect(callText({ name: 'list_files', args: null })).toBe('list_files()')
  })
})
