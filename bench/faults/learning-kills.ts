import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Db, openDb } from '@/lib/db/engine/client'
import { migrate } from '@/lib/db/engine/migrate'
import { replay, stateOf } from '@/lib/db/learning/log/state'
import { strategiesOf } from '@/lib/db/learning/strategies'
import { playbookBytes, seedStrategies } from '@/lib/db/testing-strategies'
import { saveSetting } from '@/lib/settings/layers'
import { startChild, wait } from './child'

/** A worker is killed while the job's model call is open, right before, during or right after its commit. */
const POINTS = ['call', 'before', 'during', 'after'] as const
const KINDS = ['notes', 'consolidate'] as const
export type Instant = { kind: (typeof KINDS)[number]; point: (typeof POINTS)[number] }
export const INSTANTS: Instant[] = POINTS.flatMap((point) => KINDS.map((kind) => ({ kind, point })))

const RESTORE = 'Restore the backup of the database once on another machine before anything is migrated.'
const LONGEST_COMMIT_MS = 15

async function newOwner(db: Db, ownerId: string): Promise<void> {
  await db.user.create({ data: { id: ownerId, createdAt: new Date() } })
  await saveSetting(db, ownerId, 'user', 'learning.consolidateEvery', 2)
  const opposite = RESTORE.replace('Restore', 'Never restore')
  // Pinned: what nothing has used since it was seeded would be retired.
  const pinned = true
  await seedStrategies({ db, ownerId }, { content: RESTORE, pinned }, { content: opposite, pinned })
}

/** What learning has left for a person, each row as often as it exists; without ids and times. */
async function effectOf(db: Db, ownerId: string): Promise<string[]> {
  const where = { ownerId }
  const [verdicts, strategies, deltas, uses, links, runs, steps, upkeep, facts, jobs] = await Promise.all([
    db.verdict.findMany({ where }),
    db.strategy.findMany({ where }),
    db.delta.findMany({ where, orderBy: { seq: 'asc' } }),
    db.strategyUse.findMany({ where }),
    db.strategyLink.findMany({ where }),
    db.consolidation.findMany({ where }),
    db.step.findMany({ where }),
    db.upkeepCall.findMany({ where }),
    db.fact.findMany({ where }),
    db.job.findMany({ where }),
  ])
  const slugs = new Map(strategies.map(({ id, slug }) => [id, slug]))
  const rows = await strategiesOf(db, ownerId, [...slugs.keys()].sort())
  const stored = playbookBytes(new Map([...rows].map(([id, row]) => [id, stateOf(row)])))
  return [
    ...verdicts.map((one) => `verdict ${one.label} ${one.by}`),
    ...strategies.map(
      (one) =>
        `strategy ${one.slug} ${one.status} ${one.helpful}/${one.harmful}/${one.neutral} ${one.content}`,
    ),
    ...deltas.map((one) => `delta ${one.op} ${one.by} ${slugs.get(one.strategyId)}`),
    ...uses.map((one) => `use ${slugs.get(one.strategyId)} ${one.cited} ${one.tag}`),
    ...links.map((one) => `link ${slugs.get(one.fromId)} ${one.relation} ${slugs.get(one.toId)}`),
    ...runs.map((one) => `run ${one.duplicates} ${one.contradictions} ${one.pruned}`),
    ...steps.map((one) => `step ${one.phase}`),
    ...upkeep.map((one) => `upkeep ${one.phase}`),
    ...facts.map((one) => `fact ${one.predicate} ${one.object}`),
    ...jobs.map((one) => `job ${one.kind} ${one.status}`),
    `the log rebuilds the playbook: ${playbookBytes(replay(deltas)) === stored}`,
  ].sort()
}

type LearningKills = { kills: number; wrong: string[]; errors: string[]; expected: string[] }

/**
 * Kills a worker with SIGKILL at each of these points of a learning job. The next worker finishes
 * the job, and the person's rows must then equal those of a person whose worker was not killed. `two-commits` is
 * a broken variant.
 */
export async function runLearningKills(
  instants: readonly Instant[],
  variant: 'run' | 'two-commits' = 'run',
  random: () => number = Math.random,
): Promise<LearningKills> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-learning-kills-'))
  const url = `file:${path.join(folder, 'mneme.db')}`
  const errors: string[] = []
  const work = async (ownerId: string, starts: number, instant: Instant | null) => {
    let reached = () => {}
    const ready = new Promise<void>((resolve) => {
      reached = resolve
    })
    const args = [url, ownerId, instant?.kind ?? '', instant?.point ?? '', String(starts), variant]
    const child = await startChild('learning-worker.ts', args, (line) => line === 'reached' && reached())
    await Promise.race([instant ? ready : child.exited, child.exited])
    if (instant && child.process.exitCode !== null)
      errors.push(`${instant.kind} never reached: ${instant.point}`)
    if (instant?.point === 'during') await wait(random() * LONGEST_COMMIT_MS)
    await child.kill()
    if (child.stderr().trim()) errors.push(child.stderr().trim())
  }
  try {
    await migrate(url, { backups: null })
    const db = await openDb(url)
    const owners = instants.map((instant, i) => ({ instant, id: `person${i}` }))
    for (const id of ['calm', ...owners.map((one) => one.id)]) await newOwner(db, id)
    for (const [i, { id, instant }] of owners.entries()) await work(id, i, instant)
    await work('calm', owners.length, null)
    const expected = await effectOf(db, 'calm')
    const wrong: string[] = []
    for (const { id, instant } of owners) {
      const found = await effectOf(db, id)
      if (found.join('\n') !== expected.join('\n'))
        wrong.push(`${instant.kind} ${instant.point}: ${difference(found, expected)}`)
    }
    await db.$disconnect()
    return { kills: instants.length, wrong, errors, expected }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function difference(found: readonly string[], expected: readonly string[]): string {
  const count = (rows: readonly string[], row: string) => rows.filter((one) => one === row).length
  return [...new Set([...found, ...expected])]
    .filter((row) => count(found, row) !== count(expected, row))
    .map((row) => `${count(found, row)} instead of ${count(expected, row)} × ${row}`)
    .join('; ')
}
