import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Evidence, judgeByEvidence, withRetries } from './judge'

const turn = (evidence: Partial<Evidence> = {}): Evidence => ({
  status: 'completed',
  capped: false,
  toolResults: [],
  feedback: 0,
  correctingFollowUp: false,
  ...evidence,
})
const ok = { name: 'read_file', ok: true }
const search = { name: 'recall_context', ok: true }
const lost = { name: 'recall_context', ok: false }
const end = { name: 'complete_task', ok: true }
const bad = { name: 'write_file', ok: false }

describe('judgeByEvidence', () => {
  it.each<[string, Partial<Evidence>, string, number]>([
    ['nothing', {}, 'unknown', 0.3],
    ['tools that worked', { toolResults: [ok, ok] }, 'success', 0.55],
    ['a search of memory', { toolResults: [search] }, 'unknown', 0.3],
    ['a search of memory that was done again', { toolResults: withRetries([lost, search]) }, 'unknown', 0.3],
    ['a search and the end of the turn', { toolResults: [search, end] }, 'unknown', 0.3],
    ['a search and another tool', { toolResults: [search, ok] }, 'success', 0.55],
    ['a failure made good', { toolResults: [{ ...bad, retriedOk: true }, ok] }, 'success', 0.5],
    ['a failure among successes', { toolResults: [bad, ok, ok] }, 'unknown', 0.4],
    ['a last failure', { toolResults: [ok, ok, bad] }, 'failure', 0.6],
    ['mostly failures', { toolResults: [bad, bad, ok] }, 'failure', 0.55],
    ['the step limit', { capped: true, toolResults: [ok] }, 'failure', 0.6],
    ['a failed turn', { status: 'failed' }, 'failure', 0.7],
    ['a stopped turn', { status: 'stopped', toolResults: [ok] }, 'unknown', 0.5],
    ['another answer requested', { regenerated: true }, 'failure', 0.5],
    ['a correction', { correctingFollowUp: true, toolResults: [ok] }, 'failure', 0.7],
    ['thanks', { thankingFollowUp: true, toolResults: [bad] }, 'success', 0.65],
    [
      'a thumb up over everything',
      { feedback: 1, correctingFollowUp: true, status: 'failed' },
      'success',
      0.7,
    ],
    [
      'a thumb down over everything',
      { feedback: -1, thankingFollowUp: true, toolResults: [ok] },
      'failure',
      0.7,
    ],
  ])('%s', (_name, evidence, label, confidence) => {
    expect(judgeByEvidence(turn(evidence))).toMatchObject({ label, confidence })
  })

  it('gives every agreeing reason as a sentence, the strongest first', () => {
    expect(judgeByEvidence(turn({ feedback: -1, capped: true, toolResults: [bad, bad] })).reasons).toEqual([
      'The person marked the answer as not good.',
      'The turn ended at its step limit.',
      'The last tool call failed: write_file.',
      'Most tool calls failed: write_file.',
    ])
    expect(judgeByEvidence(turn({ status: 'stopped' })).reasons).toEqual([
      'The answer was stopped before its end.',
    ])
  })

  it('counts only the calls that are evidence', () => {
    expect(judgeByEvidence(turn({ toolResults: [search, ok, end] })).reasons).toEqual([
      'The tool call worked.',
    ])
    expect(judgeByEvidence(turn({ toolResults: [search] })).reasons).toEqual([
      'Only memory was searched, which does not show how it went.',
    ])
  })

  it('always has a reason and is never surer than 0.7', () => {
    const evidence = fc.record({
      status: fc.constantFrom('completed', 'stopped', 'failed'),
      capped: fc.boolean(),
      feedback: fc.constantFrom(-1, 0, 1),
      correctingFollowUp: fc.boolean(),
      thankingFollowUp: fc.boolean(),
      regenerated: fc.boolean(),
      toolResults: fc
        .array(fc.record({ name: fc.constantFrom('a', 'b'), ok: fc.boolean() }))
        .map(withRetries),
    }) as fc.Arbitrary<Evidence>
    fc.assert(
      fc.property(evidence, (one) => {
        const { confidence, reasons } = judgeByEvidence(one)
        expect(confidence).toBeLessThanOrEqual(0.7)
        expect(reasons.length).toBeGreaterThan(0)
      }),
      { seed: 1 },
    )
  })

  it('knows a retry by its tool', () => {
    expect(withRetries([bad, ok, { ...bad, ok: true }, bad]).map(({ retriedOk }) => retriedOk)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
