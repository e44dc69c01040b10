import { hasPostgres } from '@/scripts/postgres.mjs'
import { atLeast, atMost, type Bench, type Goal, type Report, type Row, rounded } from '../bench'
import { withVirtualClock } from '../virtual-clock'
import { runHistories } from './histories'
import { runKills } from './kills'
import { INSTANTS, runLearningKills } from './learning-kills'
import { runMigrationKills } from './migration-kills'
import { allCases, type FaultCase, type FaultReport, nameOf, tryCase } from './provider'

const KILLS = 200
const MIGRATION_KILLS = 50
const [SEEDS, STEPS] = [200, 40]
const AT_ONCE = 2

/** Runs all cases, a few at a time. */
export async function tryAll(
  cases: FaultCase[],
  say: (line: string) => void,
): Promise<{ one: FaultCase; report: FaultReport }[]> {
  const left = [...cases]
  const done: { one: FaultCase; report: FaultReport }[] = []
  const work = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const report = await tryCase(one)
      done.push({ one, report })
      for (const problem of report.problems) say(`${nameOf(one)}: ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return done
}

async function kills(n: number): Promise<{ rows: Row[]; goals: Goal[] }> {
  const found = await runKills(n)
  const counts = {
    lost: found.lost.length,
    half: found.half.length,
    duplicate: found.duplicate.length + found.repeatedJobs,
  }
  const others = found.unmarked.length + found.damaged.length + found.errors.length + found.unfinished
  return {
    rows: [
      { measure: 'kill -9 while turns run', value: found.kills, unit: 'kills' },
      { measure: 'acknowledged messages', value: found.acknowledged, unit: 'messages' },
      { measure: 'lost', value: counts.lost, unit: 'messages' },
      { measure: 'half written', value: counts.half, unit: 'turns' },
      { measure: 'duplicate', value: counts.duplicate, unit: 'messages or jobs' },
      { measure: 'strategies and facts, each learned once', value: found.learned, unit: 'rows' },
      {
        measure: 'learned twice or never, counters beside their uses',
        value: found.miscounted,
        unit: 'turns or strategies',
      },
      { measure: 'not marked, damaged, unfinished', value: others, unit: 'findings' },
      { measure: 'interrupted with their text kept', value: found.partial, unit: 'turns' },
      { measure: 'tried again', value: found.retried, unit: 'turns' },
      { measure: 'recovery, median', value: rounded(found.recoveryMs), unit: 'ms' },
      { measure: 'longest recovery', value: rounded(found.longestRecoveryMs), unit: 'ms' },
    ],
    goals: [
      atMost('messages lost', counts.lost, 0, 'messages'),
      atMost('half-written turns', counts.half, 0, 'turns'),
      atMost('duplicates', counts.duplicate, 0, ''),
      atMost('learned twice or never', found.miscounted, 0, ''),
      atMost('other findings', others, 0, ''),
      atMost('longest recovery', rounded(found.longestRecoveryMs), 2_000, 'ms'),
    ],
  }
}

async function migrations(n: number): Promise<{ rows: Row[]; goals: Goal[] }> {
  const found = await runMigrationKills(n)
  const wrong = found.problems.length + found.unfinished
  return {
    rows: [
      { measure: 'kill -9 while migrating', value: found.kills, unit: 'kills' },
      { measure: 'cut short', value: found.cutShort, unit: 'migrations' },
      { measure: 'damaged or not finished by the next start', value: wrong, unit: 'databases' },
    ],
    goals: [atMost('databases damaged by a killed migration', wrong, 0, 'databases')],
  }
}

async function learning(say: (line: string) => void): Promise<{ rows: Row[]; goals: Goal[] }> {
  const { kills, wrong, errors } = await runLearningKills(INSTANTS)
  for (const problem of [...wrong, ...errors]) say(problem)
  const count = wrong.length + errors.length
  return {
    rows: [{ measure: 'kill -9 in jobs of learning and facts', value: kills, unit: 'kills' }],
    goals: [atMost('effects of killed jobs not exactly once', count, 0, 'findings')],
  }
}

/** Two processes on one playbook. Without a real server PostgreSQL is left out, and that is said. */
async function histories(n: number, say: (line: string) => void): Promise<{ rows: Row[]; goals: Goal[] }> {
  const done = { rows: [] as Row[], goals: [] as Goal[] }
  for (const on of ['sqlite', 'postgres'] as const) {
    if (on === 'postgres' && !hasPostgres()) {
      say('PostgreSQL is skipped: there is no server on this machine.')
      continue
    }
    const { seeds, deltas, busy, wrong, errors } = await runHistories(n, STEPS, on)
    for (const problem of [...wrong, ...errors]) say(problem)
    done.rows.push(
      { measure: `two processes, one playbook (${on})`, value: seeds, unit: 'histories' },
      { measure: `their changes (${on})`, value: deltas, unit: 'deltas' },
      { measure: `steps given up as too busy (${on})`, value: busy, unit: 'steps' },
    )
    const count = wrong.length + errors.length
    done.goals.push(atMost(`broken invariants (${on})`, count, 0, 'findings'))
  }
  return done
}

async function provider(say: (line: string) => void): Promise<{ rows: Row[]; goals: Goal[] }> {
  const done = await withVirtualClock(() => tryAll(allCases(), say))
  const settled = done.filter(({ report }) => report.settled).length
  const wrong = done.filter(({ report }) => report.problems.length > 0).length
  const difference = done.reduce((sum, { report }) => sum + report.difference, 0)
  return {
    rows: [
      { measure: 'provider faults x phases x APIs', value: done.length, unit: 'cases' },
      { measure: 'settled', value: rounded((100 * settled) / done.length), unit: '%' },
      { measure: 'holes, empty answers, unclear errors, leaked keys', value: wrong, unit: 'cases' },
      { measure: 'ledger beside what was reported', value: difference, unit: 'tokens apart' },
    ],
    goals: [
      atLeast('provider faults settled', rounded((100 * settled) / done.length), 100, '%'),
      atMost('cases with a finding', wrong, 0, 'cases'),
      atMost('ledger difference', difference, 0, 'tokens'),
    ],
  }
}

async function run({ n, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  say(`killing ${n ?? KILLS} processes …`)
  const parts = [await kills(n ?? KILLS)]
  say(`killing ${Math.min(n ?? MIGRATION_KILLS, MIGRATION_KILLS)} migrations …`)
  parts.push(await migrations(Math.min(n ?? MIGRATION_KILLS, MIGRATION_KILLS)))
  say('killing processes in jobs of learning …')
  parts.push(await learning(say))
  say('running two processes on one playbook …')
  parts.push(await histories(n ?? SEEDS, say))
  say('running the misbehaving service in every phase …')
  parts.push(await provider(say))
  return {
    rows: parts.flatMap((part) => part.rows),
    goals: parts.flatMap((part) => part.goals),
    notes: [
      'Recovery = from opening the database until every interrupted turn is marked. Each provider case runs two turns and their jobs against a real HTTP server through the real provider package.',
    ],
  }
}

export const faults: Bench = {
  name: 'faults',
  about: 'kill -9 while turns run, two processes on one playbook, a misbehaving provider in every phase',
  run,
}
