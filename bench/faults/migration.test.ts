/** @module-tag full */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { startChild } from './child'
import { runMigrationKills, writeReleases } from './migration-kills'

const root = mkdtempSync(path.join(os.tmpdir(), 'mneme-starts-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('processes that migrate', () => {
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
