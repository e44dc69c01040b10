import { describe, expect, it } from 'vitest'
import { runKills } from './kills'

/** `npm run bench -- faults` makes 200. */
const KILLS = 8

describe('kill -9 while turns run', () => {
  it(`loses, halves and repeats nothing at ${KILLS} random points of their work; what was cut is marked, keeps its text and can be tried again`, {
    timeout: 1_800_000,
  }, async () => {
    const { kills, acknowledged, turns, partial, retried, recoveryMs, longestRecoveryMs, ...wrong } =
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
    })
    expect(recoveryMs).toBeLessThanOrEqual(longestRecoveryMs)
    // Some are killed before their first message is stored.
    expect(acknowledged).toBeGreaterThanOrEqual(kills / 2)
    expect(turns).toBeGreaterThanOrEqual(acknowledged)
    expect([partial > 0, retried > 0]).toEqual([true, true])
  })

  it('would be noticed to lose messages if they were acknowledged before they are stored (control)', {
    timeout: 900_000,
  }, async () => {
    const { lost } = await runKills(2, { variant: 'ack-first' })
    expect(lost.length).toBeGreaterThan(0)
  })
})
