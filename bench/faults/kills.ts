import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { openDb } from '@/lib/db/engine/client'
import { migrate } from '@/lib/db/engine/migrate'
import type { StepDto, TurnDto } from '@/lib/shared/dto'
import type { TurnEvent } from '@/lib/shared/turn/events'
import { answerIn, foldEvents } from '@/lib/shared/turn/live'
import { startChild } from './child'

/** What is wrong with a database after a kill, each fault with the affected ids. */
type Findings = {
  lost: string[]
  duplicate: string[]
  half: string[]
  unmarked: string[]
  damaged: string[]
}
type TurnRow = {
  id: string
  clientMessageId: string
  status: string
  attempt: number
  answer: string
  branchId: string
  number: number
  activeKey: string | null
  leaseOwner: string | null
}
type Rows<T> = { all(...args: unknown[]): T[] }

const SETTLED = new Set(['completed', 'stopped', 'failed', 'interrupted'])

/**
 * Checks every turn: acknowledged ones exist once; settled ones have their answer, context, summary and last
 * frame; running ones belong to the process that was killed last.
 */
function inspect(file: string, acknowledged: Set<string>, lastInstance: string | null): Findings {
  const db = new Database(file)
  const found: Findings = { lost: [], duplicate: [], half: [], unmarked: [], damaged: [] }
  try {
    const all = <T>(sql: string) => db.prepare(sql) as unknown as Rows<T>
    const turns = all<TurnRow>('SELECT * FROM "Turn" ORDER BY "branchId", "number"').all()
    const counts = new Map<string, number>()
    for (const turn of turns) counts.set(turn.clientMessageId, (counts.get(turn.clientMessageId) ?? 0) + 1)
    for (const id of acknowledged) if (!counts.has(id)) found.lost.push(id)
    for (const [id, count] of counts) if (count > 1) found.duplicate.push(id)

    const steps = all<StepDto>(
      `SELECT "phase", "text" FROM "Step" WHERE "turnId" = ? AND "attempt" = ? AND "phase" IN ('think', 'act') ORDER BY "index"`,
    )
    const events = all<{ data: string }>(
      'SELECT "data" FROM "Event" WHERE "turnId" = ? AND "attempt" = ? ORDER BY "seq"',
    )
    const context = all<{ n: number }>('SELECT count(*) AS n FROM "Context" WHERE "turnId" = ?')
    const summary = all<{ n: number }>(
      'SELECT count(*) AS n FROM "Summary" WHERE "branchId" = ? AND "level" = 0 AND "fromNumber" = ?',
    )
    for (const [i, turn] of turns.entries()) {
      const before = turns[i - 1]
      if (turn.number !== (before?.branchId === turn.branchId ? before.number + 1 : 1))
        found.half.push(`${turn.id}: a gap before number ${turn.number}`)
      if (
        turn.status === 'running' &&
        (!turn.activeKey || (lastInstance !== null && turn.leaseOwner !== lastInstance))
      )
        found.unmarked.push(turn.id)
      if (!SETTLED.has(turn.status)) continue
      const log = events.all(turn.id, turn.attempt).map((row) => JSON.parse(row.data) as TurnEvent)
      const shown = foldEvents({ steps: [] as StepDto[], answer: '' } as unknown as TurnDto, log)
      const problems = [
        turn.activeKey || turn.leaseOwner ? 'holds a lease' : '',
        context.all(turn.id)[0]?.n === 1 ? '' : 'no context',
        summary.all(turn.branchId, turn.number)[0]?.n === 1 ? '' : 'no summary',
        answerIn(steps.all(turn.id, turn.attempt)) === turn.answer ? '' : 'answer differs from its steps',
        log.at(-1)?.type === turn.status ? '' : `its log ends with ${log.at(-1)?.type}`,
        turn.answer.startsWith(shown.answer)
          ? ''
          : `text that was shown is missing: ${JSON.stringify(shown.answer.slice(-60))} is not the beginning of ${JSON.stringify(turn.answer.slice(-60))} (${shown.answer.length}, ${turn.answer.length})`,
      ]
      for (const problem of problems.filter(Boolean))
        found.half.push(`${turn.id} (${turn.status}): ${problem}`)
    }
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') found.damaged.push('integrity')
    if ((db.pragma('foreign_key_check') as unknown[]).length) found.damaged.push('foreign keys')
    return found
  } finally {
    db.close()
  }
}

