import { closeSync, copyFileSync, openSync, readSync, rmSync } from 'node:fs'
import path from 'node:path'
import { MnemeError } from '@/lib/shared/errors'
import { isPostgres } from '../database-url'
import { migrationFolder, migrationsIn } from '../migrations'
import { copiedAt, named, onFile } from './backup'
import { damageIn } from './damage'
import { type PostgresBackup, readPostgresBackup } from './postgres/postgres-backup'

const refused = (message: string, hint?: string) => new MnemeError('invalid', message, hint)
const foreign = (file: string) => refused(`${file} is not a backup of Mneme.`)
const damaged = (file: string) =>
  refused(`${file} is damaged or was cut off, so nothing was restored.`, 'Restore another backup.')

type Engine = 'sqlite' | 'postgresql'
const NAMES = { sqlite: 'SQLite', postgresql: 'PostgreSQL' }

/** What the first bytes of a file say. */
function engineOf(file: string): Engine | null {
  const bytes = Buffer.alloc(16)
  const handle = openSync(file, 'r')
  readSync(handle, bytes)
  closeSync(handle)
  if (bytes.toString('latin1') === 'SQLite format 3\0') return 'sqlite'
  return bytes.readUInt16BE() === 0x1f8b ? 'postgresql' : null
}

function checkMigrations(file: string, engine: Engine, found: string[]): void {
  const known = migrationsIn(migrationFolder(engine)).map(({ name }) => name)
  if (!found.includes(known[0] ?? '')) throw foreign(file)
  const newer = found.find((name) => !known.includes(name))
  if (newer) throw refused(`${file} was made by a newer Mneme (${newer}).`, 'Update Mneme, then restore it.')
}

/** @throws MnemeError if a file is no backup that this Mneme can put into the database at `url`. */
function checkEngine(file: string, url: string): Engine {
  const [engine, wanted] = [engineOf(file), isPostgres(url) ? 'postgresql' : 'sqlite'] as const
  if (!engine) throw foreign(file)
  if (engine !== wanted)
    throw refused(
      `${file} is a backup of ${NAMES[engine]}, and DATABASE_URL names ${NAMES[wanted]}.`,
      'To move from one to the other, export and import.',
    )
  return engine
}

/** Copies a SQLite backup to `copy`, where it is read to its end. @returns when it was made. @throws MnemeError */
export async function takeSqlite(file: string, url: string, copy: string): Promise<Date> {
  checkEngine(file, url)
  copyFileSync(file, copy)
  try {
    if (damageIn(copy) !== null) throw damaged(file)
    return await onFile(copy, async (db) => {
      const table = db.prepare(`SELECT count(*) FROM sqlite_schema WHERE "name" = '_prisma_migrations'`)
      if (!table.pluck().get()) throw foreign(file)
      const names = db.prepare(
        `SELECT "migration_name" FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`,
      )
      checkMigrations(file, 'sqlite', names.pluck().all() as string[])
      // Without a date everything on record is forgotten again.
      return copiedAt(db) ?? named(path.basename(file))?.at ?? new Date(0)
    })
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
}

/** Reads a backup of PostgreSQL to its end. @throws MnemeError */
export async function takePostgres(file: string, url: string): Promise<PostgresBackup> {
  checkEngine(file, url)
  const backup = await readPostgresBackup(file).catch(() => {
    throw damaged(file)
  })
  if (!backup) throw foreign(file)
  checkMigrations(file, 'postgresql', backup.migrations)
  return backup
}
