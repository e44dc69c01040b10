import { hasPostgres } from '@/scripts/postgres.mjs'
import type { Bench, Report } from '../bench'
import { runHistories } from '../faults/histories'

const SEEDS = 200
const STEPS = 40

/**
 * Both databases, or PostgreSQL alone with `--postgres`. Without a real server PostgreSQL is left out, and
 * that is said.
 */
async function run({ n, database, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const report: Report = { rows: [], goals: [], notes: [] }
  for (const on of database === 'postgres' ? (['postgres'] as const) : (['sqlite', 'postgres'] as const)) {
    if (on === 'postgres' && !hasPostgres()) {
      report.notes.push('PostgreSQL was skipped: there is no server on this machine.')
      continue
    }
    say(`running two processes on one playbook (${on}) …`)
    const { seeds, deltas, busy, wrong, errors } = await runHistories(n ?? SEEDS, STEPS, on)
    for (const problem of [...wrong, ...errors]) say(problem)
    const add = (measure: string, value: number, unit: string) =>
      report.rows.push({ measure: `${measure} (${on})`, value, unit })
    add('two processes, one playbook', seeds, 'histories')
    add('their changes', deltas, 'deltas')
    add('steps given up as too busy', busy, 'steps')
    const count = wrong.length + errors.length
    report.goals.push({ goal: `broken invariants (${on})`, value: count, limit: 0, unit: 'findings' })
  }
  return report
}

export const histories: Bench = {
  name: 'histories',
  about: 'two processes that save, recall, merge, forget, consolidate and undo in one playbook at once',
  run,
}
