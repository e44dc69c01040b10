import { describe, expect, it } from 'vitest'
import { runKills } from './kills'

const KILLS = 20

describe('kill -9 while turns run', () => {
  it(`loses, halves and repeats nothing at ${KILLS} random instants; what was cut is marked, keeps its text and can be tried again`, {
    timeout: 240_000,
  }, async () => {
    const { kills, acknowledged, recoveryMs, longestRecoveryMs, turns, partial, retried, ...wrong } =
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
    // The longest one counts in the bench; here other tests share the two cores.
    expect([recoveryMs < 2_000, longestRecoveryMs < 10_000]).toEqual([true, true])
    // Some are killed before their first message is in.
    expect(acknowledged).toBeGreaterThanOrEqual(kills / 2)
    expect(turns).toBeGreaterThanOrEqual(acknowledged)
    expect([partial > 0, retried > 0]).toEqual([true, true])
  })

  it('would be noticed to lose messages if they were acknowledged before they are stored (control)', {
    timeout: 120_000,
  }, async () => {
    const { lost } = await runKills(4, { variant: 'ack-first' })
    expect(lost.length).toBeGreaterThan(0)
  })
})
