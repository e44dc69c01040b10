import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { MnemeError } from '@/lib/shared/errors'
import { sqliteFile } from '../database-url'
import { replace } from '../mend'
import { LOCK } from '../migrations'
import { backUpPostgres, backupsIn, stampOf } from './backup'
import { takePostgres, takeSqlite } from './chosen-backup'
import { isGoodBackup } from './damage'
import { loadPostgresBackup } from './postgres/postgres-backup'
import { withPostgres } from './postgres/postgres-client'
import { migrationsOf } from './postgres/postgres-rows'
import { dropRestoration, type Restoration, readRestoration, writeRestoration } from './restoration'

/** `replace` = the database may be replaced although it holds data. `isRunning` = whether a process of ours is. */
export type Restore = {
  url: string
  file: string
  backups: string
  replace: boolean
  now: Date
  isRunning(process: { host: string; pid: number; startedAt: Date; seenAt: Date }): boolean
}

const running = (by: string) =>
  new MnemeError('conflict', `Mneme is running${by}.`, 'Stop it everywhere, then restore the backup.')
const holdsData = () =>
  new MnemeError(
    'conflict',
    'The database is not empty.',
    'Add --replace to replace it. What it holds now is kept in the backups folder as “before-restore”.',
  )
const RESTORED = 'restored'

const restorationOf = ({ now }: Restore, from: Date, damaged: string): Restoration => ({
  ...{ at: now.toISOString(), asked: true, damaged, from: from.toISOString() },
  ...{ stage: 'copying', dismissed: [] },
})

/** Whether another process has a SQLite file open. */
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

/** What cannot be read may be data. */
function isEmpty(file: string): boolean {
  if (statSync(file).size === 0) return true
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare('SELECT NOT EXISTS (SELECT 1 FROM "User")').pluck().get() === 1
  } catch {
    return false
  } finally {
    db.close()
  }
}

/** Puts a backup in the place of a SQLite database. The old file becomes a backup, unless it is damaged. */
export async function restoreSqlite(restore: Restore): Promise<Date> {
  const { url, backups, now } = restore
  const file = sqliteFile(url)
  const part = path.join(backups, `${process.pid}.part`)
  const at = await takeSqlite(restore.file, url, part)
  try {
    if (existsSync(file) && isOpen(file)) throw running(' or another program uses the database')
    if (existsSync(file) && !restore.replace && !isEmpty(file)) throw holdsData()
    renameSync(part, path.join(backups, `${stampOf(at)}-${RESTORED}.db`))
  } finally {
    rmSync(part, { force: true })
  }
  const old = existsSync(file) && isGoodBackup(file) ? 'before-restore.db' : 'damaged.sqlite'
  replace(file, backups, restorationOf(restore, at, path.join(backups, `${stampOf(now)}-${old}`)))
  return at
}

/** The copy of the backup still holds what was forgotten since. */
export function dropRestoredCopy(backups: string): void {
  for (const { file, reason } of backupsIn(backups)) if (reason === RESTORED) rmSync(file)
}

type Process = { host: string; pid: number; started: string; seen: string }
// PostgreSQL's timestamps have no zone; they are UTC.
const PROCESSES = `SELECT "host", "pid", extract(epoch FROM "startedAt") * 1000 AS "started",
  extract(epoch FROM "seenAt") * 1000 AS "seen" FROM "Instance"`

/** Puts a backup in the place of what a PostgreSQL database holds, which is copied to the backups before. */
export async function restorePostgres(restore: Restore): Promise<Date> {
  const { url, file, backups, now, isRunning } = restore
  const backup = await takePostgres(file, url)
  await withPostgres(url, async (client) => {
    // A start waits for it.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    const isMade = async () => (await migrationsOf(client))?.length !== 0
    if ((await migrationsOf(client)) === null)
      throw new MnemeError(
        'conflict',
        'The database holds tables of another program.',
        'Name another one with DATABASE_URL.',
      )
    if (await isMade()) {
      const processes = (await client.query<Process>(PROCESSES)).rows.map(({ started, seen, ...one }) => ({
        ...{ ...one, startedAt: new Date(Number(started)), seenAt: new Date(Number(seen)) },
      }))
      const found = processes.find(isRunning)
      if (found) throw running(` (process ${found.pid} on ${found.host})`)
      if ((await client.query('SELECT 1 FROM "User" LIMIT 1')).rows.length) {
        if (!restore.replace) throw holdsData()
        await backUpPostgres(url, backups, 'before-restore', now)
      }
    }
    const last = readRestoration(backups)
    // From now on a start with an empty database is refused.
    writeRestoration(backups, { ...restorationOf(restore, new Date(backup.at), ''), stage: 'forgetting' })
    try {
      await loadPostgresBackup(url, client, file, backup)
    } catch (error) {
      if (!(await isMade()))
        throw new MnemeError(
          'unavailable',
          `The backup could not be loaded, and the database is empty now: ${(error as Error).message}`,
          'What it held is kept in the backups folder as “before-restore”.',
        )
      if (last) writeRestoration(backups, last)
      else dropRestoration(backups)
      throw error
    }
  })
  return new Date(backup.at)
}

/** Whether a PostgreSQL database has no table, since restoring a backup was cut off. */
export const isUnfinished = async (url: string, backups: string) =>
  readRestoration(backups)?.stage === 'forgetting' &&
  (await withPostgres(url, async (client) => (await migrationsOf(client))?.length === 0))
