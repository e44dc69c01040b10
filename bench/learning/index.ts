import { existsSync } from 'node:fs'
import { learn } from '@/lib/db/learning/learn'
import { usedOps } from '@/lib/db/learning/uses/uses'
import { openBulk } from '@/lib/db/testing-bulk'
import { learner } from '@/lib/db/testing-strategies'
import { playbookCore, retrieveStrategies } from '@/lib/learning/retrieve'
import { type StrategyReader, strategyIndex } from '@/lib/learning/strategy-index'
import { countTokens } from '@/lib/model/tokens'
import { limits } from '@/lib/shared/limits'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { forgetOnce } from '@/lib/shared/once'
import { atMost, type Bench, median, percentile, type Report, rounded } from '../bench'
import { type Random, seededRandom } from '../seed/random'
import { inWorkplace, openWorkplace, type Workplace } from '../workplace'
import { consolidation } from './consolidation'
import { calibration } from './similarity'
import { learned, question, strategyRows } from './strategies'

/** Strategies, and the milliseconds that the seed claims for retrieval among them (p95). */
const SIZES = [
  { count: 1_000, limit: 3 },
  { count: 10_000, limit: 8 },
  { count: 100_000, limit: 25 },
]
const QUESTIONS = 300
const WARM = 100
const INSERTS = 40
const PART = 5_000
const NOW = new Date('2026-05-01T00:00:00Z')

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
/** How long each run takes by `clock`, in milliseconds. On a busy machine, measure CPU time. */
async function times(
  count: number,
  act: (i: number) => Promise<unknown>,
  clock: () => number = () => performance.now(),
): Promise<number[]> {
  const taken: number[] = []
  for (let i = 0; i < count; i++) {
    const begin = clock()
    await act(i)
    taken.push(clock() - begin)
  }
  return taken
}

/** The longest time that other work waited while this ran. */
async function longestBlock(act: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  await act()
  clearInterval(timer)
  return longest
}

/** An owner of their own with so many strategies. @returns questions about some of them. */
async function seed(place: Workplace, ownerId: string, count: number, random: Random): Promise<string[]> {
  await place.db.user.create({ data: { id: ownerId, createdAt: NOW, strategyNo: count } })
  const bulk = await openBulk(place.url)
  const questions: string[] = []
  try {
    for (let from = 0; from < count; from += PART) {
      const rows = strategyRows(random, ownerId, from, Math.min(PART, count - from), NOW)
      await bulk.insert('Strategy', rows)
      for (let i = 0; i < (QUESTIONS * PART) / Math.max(count, PART); i++)
        questions.push(question(random, rows))
    }
  } finally {
    await bulk.close()
  }
  return questions
}

const readerOf = ({ db }: Workplace, ownerId: string): StrategyReader => ({
  ...{ db, ownerId, conversationId: 'bench', reach: 'owner', domain: '' },
  minConfidence: limitsOfRetrieval.minConfidence,
})
const retrieve = (reader: StrategyReader, text: string, except: ReadonlySet<string>) =>
  retrieveStrategies(reader, {
    ...{ text, k: limitsOfRetrieval.k, weights: limitsOfRetrieval.weights },
    now: NOW.getTime(),
    except,
  })
const playbook = (reader: StrategyReader) =>
  playbookCore(reader, { budgetTokens: limits.prompt.sections.playbook, countTokens })

