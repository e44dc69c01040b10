import { copyFileSync, rmSync } from 'node:fs'
import { MnemeError } from '@/lib/shared/errors'
import { migrationFolder, migrationsIn } from '../migrations'
import { copiedAt, onFile } from './backup'
import { damageIn } from './damage'
import { type PostgresBackup, readPostgresBackup } from './postgres/postgres-backup'

const NAMES = { sqlite: 'SQLite', postgresql: 'PostgreSQL' }
type Engine = keyof typeof NAMES

const unfit = (file: string, engine: Engine) =>
  new MnemeError(
    'invalid',
    `${file} is cut off, damaged, or no backup of a ${NAMES[engine]} database of Mneme.`,
    'Nothing was restored. To move to another kind of database, export and import.',
  )

function checkMigrations(file: string, engine: Engine, found: string[]): void {
  const known = migrationsIn(migrationFolder(engine)).map(({ name }) => name)
  if (!found.includes(known[0] ?? '')) throw unfit(file, engine)
  const newer = found.find((name) => !known.includes(name))
  if (newer)
    throw new MnemeError('invalid', `${file} was made by a newer Mneme (${newer}).`, 'Update Mneme first.')
}

/** Copies a SQLite backup to `copy`, where it is read to its end. @returns when it was made. @throws MnemeError */
export async function takeSqlite(file: string, copy: string): Promise<Date> {
  copyFileSync(file, copy)
  try {
    if (damageIn(copy) !== null) throw unfit(file, 'sqlite')
    return await onFile(copy, async (db) => {
      const table = db.prepare(`SELECT 1 FROM sqlite_schema WHERE "name" = '_prisma_migrations'`).get()
      const names = `SELECT "migration_name" FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`
      checkMigrations(file, 'sqlite', table ? (db.prepare(names).pluck().all() as string[]) : [])
      // Without a date everything on record is forgotten again.
      return copiedAt(db) ?? new Date(0)
    })
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
}

/** Reads a backup of PostgreSQL to its end. @throws MnemeError */
export async function takePostgres(file: string): Promise<PostgresBackup> {
  const backup = await readPostgresBackup(file).catch(() => null)
  if (!backup) throw unfit(file, 'postgresql')
  checkMigrations(file, 'postgresql', backup.migrations)
  return backup
}
