import { openBulk } from '@/lib/db/testing-bulk'
import { consolidationPlan, consolidationWrites } from '@/lib/learning/consolidate/consolidate'
import { atMost, type Report, rounded } from '../bench'
import { seededRandom } from '../seed/random'
import type { Workplace } from '../workplace'
import { strategyRows } from './strategies'

const COUNT = 1_000
const DAY_MS = 24 * 3_600_000

/**
 * A consolidation that changes every one of 1,000 strategies: each is retired, because nothing used it for
 * long.
 */
export async function consolidation(place: Workplace, now: Date, report: Report): Promise<void> {
  const { db, url, runtime } = place
  const ownerId = 'owner_consolidation'
  await db.user.create({ data: { id: ownerId, createdAt: now, strategyNo: COUNT } })
  const bulk = await openBulk(url)
  const rows = strategyRows(seededRandom(COUNT), ownerId, 0, COUNT, now)
  await bulk.insert(
    'Strategy',
    rows.map((row) => ({ ...row, id: `c_${row.id}` })),
  )
  await bulk.close()
  const who = { db, ownerId, runtime: { ...runtime, now: () => new Date(now.getTime() + 400 * DAY_MS) } }
  const begin = performance.now()
  await consolidationPlan(who)
  const planned = performance.now()
  const run = { id: 'run_bench', trigger: 'person' as const, turnId: null }
  const made = await consolidationWrites(who, run)
  const ready = performance.now()
  await db.$transaction(made.writes)
  const end = performance.now()
  const add = (measure: string, value: number, unit: string) =>
    report.rows.push({ measure: `${measure}, ${COUNT}`, value: rounded(value), unit })
  add('plan of a consolidation', planned - begin, 'ms')
  add('consolidation that changes all: before its transaction', ready - planned, 'ms')
  add('its transaction', end - ready, 'ms')
  add('retired by it', made.run.pruned, 'strategies')
  report.goals.push(atMost(`consolidation that changes all ${COUNT}`, rounded(end - planned), 1_000, 'ms'))
}
