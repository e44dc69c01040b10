import { testDb } from '@/lib/db/testing'
import { hostileSearches } from '@/lib/memory/search/testing-hostile-search'
import type { Bench, Report } from '../bench'
import { median, percentile, rounded } from '../stats'

const SEARCHES = 20_000

async function run({ n, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const count = n ?? SEARCHES
  say(`${count} hostile search strings …`)
  const [test, seed] = [await testDb(), Date.now() % 1_000_000]
  try {
    const { wrong, found, ms } = await hostileSearches(test, count, seed)
    return {
      rows: [
        {
          what: 'hostile search strings',
          count,
          wrong: wrong.length,
          hits: found,
          p50ms: rounded(median(ms)),
          p95ms: rounded(percentile(ms, 0.95)),
        },
      ],
      goals: [
        { goal: "errors and another user's rows", value: wrong.length, limit: 0, unit: 'searches' },
        { goal: "hits in the user's own rows", value: found, limit: 1, unit: 'hits', atLeast: true },
      ],
      notes: [
        ...wrong.slice(0, 20),
        `Search operators, quotes, control and bidi characters and random bytes, with a second user whose memory contains the same words. Seed ${seed}.`,
      ],
    }
  } finally {
    await test.close()
  }
}

export const hostile: Bench = { name: 'hostile', about: '20,000 hostile search strings', run }
