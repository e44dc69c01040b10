import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { migrate } from '@/lib/db/engine/migrate'
import { startChild, wait } from './child'

const ROWS = 20_000
const STEPS = ['20990101000000_copy', '20990102000000_redefine', '20990103000000_fill']
/**
 * Takes a few hundred milliseconds and touches every page: it copies a table, redefines one and inserts
 * thousands of rows.
 */
const SQL: Record<string, string> = {
  '20990101000000_copy': `CREATE TABLE "Copy" AS SELECT * FROM "Blob"; CREATE INDEX "Copy_text" ON "Copy"("text");`,
  '20990102000000_redefine': `CREATE TABLE "new_Blob" ("ownerId" TEXT NOT NULL, "hash" TEXT NOT NULL, "text" TEXT NOT NULL, "bytes" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "createdAt" DATETIME NOT NULL, "extra" TEXT NOT NULL DEFAULT '', PRIMARY KEY ("ownerId", "hash"));
    INSERT INTO "new_Blob" ("ownerId", "hash", "text", "bytes", "tokens", "createdAt") SELECT * FROM "Blob"; DROP TABLE "Blob"; ALTER TABLE "new_Blob" RENAME TO "Blob";`,
  '20990103000000_fill': `CREATE TABLE "Fill" ("n" INTEGER PRIMARY KEY); INSERT INTO "Fill" WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i FROM n;`,
}

/** Writes the migrations of a first release and of a later one. */
export function writeReleases(folder: string): { first: string; later: string } {
  const [first, later] = [path.join(folder, 'first'), path.join(folder, 'later')]
  for (const target of [first, later])
    cpSync(path.resolve('prisma/sqlite/migrations'), target, { recursive: true })
  for (const name of STEPS) {
    mkdirSync(path.join(later, name))
    writeFileSync(path.join(later, name, 'migration.sql'), SQL[name] ?? '')
  }
  return { first, later }
}

/** A database of the first release with a few thousand rows. */
async function seeded(folder: string, first: string): Promise<string> {
  const file = path.join(folder, 'mneme.db')
  await migrate(`file:${file}`, { folder: first, backups: null })
  const db = new Database(file)
  const insert = db.prepare(
    `INSERT INTO "Blob" VALUES ('owner', ?, ?, 1, 1, '2026-05-01T10:00:00.000+00:00')`,
  )
  db.transaction(() => {
    for (let i = 0; i < ROWS; i++) insert.run(`hash ${i}`, `text ${i}`.repeat(5))
  })()
  db.close()
  return file
}

/** What is wrong with a database after a kill: missing rows, damaged pages, a half-applied release. */
function problems(file: string): string[] {
  const db = new Database(file)
  try {
    const count = (sql: string) => (db.prepare(sql).get() as { n: number }).n
    const found: string[] = []
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') found.push('damaged')
    if (count(`SELECT count(*) AS n FROM "Blob"`) !== ROWS) found.push('rows lost')
    const applied = count(
      `SELECT count(*) AS n FROM "_prisma_migrations" WHERE "migration_name" LIKE '2099%'`,
    )
    const tables = count(
      `SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name IN ('Copy', 'Fill')`,
    )
    if (!((applied === 0 && tables === 0) || (applied === STEPS.length && tables === 2)))
      found.push(`half a release: ${applied} recorded, ${tables} tables`)
    return found
  } finally {
    db.close()
  }
}

type MigrationKills = { kills: number; cutShort: number; problems: string[]; unfinished: number }

/**
 * Kills a process at random times while it migrates a file with data. After each kill the data must be intact
 * and the next start must complete the migration.
 */
export async function runMigrationKills(
  kills: number,
  random: () => number = Math.random,
): Promise<MigrationKills> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-migrate-'))
  const { first, later } = writeReleases(folder)
  const result: MigrationKills = { kills, cutShort: 0, problems: [], unfinished: 0 }
  let fullMs = 0
  try {
    for (let i = 0; i <= kills; i++) {
      const place = path.join(folder, String(i))
      mkdirSync(place)
      const file = await seeded(place, first)
      const backups = path.join(place, 'backups')
      const marks = { started: 0, done: 0 }
      const child = await startChild('migrate-child.ts', [`file:${file}`, later, backups], (line) => {
        if (line === 'start') marks.started = performance.now()
        else marks.done = performance.now()
      })
      while (!marks.started && child.process.exitCode === null) await wait(1)
      if (i === 0) {
        // The first run is not killed; it measures how long the migration takes.
        await child.exited
        fullMs = marks.done - marks.started
        if (!marks.done) throw new Error(child.stderr())
      } else {
        // Spread evenly, so that a slow first run does not place every kill after the end.
        await wait(((i - 1 + random()) / kills) * fullMs)
        await child.kill()
        if (!marks.done) result.cutShort += 1
      }
      result.problems.push(...problems(file))
      await migrate(`file:${file}`, { folder: later, backups })
      if (problems(file).length || readdirSync(backups).every((name) => !name.endsWith('.db')))
        result.unfinished += 1
      rmSync(place, { recursive: true })
    }
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
