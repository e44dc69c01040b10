import { hasPostgres } from '@/scripts/postgres.mjs'
import { atLeast, atMost, type Bench, type Report, type Row, rounded } from '../bench'
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

type Say = (line: string) => void

/** Runs all cases, a few at a time. */
async function tryAll(cases: FaultCase[], say: Say): Promise<FaultReport[]> {
  const left = [...cases]
  const done: FaultReport[] = []
  const work = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const report = await tryCase(one)
      done.push(report)
      for (const problem of report.problems) say(`${nameOf(one)}: ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return done
}

type Part = Pick<Report, 'rows' | 'goals'>
const row = (measure: string, value: number, unit: string): Row => ({ measure, value, unit })

async function kills(n: number): Promise<Part> {
  const found = await runKills(n)
  const [lost, half] = [found.lost.length, found.half.length]
  const duplicate = found.duplicate.length + found.repeatedJobs
  const others = found.unmarked.length + found.damaged.length + found.errors.length + found.unfinished
  const longest = rounded(found.longestRecoveryMs)
  return {
    rows: [
      row('kill -9 while turns run', found.kills, 'kills'),
      row('acknowledged messages', found.acknowledged, 'messages'),
      row('lost', lost, 'messages'),
      row('half written', half, 'turns'),
      row('duplicate', duplicate, 'messages or jobs'),
      row('strategies and facts, each learned once', found.learned, 'rows'),
      row('learned twice or never, counters beside their uses', found.miscounted, 'turns or strategies'),
      row('not marked, damaged, unfinished', others, 'findings'),
      row('interrupted with their text kept', found.partial, 'turns'),
      row('tried again', found.retried, 'turns'),
      row('recovery, median', rounded(found.recoveryMs), 'ms'),
      row('longest recovery', longest, 'ms'),
    ],
    goals: [
      atMost('messages lost', lost, 0, 'messages'),
      atMost('half-written turns', half, 0, 'turns'),
      atMost('duplicates', duplicate, 0, ''),
      atMost('learned twice or never', found.miscounted, 0, ''),
      atMost('other findings', others, 0, ''),
      atMost('longest recovery', longest, 2_000, 'ms'),
    ],
  }
}

async function migrations(n: number): Promise<Part> {
  const found = await runMigrationKills(n)
  const wrong = found.problems.length + found.unfinished
  return {
    rows: [
      row('kill -9 while migrating', found.kills, 'kills'),
      row('cut short', found.cutShort, 'migrations'),
      row('damaged or not finished by the next start', wrong, 'databases'),
    ],
    goals: [atMost('databases damaged by a killed migration', wrong, 0, 'databases')],
  }
}

async function learning(say: Say): Promise<Part> {
  const { kills, wrong, errors } = await runLearningKills(INSTANTS)
  const problems = [...wrong, ...errors]
  for (const problem of problems) say(problem)
  return {
    rows: [row('kill -9 in jobs of learning and facts', kills, 'kills')],
    goals: [atMost('effects of killed jobs not exactly once', problems.length, 0, 'findings')],
  }
}

/** Two processes on one playbook. */
async function histories(n: number, on: 'sqlite' | 'postgres', say: Say): Promise<Part> {
  const { seeds, deltas, busy, wrong, errors } = await runHistories(n, STEPS, on)
  const problems = [...wrong, ...errors]
  for (const problem of problems) say(problem)
  return {
    rows: [
      row(`two processes, one playbook (${on})`, seeds, 'histories'),
      row(`their changes (${on})`, deltas, 'deltas'),
      row(`steps given up as too busy (${on})`, busy, 'steps'),
    ],
    goals: [atMost(`broken invariants (${on})`, problems.length, 0, 'findings')],
  }
}

async function provider(say: Say): Promise<Part> {
  const done = await withVirtualClock(() => tryAll(allCases(), say))
  const settled = rounded((100 * done.filter((report) => report.settled).length) / done.length)
  const wrong = done.filter((report) => report.problems.length > 0).length
  const difference = done.reduce((sum, report) => sum + report.difference, 0)
  return {
    rows: [
      row('provider faults x phases x APIs', done.length, 'cases'),
      row('settled', settled, '%'),
      row('holes, empty answers, unclear errors, leaked keys', wrong, 'cases'),
      row('ledger beside what was reported', difference, 'tokens apart'),
    ],
    goals: [
      atLeast('provider faults settled', settled, 100, '%'),
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
  parts.push(await histories(n ?? SEEDS, 'sqlite', say))
  if (hasPostgres()) parts.push(await histories(n ?? SEEDS, 'postgres', say))
  else say('PostgreSQL is skipped: there is no server on this machine.')
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