type Totals = {
  turns: number
  partial: number
  retried: number
  repeatedJobs: number
  unfinished: number
  /** Strategies and facts of all turns. */
  learned: number
  /**
   * Turns that do not have exactly one verdict, lesson and fact, apart from the consolidation that a turn may
   * trigger; strategies whose counter differs from its uses.
   */
  miscounted: number
}
const added = (a: Totals, b: Totals) =>
  Object.fromEntries(Object.entries(a).map(([key, value]) => [key, value + b[key as keyof Totals]])) as Totals

/**
 * The final state: turns, interrupted ones with text, jobs run twice, unfinished work, and what was learned.
 */
function totals(file: string): Totals {
  const db = new Database(file)
  try {
    const count = (sql: string) => (db.prepare(sql).get() as { n: number }).n
    return {
      turns: count('SELECT count(*) AS n FROM "Turn"'),
      partial: count(`SELECT count(*) AS n FROM "Event" WHERE "type" = 'interrupted'`),
      retried: count('SELECT count(*) AS n FROM "Turn" WHERE "attempt" > 1'),
      repeatedJobs: count(
        `SELECT count(*) AS n FROM (SELECT 1 FROM "Step" WHERE "phase" IN ('notes', 'facts') GROUP BY "turnId", "attempt", "phase" HAVING count(*) > 1)`,
      ),
      unfinished:
        count(`SELECT count(*) AS n FROM "Turn" WHERE "status" <> 'completed'`) +
        count(`SELECT count(*) AS n FROM "Job" WHERE "status" <> 'done'`),
      learned: count('SELECT (SELECT count(*) FROM "Strategy") + (SELECT count(*) FROM "Fact") AS n'),
      miscounted:
        count(`SELECT count(*) AS n FROM "Turn" t WHERE t."status" = 'completed' AND NOT (
          (SELECT count(*) FROM "Verdict" v WHERE v."turnId" = t."id") = 1 AND
          (SELECT count(DISTINCT d."groupId") FROM "Delta" d WHERE d."turnId" = t."id"
            AND d."groupId" NOT IN (SELECT "id" FROM "Consolidation")) = 1 AND
          (SELECT count(*) FROM "Delta" d WHERE d."turnId" = t."id" AND d."op" = 'ADD'
            AND json_extract(d."after", '$.kind') = 'principle') = 1 AND
          (SELECT count(*) FROM "Fact" f WHERE f."sourceTurnId" = t."id") = 1)`) +
        count(`SELECT count(*) AS n FROM "Strategy" s WHERE s."helpful" <>
          (SELECT count(*) FROM "StrategyUse" u WHERE u."strategyId" = s."id" AND u."tag" = 'helpful')`),
    }
  } finally {
    db.close()
  }
}

type KillOptions = {
  /** `ack-first` acknowledges before it stores: a broken variant that the check must detect. */
  variant?: 'run' | 'ack-first'
  random?: () => number
}
/**
 * Recovery lasts from opening the database until every interrupted turn is marked: the median and the maximum
 * of all starts.
 */
type KillReport = Findings &
  Totals & {
    kills: number
    acknowledged: number
    recoveryMs: number
    longestRecoveryMs: number
    errors: string[]
  }

/** Sometimes during recovery or right after it, otherwise while several turns run. */
const MARKS: Mark[] = ['ack', 'ack', 'opened', 'ack', 'recovered', 'ack', 'ack']
/** Four conversations produce this many lines in about half a second on an idle machine. */
const MOST_LINES = 150

const NO_FINDINGS: Findings = { lost: [], duplicate: [], half: [], unmarked: [], damaged: [] }
const KEYS = Object.keys(NO_FINDINGS) as (keyof Findings)[]

