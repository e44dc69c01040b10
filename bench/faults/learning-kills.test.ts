/** @module-tag full */
import { describe, expect, it } from 'vitest'
import { type Instant, runLearningKills } from './learning-kills'

/** `npm run bench -- faults` kills at all instants. */
const SOME: Instant[] = [
  { kind: 'notes', point: 'after' },
  { kind: 'notes', point: 'during' },
  { kind: 'notes', point: 'before' },
  { kind: 'consolidate', point: 'call' },
]

describe('kill -9 in the jobs of learning', () => {
  it('leaves the effect of each exactly once after the restart', { timeout: 600_000 }, async () => {
    const { expected, ...found } = await runLearningKills(SOME)
    expect(found).toEqual({ kills: SOME.length, wrong: [], errors: [] })
    expect(expected).toEqual(
      expect.arrayContaining([
        ...['step notes', 'step contradiction'],
        ...['verdict success model', 'use heu-00001 true helpful', 'the log rebuilds the playbook: true'],
      ]),
    )
  })

  it('negative control: finds a job that is completed apart from its effect', {
    timeout: 600_000,
  }, async () => {
    const { wrong } = await runLearningKills([{ kind: 'notes', point: 'after' }], 'two-commits')
    expect(wrong.join()).toContain('2 instead of 1 × step notes')
  })
})
