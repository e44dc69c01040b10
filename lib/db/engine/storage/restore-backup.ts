import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { MnemeError } from '@/lib/shared/errors'
import { sqliteFile } from '../database-url'
import { replace } from '../mend'
import { LOCK } from '../migrations'
import { backUpPostgres, backupsIn, noteTime, stampOf } from './backup'
import { takePostgres, takeSqlite } from './chosen-backup'
import { isGoodBackup } from './damage'
import { loadPostgresBackup } from './postgres/postgres-backup'
import { withPostgres } from './postgres/postgres-client'
import { migrationsOf } from './postgres/postgres-rows'
import { dropRestoration, readRestoration, writeRestoration } from './restoration'

/** `mayReplace` = also a database that is there already. */
export type Restore = { url: string; file: string; backups: string; mayReplace: boolean; now: Date }

const inUse = () =>
  new MnemeError(
    'conflict',
    'A program uses the database.',
    'Stop Mneme everywhere, then restore the backup.',
  )
const isThere = () =>
  new MnemeError(
    'conflict',
    'There is a database already.',
    'Add --replace to replace it. It is then kept in the backups folder as “before-restore”.',
  )
const RESTORED = 'restored'
const restoration = (now: Date, from: Date, damaged = '') => ({
  ...{ at: now.toISOString(), from: from.toISOString(), asked: true },
  ...{ damaged, dismissed: [] },
})

/** Whether another connection to a SQLite file is open. */
function isOpen(file: string): boolean {
  const db = new Database(file, { timeout: 0 })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch (error) {
    return (error as { code?: unknown }).code === 'SQLITE_BUSY'
  } finally {
    db.close()
  }
}

/** Replaces a SQLite database with a backup. The old file becomes a backup itself, unless it is damaged. */
export async function restoreSqlite({ url, file: source, backups, mayReplace, now }: Restore): Promise<Date> {
  const file = sqliteFile(url)
  const part = path.join(backups, `${process.pid}.part`)
  const at = await takeSqlite(source, part)
  try {
    if (existsSync(file) && isOpen(file)) throw inUse()
    if (existsSync(file) && statSync(file).size > 0 && !mayReplace) throw isThere()
    renameSync(part, path.join(backups, `${stampOf(at)}-${RESTORED}.db`))
  } finally {
    rmSync(part, { force: true })
  }
  const isGood = existsSync(file) && isGoodBackup(file)
  if (isGood) await noteTime(file, now)
  const old = isGood ? 'before-restore.db' : 'damaged.sqlite'
  const kept = path.join(backups, `${stampOf(now)}-${old}`)
  replace(file, backups, { ...restoration(now, at, kept), stage: 'copying' })
  return at
}

/** The copy of the backup still holds what was forgotten since. */
export function dropRestoredCopy(backups: string): void {
  for (const { file, reason } of backupsIn(backups)) if (reason === RESTORED) rmSync(file)
}

const OTHERS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
  AND pid <> pg_backend_pid()`

/** Replaces the contents of a PostgreSQL database with a backup, after backing them up. */
export async function restorePostgres({ url, file, backups, mayReplace, now }: Restore): Promise<Date> {
  const backup = await takePostgres(file)
  const from = new Date(backup.at)
  await withPostgres(url, async (client) => {
    // A start waits for it.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    if ((await client.query(OTHERS)).rows.length) throw inUse()
    const old = await migrationsOf(client)
    if (!old)
      throw new MnemeError(
        'conflict',
        'The database is another program’s.',
        'Name another one with DATABASE_URL.',
      )
    if (old.length && !mayReplace) throw isThere()
    if (old.length) await backUpPostgres(url, backups, 'before-restore', now)
    const last = readRestoration(backups)
    // Until the restoration is complete, Mneme refuses to start on an empty database.
    writeRestoration(backups, { ...restoration(now, from), stage: 'forgetting' })
    try {
      await loadPostgresBackup(url, client, file, backup)
    } catch (error) {
      if ((await migrationsOf(client))?.length === 0)
        throw new MnemeError(
          'unavailable',
          `The backup could not be loaded, and the database is empty now: ${(error as Error).message}`,
          'What it held, if anything, is kept in the backups folder as “before-restore”.',
        )
      if (last) writeRestoration(backups, last)
      else dropRestoration(backups)
      throw error
    }
  })
  return from
}

/** Whether a PostgreSQL database has no table, since restoring a backup was cut off. */
export const isUnfinished = async (url: string, backups: string) =>
  readRestoration(backups)?.stage === 'forgetting' &&
  (await withPostgres(url, async (client) => (await migrationsOf(client))?.length === 0))