type Chain = {
  file: string
  url: string
  ownerId: string
  acknowledged: Set<string>
  instance: string | null
  recoveryMs: number[]
  findings: Findings
  errors: string[]
}

async function open(folder: string, name: string): Promise<Chain> {
  const file = path.join(folder, `${name}.db`)
  const url = `file:${file}`
  await migrate(url, { backups: null })
  const db = await openDb(url)
  await db.user.create({ data: { id: name, createdAt: new Date() } })
  await db.$disconnect()
  return {
    file,
    url,
    ownerId: name,
    acknowledged: new Set(),
    instance: null,
    recoveryMs: [],
    findings: structuredClone(NO_FINDINGS),
    errors: [],
  }
}

type Mark = 'opened' | 'recovered' | 'ack'
/** When to kill: `lines` lines after the worker printed `mark`. */
type Instant = { mark: Mark; lines: number }
const isMark = (mark: Mark, word: string) => word === mark || (mark === 'ack' && word === 'full')

/** Runs a worker on a chain's database until it ends or is killed at `instant`. */
async function work(chain: Chain, mode: string, instant: Instant | null): Promise<string> {
  let left: number | null = null
  let reached = () => {}
  const ready = new Promise<void>((resolve) => {
    reached = resolve
  })
  // Until it has recovered, turns of the previous process may still be running in the database.
  chain.instance = null
  let instance = ''
  const child = await startChild('turn-worker.ts', [chain.url, chain.ownerId, mode], (line) => {
    const [word, value = ''] = line.split(' ')
    if (instant && left === null && isMark(instant.mark, word ?? '')) left = instant.lines
    else if (left !== null) left -= 1
    if (left !== null && left <= 0) reached()
    if (word === 'ack') chain.acknowledged.add(value)
    else if (word === 'instance') instance = value
    else if (word === 'recovered') {
      chain.instance = instance
      chain.recoveryMs.push(Number(value))
    }
  })
  await Promise.race([ready, child.exited])
  if (instant) await child.kill()
  return child.stderr()
}

function note(chain: Chain, said: string) {
  const found = inspect(chain.file, chain.acknowledged, chain.instance)
  for (const key of KEYS) chain.findings[key] = [...new Set([...chain.findings[key], ...found[key]])]
  if (said.trim()) chain.errors.push(said.trim())
}

async function runChain(
  chain: Chain,
  kills: number,
  { variant = 'run', random = Math.random }: KillOptions,
): Promise<void> {
  for (let i = 0; i < kills; i++) {
    const mark = MARKS[i % MARKS.length] ?? 'ack'
    // Nothing is printed during recovery.
    const lines = mark === 'opened' ? 0 : Math.floor(random() * MOST_LINES)
    note(chain, await work(chain, variant, { mark, lines }))
  }
  // What the broken variant loses is lost at the kill.
  if (variant === 'run') note(chain, await work(chain, 'finish', null))
}

/**
 * Kills processes with SIGKILL at random points while turns run, restarts them and checks the database each
 * time. Two chains run in parallel on separate databases; a last process completes everything.
 */
export async function runKills(kills: number, options: KillOptions = {}): Promise<KillReport> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-kills-'))
  try {
    const shares = [Math.ceil(kills / 2), Math.floor(kills / 2)].filter((share) => share > 0)
    const chains = await Promise.all(shares.map((_, i) => open(folder, `person${i}`)))
    await Promise.all(chains.map((chain, i) => runChain(chain, shares[i] ?? 0, options)))
    const recoveries = chains.flatMap((chain) => chain.recoveryMs).sort((a, b) => a - b)
    const sums = chains.map((chain) => totals(chain.file)).reduce(added)
    const findings = Object.fromEntries(
      KEYS.map((key) => [key, chains.flatMap((chain) => chain.findings[key])]),
    ) as Findings
    return {
      ...findings,
      ...sums,
      kills,
      acknowledged: chains.reduce((total, chain) => total + chain.acknowledged.size, 0),
      recoveryMs: recoveries[Math.floor(recoveries.length / 2)] ?? 0,
      longestRecoveryMs: recoveries.at(-1) ?? 0,
      errors: chains.flatMap((chain) => chain.errors),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