async function measure(place: Workplace, count: number, limit: number, report: Report): Promise<void> {
  const ownerId = `owner_${count}`
  const reader = readerOf(place, ownerId)
  const questions = await seed(place, ownerId, count, seededRandom(count))
  const asked = (i: number) => questions[i % questions.length] ?? ''
  const add = (measure: string, value: number, unit: string) =>
    report.rows.push({ measure: `${measure}, ${count}`, value: rounded(value), unit })
  forgetOnce('strategy-indexes')
  let [loaded, cpu] = [0, cpuMs()]
  const block = await longestBlock(async () => {
    loaded = (await times(1, () => strategyIndex(place.db, ownerId)))[0] ?? 0
  })
  cpu = cpuMs() - cpu
  add('load of the index', loaded, 'ms')
  add('load of the index, CPU time', cpu, 'ms')
  add('longest block of the load', block, 'ms')
  let found = 0
  await times(WARM, (i) => retrieve(reader, asked(i), new Set()))
  const taken = await times(QUESTIONS, async (i) => {
    found += (await retrieve(reader, asked(i + WARM), new Set())).length
  })
  const p95 = percentile(taken, 0.95)
  add('retrieval p50', median(taken), 'ms')
  add('retrieval p95', p95, 'ms')
  const used = await times(QUESTIONS, (i) => retrieve(reader, asked(i + WARM), new Set()), cpuMs)
  add('retrieval p50, CPU time', median(used), 'ms')
  add('retrieval p95, CPU time', percentile(used, 0.95), 'ms')
  add('retrieved per question', found / QUESTIONS, 'strategies')
  report.goals.push(
    atMost(`retrieval p95 among ${count} (goal ${rounded(limit / 3)})`, rounded(p95), limit, 'ms'),
  )
  const turns = await times(QUESTIONS, async (i) => {
    const core = await playbook(reader)
    const others = await retrieve(reader, asked(i), new Set(core.map(({ id }) => id)))
    const used = [...core, ...others.map(({ row }) => row)].map(({ id: strategyId }, rank) => ({
      ...{ strategyId, place: 'playbook' as const, rank, parts: {}, cited: false, trial: false },
    }))
    await place.db.$transaction(usedOps(place.db, ownerId, `turn_${count}_${i}`, used, NOW))
  })
  add('overhead of a turn p50', median(turns), 'ms')
  if (count === SIZES[0]?.count)
    report.goals.push(atMost('overhead of a turn p50', rounded(median(turns)), 5, 'ms'))
}

/**
 * What storing strategies takes where `on` names the kind of disk; the limits leave out the wait for a disk.
 */
async function inserts(place: Workplace, on: string, limited: boolean, report: Report): Promise<void> {
  const ownerId = 'owner_inserts'
  await place.db.user.create({ data: { id: ownerId, createdAt: NOW } })
  const random = seededRandom(7)
  const adding = (count: number) => () =>
    learn(
      place.db,
      ownerId,
      Array.from({ length: count }, (_, i) => ({ op: 'ADD' as const, strategy: learned(random, i) })),
      learner(),
    )
  for (const [count, limit, tries] of [
    [1, 2, INSERTS],
    [100, 112, 5],
  ] as const) {
    const value = rounded(median(await times(tries, adding(count))))
    const cpu = rounded(median(await times(tries, adding(count), cpuMs)))
    report.rows.push({ measure: `insert of ${count}, p50 (${on})`, value, unit: 'ms' })
    report.rows.push({ measure: `insert of ${count}, p50, CPU time (${on})`, value: cpu, unit: 'ms' })
    if (limited) report.goals.push(atMost(`insert of ${count} (${on})`, value, limit, 'ms'))
  }
}

/** A folder in memory, where nothing waits for a disk; null if this system has none. */
const SHARED_MEMORY = '/dev/shm'
async function insertsInMemory(report: Report): Promise<boolean> {
  if (!existsSync(SHARED_MEMORY)) return false
  const place = await openWorkplace('sqlite', SHARED_MEMORY)
  await inserts(place, 'in memory', true, report).finally(place.close)
  return true
}

async function run({ n, database, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const report: Report = {
    ...{ rows: [], goals: [] },
    notes: [
      'The limits are what seed 004 claims for itself; storing one strategy also writes its change to the log.',
    ],
  }
  await inWorkplace(database, async (place) => {
    for (const { count, limit } of SIZES.filter((size) => n === null || size.count <= n)) {
      say(`${count} strategies …`)
      await measure(place, count, limit, report)
    }
    const inMemory = database === 'sqlite' && (await insertsInMemory(report))
    await inserts(place, database === 'sqlite' ? 'on disk' : 'PostgreSQL', !inMemory, report)
    await consolidation(place, NOW, report)
    report.rows.push(...calibration())
  })
  return report
}

export const learning: Bench = {
  name: 'learning',
  about: 'strategies for a message, storing them, and what a turn pays for them',
  run,
}
