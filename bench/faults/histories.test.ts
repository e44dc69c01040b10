/** @module-tag full */
import { describe, expect, it } from 'vitest'
import { hasPostgres } from '@/scripts/postgres.mjs'
import { runHistories } from './histories'

/** `npm run bench -- faults` runs 200 on each database. */
const SEEDS = 2

describe('two processes that change one playbook', () => {
  for (const database of ['sqlite', 'postgres'] as const)
    it.skipIf(database === 'postgres' && !hasPostgres())(
      `keep its log, counters and numbers true in ${SEEDS} random histories on ${database}`,
      { timeout: 300_000 },
      async () => {
        const { deltas, busy, ...found } = await runHistories(SEEDS, 40, database)
        expect(found).toEqual({ seeds: SEEDS, wrong: [], errors: [] })
        expect([deltas > 20, busy]).toEqual([true, 0])
      },
    )
})
