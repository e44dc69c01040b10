import { recordedUsage } from '@/lib/db/ledger/usage'
import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { type Drawn, seedUsage } from '@/lib/db/testing-usage'
import { monthlyBudget } from '@/lib/services/usage/budget'
import { usageCsv } from '@/lib/services/usage/usage-csv'
import type { Bench, Goal, Report, Row } from '../bench'
import { blockOf } from '../block'
import { median, rounded } from '../stats'
import { openWorkplace, type Workplace } from '../workplace'

const TURNS = 100_000
const OWNER = 'local'
const VISITS = 3
/** The CSV is read in so many parts of equal length; the last must not be slower than the first. */
const PARTS = 5

const call = (phase: string, sections: Record<string, number>) => ({
  ...{ phase, model: 'm', attempt: 1, sections, reported: null, estOutput: 200, cost: 40 },
})
const CALLS = [
  call('think', { role: 900, window: 3_000, summaries: 700, task: 60 }),
  call('act', { role: 900, window: 3_000, summaries: 700, recalled: 800, tools: 1_100, task: 60 }),
  call('summarise', { task: 1_200 }),
]
const talkOf = (turns: number): Drawn => ({
  ...{ forks: [], active: 0 },
  trunk: Array.from({ length: turns }, () => ({
    ...{ context: 900, user: 60, answer: 200, tools: 40, recalled: 30, calls: CALLS },
  })),
})

/** A tenth of the turns is one conversation; the others are shared by ninety. */
async function seed({ db, runtime }: Workplace, turns: number): Promise<string> {
  await db.user.create({ data: { id: OWNER, createdAt: runtime.now() } })
  const long = await seedUsage(db, OWNER, talkOf(turns / 10))
  for (let i = 0; i < 90; i++) await seedUsage(db, OWNER, talkOf(turns / 100))
  return long
}

async function timed(act: () => Promise<unknown>): Promise<{ ms: number; blockMs: number }> {
  const times: number[] = []
  let blockMs = 0
  for (let i = 0; i < VISITS; i++) {
    const begin = performance.now()
    blockMs = Math.max(blockMs, await blockOf(act))
    times.push(performance.now() - begin)
  }
  return { ms: median(times), blockMs }
}

/** Seconds until each part of the lines was written, the sum of bytes, and the longest block. */
async function csv({ db }: Workplace, turns: number) {
  const query = { conversationIds: [null], period: null, zone: 'UTC' }
  const begin = performance.now()
  const parts: number[] = []
  let [bytes, lines] = [0, 0]
  const blockMs = await blockOf(async () => {
    for await (const text of usageCsv(db, OWNER, query, (section) => section)) {
      bytes += Buffer.byteLength(text)
      lines += text.split('\r\n').length - 1
      while (lines > ((parts.length + 1) * turns) / PARTS) parts.push((performance.now() - begin) / 1_000)
    }
  })
  return { seconds: (performance.now() - begin) / 1_000, parts, bytes, lines, blockMs }
}

async function run({ n, database, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const turns = n ?? TURNS
  const place = await openWorkplace(database)
  const { db } = place
  try {
    say(`seeding ${turns} turns …`)
    const conversationId = await seed(place, turns)
    const period = {
      since: new Date('2026-03-01T10:00:00.000Z'),
      until: new Date('2026-03-01T14:00:00.000Z'),
    }
    // Every seeded call was made on 1 March.
    const person = { db, ownerId: OWNER, runtime: { now: () => new Date('2026-03-31T00:00:00.000Z') } }
    const whole = { conversationId: null }
    const report = (query: Parameters<typeof recordedUsage>[2]) => () => recordedUsage(db, OWNER, query)
    const acts: [string, () => Promise<unknown>][] = [
      ['all conversations', report(whole)],
      ['one conversation', report({ ...whole, conversationId })],
      ['four hours', report({ ...whole, period })],
      ['calls', () => recordedCalls(db, OWNER, { conversationId: null, before: null })],
      ['budget', () => monthlyBudget(person, 'UTC')],
    ]
    const rows: Row[] = []
    for (const [what, act] of acts) {
      const { ms, blockMs } = await timed(act)
      rows.push({ what, turns, ms: rounded(ms), blockMs: rounded(blockMs) })
      say(JSON.stringify(rows.at(-1)))
    }
    const file = await csv(place, turns)
    rows.push({
      ...{ what: 'csv', turns, ms: rounded(file.seconds * 1_000), blockMs: rounded(file.blockMs) },
      ...{ lines: file.lines, megabytes: rounded(file.bytes / 1e6) },
      parts: file.parts.map(rounded).join(' / '),
    })
    const [first = 0] = file.parts
    const last = (file.parts.at(-1) ?? 0) - (file.parts.at(-2) ?? 0)
    const goals: Goal[] = [
      {
        goal: 'the last fifth of the CSV against the first',
        value: rounded(last / first),
        limit: 1.5,
        unit: '×',
      },
    ]
    return { rows, goals, notes: ['Times of the database and the sums, without rendering.'] }
  } finally {
    await place.close()
  }
}

export const usage: Bench = {
  name: 'usage',
  about: 'sums of the usage page and its CSV file over a large ledger',
  run,
}
