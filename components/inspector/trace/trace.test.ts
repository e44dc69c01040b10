import { describe, expect, it } from 'vitest'
import type { InspectedRecall, InspectedTurn } from '@/lib/shared/turn/inspector'
import { moment, step, turnWith } from './testing-turn'
import { type TraceRow, traceOf } from './trace'
import { barOf } from './trace-row'

/** The rows as `depth name start-end`. */
const outline = (turn: InspectedTurn) =>
  traceOf(turn)?.rows.map(({ depth, name, start, end }) => `${'  '.repeat(depth)}${name} ${start}-${end}`)
const rowNamed = (turn: InspectedTurn, name: string) =>
  traceOf(turn)?.rows.find((row) => row.name === name) as TraceRow

describe('the rows of a trace', () => {
  it('are the turn, its preparation, its calls, and the tools below their call', () => {
    const turn = turnWith([
      step('think', 500, 1_000, {
        round: 1,
        tools: [{ name: 'search_memories', at: moment(1_500), ms: 200 }],
      }),
      step('act', 2_000, 5_000),
    ])
    expect(outline(turn)).toEqual([
      'Message 4 0-7000',
      '  Prepare 0-500',
      '  Round 1 500-1700',
      '    search_memories 1500-1700',
      '  Answer 2000-7000',
    ])
  })

  it('have the classifying call and the search for the message in the preparation', () => {
    const call = step('think', 1_000, 500, { round: 1, index: 1 })
    const recall = { id: 'r', source: 'prompt', ms: 200 }
    const turn = turnWith([step('classify', 100, 400, { index: 0 }), call], {
      recalls: [{ recall, stepId: call.id }] as InspectedRecall[],
    })
    expect(outline(turn)?.slice(1, 4)).toEqual([
      '  Prepare 0-1000',
      '    Classification 100-500',
      '    Search memory 800-1000',
    ])
  })

  it('tell the wait for the first word from the words', () => {
    const turn = turnWith([step('act', 1_000, 2_000, { firstMs: 600 })])
    expect(rowNamed(turn, 'Answer').words).toEqual({ from: 1_600, to: 3_000 })
  })

  it('say how each ended', () => {
    const error = { code: 'provider_error', message: 'down' } as const
    const turn = turnWith(
      [
        step('think', 0, 10, { round: 1, tools: [{ name: 'read_file', ok: false }] }),
        step('think', 20, 10, { round: 2, error }),
        step('act', 40, 10, { finish: 'aborted' }),
      ],
      { status: 'stopped' },
    )
    expect(traceOf(turn)?.rows.map((row) => row.status)).toEqual([
      ...['stopped', 'completed', 'failed', 'failed', 'stopped'],
    ])
  })

  it('sum tokens and cost, and count calls without a price apart', () => {
    const reported = { inputTokens: 300, cachedTokens: 0, outputTokens: 30, reasoningTokens: 0 }
    const priced = turnWith([
      step('think', 0, 1, { round: 1, reported, costMicros: 5 }),
      step('act', 2, 1, { costMicros: 7 }),
    ])
    expect(rowNamed(priced, 'Message 4')).toMatchObject({ tokensIn: 400, tokensOut: 40 })
    expect(rowNamed(priced, 'Message 4').costs).toEqual({ calls: 2, costMicros: 12, unpricedCalls: 0 })
    const unpriced = turnWith([step('think', 0, 1, { costMicros: 5 }), step('act', 2, 1)])
    expect(rowNamed(unpriced, 'Message 4').costs).toEqual({ calls: 2, costMicros: 5, unpricedCalls: 1 })
  })
})

describe('the time axis', () => {
  it('leaves out the idle time before background calls', () => {
    const turn = turnWith([step('act', 0, 7_000), step('summarise', 67_000, 800)])
    expect(outline(turn)).toEqual([
      'Message 4 0-7000',
      '  Answer 0-7000',
      'After the answer 7000-7800',
      '  Summary 7000-7800',
    ])
    expect(traceOf(turn)).toMatchObject({ total: 7_800, cuts: [{ at: 7_000, ms: 60_000 }] })
  })

  it('shows the shortest bar, within the axis', () => {
    const inside = barOf({ start: 7_000, end: 7_000 }, 7_000)
    expect(inside.width).toBeGreaterThan(0.5)
    expect(inside.left + inside.width).toBeCloseTo(100)
    expect(barOf({ start: 0, end: 0 }, 0)).toMatchObject({ left: 0 })
  })
})

describe('a long turn', () => {
  it('makes rows in proportion to its steps', () => {
    const rows = (count: number) =>
      traceOf(
        turnWith(
          Array.from({ length: count }, (_, i) =>
            step('act', i * 100, 50, { tools: [{ at: moment(i * 100 + 50) }] }),
          ),
        ),
      )?.rows.length
    expect([rows(50), rows(100)]).toEqual([101, 201])
  })
})
