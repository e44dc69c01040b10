import { describe, expect, it } from 'vitest'
import { runHistories } from './histories'

/** `npm run bench -- faults` runs 200 on SQLite and 20 on PostgreSQL. */
const SEEDS = 2

describe('two processes that change one playbook', () => {
  it(`keep its log, counters and numbers true in ${SEEDS} random histories`, {
    timeout: 300_000,
  }, async () => {
    const { deltas, busy, ...found } = await runHistories(SEEDS, 40)
    expect(found).toEqual({ seeds: SEEDS, wrong: [], errors: [] })
    expect([deltas > 20, busy]).toEqual([true, 0])
  })
})
