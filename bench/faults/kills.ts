import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDb } from '@/lib/db/engine/client'
import { migrate } from '@/lib/db/engine/migrate'
import { startChild } from './child'
import { type Findings, inspect, type Totals, totals } from './inspect'

export type KillOptions = {
  /** `ack-first` acknowledges before it stores: a broken variant that the check must detect. */
  variant?: 'run' | 'ack-first'
  random?: () => number
}
/**
 * Recovery lasts from opening the database until every interrupted turn is marked: the median and the maximum
 * of all starts.
 */
export type KillReport = Findings &
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
    const ends = chains.map((chain) => totals(chain.file))
    const sum = (pick: (end: Totals) => number) => ends.reduce((total, end) => total + pick(end), 0)
    const findings = Object.fromEntries(
      KEYS.map((key) => [key, chains.flatMap((chain) => chain.findings[key])]),
    ) as Findings
    return {
      ...findings,
      kills,
      acknowledged: chains.reduce((total, chain) => total + chain.acknowledged.size, 0),
      recoveryMs: recoveries[Math.floor(recoveries.length / 2)] ?? 0,
      longestRecoveryMs: recoveries.at(-1) ?? 0,
      errors: chains.flatMap((chain) => chain.errors),
      turns: sum((end) => end.turns),
      partial: sum((end) => end.partial),
      retried: sum((end) => end.retried),
      repeatedJobs: sum((end) => end.repeatedJobs),
      unfinished: sum((end) => end.unfinished),
      learned: sum((end) => end.learned),
      miscounted: sum((end) => end.miscounted),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
