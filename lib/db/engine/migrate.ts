import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { refusalWords } from '@/lib/shared/storage-failure'
import { isPostgres, sqliteFile } from './client'
import { inWords } from './errors'
import { LOCK, type Migration, migrationFolder, migrationsIn, migrationTable } from './migrations'
import { setPragmas } from './sqlite/sqlite-adapter'
import { backUp } from './storage/backup'
import { withPostgres } from './storage/postgres/postgres-client'
import { addVectorColumn } from './vector-column'

type Applied = { migration_name: string; checksum: string; finished_at: unknown; rolled_back_at: unknown }

/** @throws Error for a migration that failed, was edited since, or is from a newer Mneme. */
function pending(all: Migration[], rows: Applied[]): Migration[] {
  const live = rows.filter((row) => !row.rolled_back_at)
  const failed = live.find((row) => !row.finished_at)
  if (failed)
    throw new Error(
      `The database stopped half-way in the migration ${failed.migration_name}. Restore a copy from before it, then start again: for SQLite, Mneme made one in the backups folder.`,
    )
  const known = new Set(all.map((migration) => migration.name))
  const foreign = live.find((row) => !known.has(row.migration_name))
  if (foreign)
    throw new Error(
      `The database was written by a newer Mneme (${foreign.migration_name}). Update Mneme, or point DATABASE_URL to another database.`,
    )
  const done = new Map(live.map((row) => [row.migration_name, row.checksum]))
  for (const migration of all)
    if (done.has(migration.name) && done.get(migration.name) !== migration.checksum)
      throw new Error(
        `The migration ${migration.name} was edited after it had been applied. Restore the original file.`,
      )
  return all.filter((migration) => !done.has(migration.name))
}

/** Runs one migration; what goes wrong names it, but a full or read-only disk has its own words. */
async function apply({ name }: Migration, run: () => unknown): Promise<void> {
  try {
    await run()
  } catch (error) {
    throw refusalWords(error)
      ? error
      : new Error(
          `The migration ${name} failed and was undone: ${(error as Error).message}. The database is as it was.`,
          { cause: error },
        )
  }
}

const migratePostgres = (url: string, all: Migration[]): Promise<string[]> =>
  withPostgres(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query(migrationTable(true))
    const todo = pending(all, (await client.query<Applied>('SELECT * FROM "_prisma_migrations"')).rows)
    for (const migration of todo) {
      await client.query('BEGIN')
      try {
        await apply(migration, () => client.query(migration.sql))
        await client.query(
          'INSERT INTO "_prisma_migrations"(id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)',
          [randomUUID(), migration.checksum, migration.name],
        )
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      }
    }
    await addVectorColumn(client)
    return todo.map((migration) => migration.name)
  })

/** On an open connection. `save` is called before data is changed. */
async function applyMissing(db: Database.Database, all: Migration[], save: () => Promise<unknown>) {
  db.exec(migrationTable(false))
  const rows = () => db.prepare('SELECT * FROM "_prisma_migrations"').all() as Applied[]
  const todo = pending(all, rows())
  if (todo.length === 0) return []
  if (rows().length) await save()
  // Inside BEGIN this pragma does nothing, and a redefined table's DROP would cascade.
  db.pragma('foreign_keys = OFF')
  db.exec('BEGIN IMMEDIATE')
  try {
    const applied = pending(all, rows())
    for (const migration of applied) {
      await apply(migration, () => db.exec(migration.sql))
      db.prepare(
        'INSERT INTO "_prisma_migrations"(id, checksum, migration_name, started_at, finished_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)',
      ).run(randomUUID(), migration.checksum, migration.name, Date.now(), Date.now())
    }
    if ((db.pragma('foreign_key_check') as unknown[]).length)
      throw new Error('The migration would leave rows that point to nothing; it was undone.')
    db.exec('COMMIT')
    return applied.map((migration) => migration.name)
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  } finally {
    db.pragma('foreign_keys = ON')
  }
}

async function migrateSqlite(file: string, all: Migration[], backups: string | null): Promise<string[]> {
  const old = existsSync(file)
  mkdirSync(path.dirname(file), { recursive: true })
  const db = new Database(file, { timeout: 10_000 })
  try {
    setPragmas(db)
    db.pragma('busy_timeout = 10000')
    return await applyMissing(db, all, async () => {
      if (old && backups) await backUp(db, backups, 'before-migration')
    })
  } finally {
    db.close()
  }
}

export const migrateMemory = (raw: Database.Database): Promise<string[]> =>
  applyMissing(raw, migrationsIn(migrationFolder('sqlite')), async () => {})

/**
 * Applies the plain SQL migrations that are missing, each whole or not at all, and records them as Prisma's
 * engine does. A SQLite file that holds data is copied to `backups` first. Several processes may start at
 * once.
 * @returns names of the migrations applied now. @throws Error in plain words.
 */
export async function migrate(url: string, options: { backups: string | null; folder?: string }) {
  const all = migrationsIn(options.folder ?? migrationFolder(isPostgres(url) ? 'postgresql' : 'sqlite'))
  try {
    return await (isPostgres(url)
      ? migratePostgres(url, all)
      : migrateSqlite(sqliteFile(url), all, options.backups))
  } catch (error) {
    throw inWords(error, isPostgres(url) ? 'DATABASE_URL' : sqliteFile(url))
  }
}
