import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '@/lib/db/engine/client'
import { forgetStrategies } from '@/lib/db/forget/purge/purge-strategies'
import { logOf, replayed, stored, sums } from '@/lib/db/testing-histories'
import { consolidationWrites } from '@/lib/learning/consolidate/consolidate'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { openWorkplace } from '../workplace'
import { startChild } from './child'

type Histories = { seeds: number; deltas: number; busy: number; wrong: string[]; errors: string[] }

/**
 * Two processes change one playbook per seed at once: saving, recalling, merging, forgetting, consolidating,
 * undoing.
 */
export async function runHistories(
  seeds: number,
  steps: number,
  database: 'sqlite' | 'postgres' = 'sqlite',
): Promise<Histories> {
  const place = await openWorkplace(database)
  const found: Histories = { seeds, deltas: 0, busy: 0, wrong: [], errors: [] }
  try {
    for (let seed = 0; seed < seeds; seed++)
      await place.db.user.create({ data: { id: `owner${seed}`, createdAt: new Date() } })
    const folder = path.join(place.folder, 'begun')
    mkdirSync(folder)
    const start = (name: string, other: string) =>
      startChild(
        'history-worker.ts',
        [place.url, folder, name, other, String(seeds), String(steps)],
        (line) => {
          if (line === 'busy') found.busy += 1
        },
      )
    const workers = await Promise.all([start('a', 'b'), start('b', 'a')])
    // Otherwise the other one would wait for it.
    for (const worker of workers)
      void worker.exited.then((code) => code !== 0 && workers.map((one) => one.process.kill('SIGKILL')))
    await Promise.all(workers.map((worker) => worker.exited))
    found.errors = workers.map((worker) => worker.stderr().trim()).filter(Boolean)
    for (let seed = 0; seed < seeds; seed++) {
      found.deltas += await place.db.delta.count({ where: { ownerId: `owner${seed}` } })
      for (const problem of await problemsOf(place.db, `owner${seed}`, `turn_${seed}_1`))
        found.wrong.push(`seed ${seed}: ${problem}`)
    }
    return found
  } finally {
    await place.close()
  }
}

/** What is wrong with a playbook, before and after a last consolidation and forgetting of a turn. */
export async function problemsOf(db: Db, ownerId: string, turnId: string): Promise<string[]> {
  const at = { db, ownerId }
  const problems = await brokenSums(at)
  const run = { id: `last_${ownerId}`, trigger: 'person' as const, turnId: null }
  const { writes } = await consolidationWrites({ ...at, runtime: systemRuntime }, run)
  await db.$transaction(writes)
  await forgetStrategies(db, ownerId, { turnIds: [turnId], conversationIds: [] })
  problems.push(...(await brokenSums(at)).map((problem) => `at the end ${problem}`))
  const [rows, log, sources, links, user] = await Promise.all([
    db.strategy.findMany({ where: { ownerId } }),
    logOf(at),
    db.provenance.findMany({ where: { ownerId } }),
    db.strategyLink.findMany({ where: { ownerId } }),
    db.user.findUniqueOrThrow({ where: { id: ownerId } }),
  ])
  const texts = log.map(({ before, after }) => [before, after])
  if (JSON.stringify([rows, texts, sources]).includes(`"${turnId}"`))
    problems.push('a forgotten turn is named')
  const there = new Set(rows.map(({ id }) => id))
  // A link to a removed strategy stays, because an undo may bring that one back.
  const removed = new Set(log.flatMap(({ op, strategyId }) => (op === 'REMOVE' ? [strategyId] : [])))
  if (
    links.some(({ fromId, toId }) => !there.has(fromId) || !(there.has(toId) || removed.has(toId))) ||
    sources.some(({ kind, refId }) => kind === 'strategy' && !there.has(refId))
  )
    problems.push('a link or source without its strategy')
  const active = rows.filter((row) => row.status === 'active').map((row) => row.contentHash)
  if (new Set(active).size < active.length) problems.push('two active strategies say the same')
  const named = log.flatMap(({ strategyId: id, before, after }) =>
    [before, after].flatMap((state) => {
      const slug = (state as { slug?: string } | null)?.slug
      return slug ? [{ slug, id }] : []
    }),
  )
  const idBySlug = new Map(named.map(({ slug, id }) => [slug, id]))
  if (named.some(({ slug, id }) => idBySlug.get(slug) !== id)) problems.push('a number was given twice')
  if (rows.some(({ slug }) => Number(slug.split('-')[1]) > user.strategyNo))
    problems.push('a number is not counted')
  return problems
}

async function brokenSums(at: { db: Db; ownerId: string }): Promise<string[]> {
  const wrong = (await replayed(at)) === (await stored(at)) ? [] : ['the log does not rebuild the playbook']
  const off = (await sums(at)).filter((one) => JSON.stringify(one.counters) !== JSON.stringify(one.tags))
  return off.length ? [...wrong, `counters are not the sums of uses: ${JSON.stringify(off[0])}`] : wrong
}
