/** @module-tag full */

import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import type { Models } from '@/lib/model/models'
import { hasPostgres } from '@/scripts/postgres.mjs'
import { withVirtualClock } from '../virtual-clock'
import { startChild } from './child'
import { runHistories } from './histories'
import { runKills } from './kills'
import { type Instant, runLearningKills } from './learning-kills'
import { runMigrationKills, writeReleases } from './migration-kills'
import { type FaultCase, type FaultReport, nameOf, tryCase } from './provider'

/** `npm run bench -- faults` runs 200 on each database. */
const SEEDS = 2

describe('two processes that change one playbook', () => {
  for (const database of ['sqlite', 'postgres'] as const)
    it.skipIf(database === 'postgres' && !hasPostgres())(
      `keep its log, counters and numbers true in ${SEEDS} random histories on ${database}`,
      { timeout: 300_000 },
      async () => {
        const { deltas, busy, ...found } = await runHistories(SEEDS, 40, database)
        expect(found).toEqual({ seeds: SEEDS, wrong: [], errors: [] })
        expect([deltas > 20, busy]).toEqual([true, 0])
      },
    )
})

/** `npm run bench -- faults` uses 200. */
const KILLS = 4

describe('kill -9 while turns run', () => {
  it(`loses and repeats nothing at ${KILLS} random points; interrupted turns keep their text, and each teaches once`, {
    timeout: 1_800_000,
  }, async () => {
    const { kills, acknowledged, turns, partial, retried, learned, recoveryMs, longestRecoveryMs, ...wrong } =
      await runKills(KILLS)
    expect(wrong).toEqual({
      lost: [],
      duplicate: [],
      half: [],
      unmarked: [],
      damaged: [],
      errors: [],
      repeatedJobs: 0,
      unfinished: 0,
      miscounted: 0,
    })
    expect(recoveryMs).toBeLessThanOrEqual(longestRecoveryMs)
    // Some workers are killed before their first message is stored.
    expect(acknowledged).toBeGreaterThanOrEqual(kills / 2)
    expect(turns).toBeGreaterThanOrEqual(acknowledged)
    expect([partial > 0, retried > 0, learned > 0]).toEqual([true, true, true])
  })

  it('negative control: the check detects messages that are acknowledged before they are stored', {
    timeout: 900_000,
  }, async () => {
    const { lost } = await runKills(1, { variant: 'ack-first' })
    expect(lost.length).toBeGreaterThan(0)
  })
})

/** `npm run bench -- faults` kills at all instants. */
const SOME: Instant[] = [
  { kind: 'notes', point: 'after' },
  { kind: 'notes', point: 'during' },
  { kind: 'notes', point: 'before' },
  { kind: 'consolidate', point: 'call' },
]

describe('kill -9 in the jobs of learning', () => {
  it('leaves the effect of each exactly once after the restart', { timeout: 600_000 }, async () => {
    const { expected, ...found } = await runLearningKills(SOME)
    expect(found).toEqual({ kills: SOME.length, wrong: [], errors: [] })
    expect(expected).toEqual(
      expect.arrayContaining([
        ...['step notes', 'step contradiction'],
        ...['verdict success model', 'use heu-00001 true helpful', 'the log rebuilds the playbook: true'],
      ]),
    )
  })

  it('negative control: finds a job that is completed apart from its effect', {
    timeout: 600_000,
  }, async () => {
    const { wrong } = await runLearningKills([{ kind: 'notes', point: 'after' }], 'two-commits')
    expect(wrong.join()).toContain('2 instead of 1 × step notes')
  })
})

describe('processes that migrate', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'mneme-starts-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it('apply a migration once when three start at the same time, on a new file and on one with data', async () => {
    const { first, later } = writeReleases(root)
    const file = path.join(root, 'mneme.db')
    const together = async (folder: string) => {
      const applied: string[] = []
      const start = () =>
        startChild(
          'migrate-child.ts',
          [`file:${file}`, folder, path.join(root, 'backups')],
          (line) => line.startsWith('[') && applied.push(...JSON.parse(line)),
        )
      const children = await Promise.all([start(), start(), start()])
      const ends = children.map(async ({ exited, stderr }) => [await exited, stderr()])
      expect(await Promise.all(ends)).toEqual([1, 2, 3].map(() => [0, expect.anything()]))
      return applied
    }
    const applied = await together(first)
    expect([applied.length > 0, new Set(applied).size]).toEqual([true, applied.length])
    const db = new Database(file)
    db.exec(`INSERT INTO "User" ("id", "createdAt") VALUES ('anna', '2026-05-01T10:00:00.000+00:00')`)
    db.close()
    expect(await together(later)).toHaveLength(3)
    const after = new Database(file)
    expect(after.prepare('SELECT "id" FROM "User"').all()).toEqual([{ id: 'anna' }])
    after.close()
  })

  it('lose nothing when killed, and the next start completes the migration (5 kills; 50 in the bench)', async () => {
    const { problems, unfinished, cutShort } = await runMigrationKills(5)
    expect({ problems, unfinished }).toEqual({ problems: [], unfinished: 0 })
    expect(cutShort).toBeGreaterThan(0)
  })
})

/** One fault of each sort, covering every phase and both APIs; the bench combines all of them. */
const CASES: FaultCase[] = [
  { fault: 'server-error', phase: 'think', api: 'responses', passing: false },
  { fault: 'bad-tool-json', phase: 'think', api: 'chat', passing: true },
  { fault: 'cut', phase: 'act', api: 'chat', passing: false },
  { fault: 'corrupt', phase: 'act', api: 'responses', passing: false },
  { fault: 'failing-tool', phase: 'act', api: 'chat', passing: false },
  { fault: 'stall-midway', phase: 'act', api: 'responses', passing: true },
  { fault: 'half-json', phase: 'notes', api: 'chat', passing: false },
  { fault: 'unauthorised', phase: 'notes', api: 'responses', passing: false },
  { fault: 'empty-text', phase: 'roll-up', api: 'chat', passing: false },
]
const CLEAN: Omit<FaultReport, 'ms'> = { problems: [], settled: true, difference: 0 }

/** A broken variant that reports a truncated stream as a complete answer. */
const blind = (models: Models): Models => ({
  ...models,
  async call(role, request, sink) {
    const result = await models.call(role, request, sink)
    return result.error ? { ...result, error: null, finish: 'stop' } : result
  },
})
/** A broken variant that drops failed attempts. */
const forgetful = (models: Models): Models => ({
  ...models,
  async call(role, request, sink) {
    const result = await models.call(role, request, sink)
    return { ...result, tries: result.tries.filter((one) => one.ok) }
  },
})

describe('a misbehaving provider', () => {
  it.each(CASES.map((one) => [nameOf(one), one] as const))(
    '%s: the turn settles, the jobs end, the ledger is what was reported',
    async (_, one) => {
      const { ms, ...found } = await withVirtualClock(() => tryCase(one))
      expect(found).toEqual(CLEAN)
      expect(ms).toBeGreaterThan(0)
    },
  )

  it('negative control: the check detects a truncated answer that is reported as complete', async () => {
    const { problems } = await withVirtualClock(() =>
      tryCase({ fault: 'cut', phase: 'act', api: 'chat', passing: false }, blind),
    )
    expect(problems.join()).toMatch(/hole|empty answer/)
  })

  it('negative control: the check detects failed calls that are missing from the ledger', async () => {
    const { difference } = await withVirtualClock(() =>
      tryCase({ fault: 'cut-after-usage', phase: 'act', api: 'chat', passing: false }, forgetful),
    )
    expect(difference).toBeGreaterThan(0)
  })
})
