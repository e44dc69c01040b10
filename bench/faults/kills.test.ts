/** @module-tag full */
import { describe, expect, it } from 'vitest'
import { runKills } from './kills'

/** `npm run bench -- faults` uses 200. */
const KILLS = 4

describe('kill -9 while turns run', () => {
  it(`loses and repeats nothing at ${KILLS} random points; interrupted turns keep their text, and each teaches once`, {
    timeout: 1_800_000,
  }, async () => {
    const { kills, acknowledged, turns, partial, retried, learned, recoveryMs, longestRecoveryMs, ...wrong } =
      await runKills(KILLS)
    expect(wrong).toEqual({
      lost: [],
      duplicate: [],
      half: [],
      unmarked: [],
      damaged: [],
      errors: [],
      repeatedJobs: 0,
      unfinished: 0,
      miscounted: 0,
    })
    expect(recoveryMs).toBeLessThanOrEqual(longestRecoveryMs)
    // Some workers are killed before their first message is stored.
    expect(acknowledged).toBeGreaterThanOrEqual(kills / 2)
    expect(turns).toBeGreaterThanOrEqual(acknowledged)
    expect([partial > 0, retried > 0, learned > 0]).toEqual([true, true, true])
  })

  it('negative control: the check detects messages that are acknowledged before they are stored', {
    timeout: 900_000,
  }, async () => {
    const { lost } = await runKills(1, { variant: 'ack-first' })
    expect(lost.length).toBeGreaterThan(0)
  })
})
