import { describe, expect, it } from 'vitest'
import { aStep, aTurn } from '@/components/chat/testing-fixtures'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import { PREPARED_MODEL } from '@/lib/shared/transfer/transfer'
import type { RecallHit } from '@/lib/shared/turn/events'
import { noteWords } from './ledger'
import { layoutMemory } from './memory-layout'
import { heldFacts, noRecallWords } from './memory-now'

const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 1, reasoningTokens: 0, costMicros: 0 }
const note = (model: string, estimated: boolean) =>
  noteWords(aTurn({ steps: [aStep({ phase: 'act', model, usage: { ...usage, estimated } })] }))

it('the calls of a turn say who answered, who counted, and that prepared ones are not measured', () => {
  expect(note('atlas-large', false)).toBe('atlas-large. Tokens are reported by the provider.')
  expect(noteWords(aTurn({ steps: [aStep({ model: 'atlas-large', usage: null })] }))).toBe('atlas-large.')
  expect(note(OFFLINE_MODEL, true)).toBe(`${OFFLINE_MODEL}. Tokens are estimated by Mneme.`)
  expect(note(PREPARED_MODEL, false)).toBe(
    'prepared-text. Prepared for the sample, so its time and cost are not measured.',
  )
})

const hit = (turnNumber: number | null, score: number, conversationId = 'conv_1'): RecallHit => ({
  rank: 1,
  kind: 'turn',
  refId: `r${conversationId}${turnNumber}`,
  turnId: `t${conversationId}${turnNumber}`,
  turnNumber,
  conversationId,
  contextId: null,
  at: '2026-01-01T00:00:00.000Z',
  score,
  parts: {},
  excerpt: '',
  tokens: 1,
})
const step = (round: number, hits: RecallHit[]) =>
  aStep({
    index: round,
    round,
    recalls: [
      {
        id: `r${round}`,
        index: 0,
        source: 'think',
        request: {},
        engine: 'mneme',
        ms: 1,
        hits,
        nearMisses: [],
        note: '',
      },
    ],
  })
const turn = (rounds: RecallHit[][], number = 20) =>
  aTurn({
    number,
    status: 'running',
    window: { size: 5, reason: '', turns: [18, 19], tokens: 1 },
    steps: rounds.map((hits, at) => step(at + 1, hits)),
  })

describe('layoutMemory', () => {
  it('draws an arc from each recalled turn to the round that recalled it first', () => {
    const { edges, nodes, rounds } = layoutMemory(turn([[hit(3, 0.8)], [hit(3, 0.9), hit(7, 0.4)]]), 320)
    expect(nodes.map((node) => node.found.hit.turnNumber)).toEqual([3, 7])
    expect(edges.map((edge) => rounds.findIndex((round) => round.y === edge.to.y))).toEqual([0, 1])
    expect(rounds.map((round) => round.current)).toEqual([false, true])
  })

  it('never moves a node that is there: places depend on turn numbers alone', () => {
    const before = layoutMemory(turn([[hit(3, 0.8)]]), 320)
    const after = layoutMemory(turn([[hit(3, 0.8), hit(9, 0.99)]]), 320)
    expect(after.nodes[0]?.x).toBe(before.nodes[0]?.x)
    expect(after.nodes[0]?.y).toBe(before.nodes[0]?.y)
  })

  it('keeps its height while it fills', () => {
    const heights = [[], [[hit(3, 1)]], [[hit(3, 1)], [hit(4, 1, 'conv_2')]], [[], [], [hit(5, 1)]]].map(
      (rounds) => layoutMemory(turn(rounds), 320).height,
    )
    expect(new Set(heights).size).toBe(1)
  })
})

const answered = (facts: number, given: Parameters<typeof aTurn>[0] = {}) =>
  aTurn({
    startedAt: '2026-01-01T00:00:00.000Z',
    steps: [aStep({ phase: 'act', sections: [{ section: 'facts', tokens: facts }] })],
    ...given,
  })
const words = (...given: Parameters<typeof answered>) => noRecallWords(answered(...given))

describe('a turn without recalls', () => {
  it('says nothing was recalled, because its answer may cite what stood in its prompt anyway', () => {
    expect(words(0)).toBe('Nothing was recalled.')
    expect([0, 12].map((tokens) => heldFacts(answered(tokens)))).toEqual([false, true])
  })

  it('says what else explains it', () => {
    expect(words(12, { startedAt: null })).toMatch(/^Imported/)
    expect(words(12, { status: 'running' })).toBe('Thinking.')
  })
})
