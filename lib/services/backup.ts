import { rmSync, statSync } from 'node:fs'
import { env } from '@/lib/config/env'
import { type Db, isPostgres, openDb } from '@/lib/db/engine/client'
import { alone } from '@/lib/db/engine/mend'
import { migrate } from '@/lib/db/engine/migrate'
import { backupsIn } from '@/lib/db/engine/storage/backup'
import { copyWhole } from '@/lib/db/engine/storage/kept-copy'
import { keepPrivate } from '@/lib/db/engine/storage/private-files'
import { type Restore, restorePostgres, restoreSqlite } from '@/lib/db/engine/storage/restore-backup'
import { setStorage, storageOf } from '@/lib/db/engine/storage/storage'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import type { BackupDto } from '@/lib/shared/transfer/restored'
import { backupFolder, finishRestoration, hidesPaths } from './storage'

/** In one go, which other processes do not interrupt. */
const ALL_PAGES = 2 ** 31 - 1

/** Copies the whole database to a file while it is used. @returns how. @throws if the copy is not whole. */
export async function writeBackup(file: string, now: Date, signal: AbortSignal) {
  const { DATABASE_URL: url, MNEME_DATA_DIR } = env()
  keepPrivate(MNEME_DATA_DIR, url)
  rmSync(file, { force: true })
  const form = await copyWhole(url, file, now, { pages: ALL_PAGES, signal })
  if (!form) throw new Error('The database holds nothing of Mneme, or its copy is damaged.')
  return form
}

/**
 * Replaces the database with a backup, and forgets again what was forgotten since. @returns when the backup
 * was made, and how many times something was forgotten. @throws MnemeError if it does not fit, Mneme runs, or a
 * database is there and `mayReplace` is not set.
 */
export async function restoreBackup(file: string, { mayReplace }: Pick<Restore, 'mayReplace'>) {
  const { DATABASE_URL: url, MNEME_DATA_DIR } = env()
  const [backups, now] = [backupFolder(), systemRuntime.now()]
  keepPrivate(MNEME_DATA_DIR, url)
  // A start waits for it.
  return alone(backups, async () => {
    const restore = isPostgres(url) ? restorePostgres : restoreSqlite
    const from = await restore({ url, file, backups, mayReplace, now })
    await migrate(url, { backups: null })
    const db = await openDb(url)
    try {
      setStorage(db, { backups, memoryOnly: null })
      return { from, forgotten: await finishRestoration({ db, runtime: systemRuntime }) }
    } finally {
      await db.$disconnect()
    }
  })
}

export function listBackups(db: Db): BackupDto[] {
  const { backups } = storageOf(db)
  return (backups ? backupsIn(backups) : []).map(({ file, at }) => ({
    at: at.toISOString(),
    bytes: statSync(file, { throwIfNoEntry: false })?.size ?? 0,
    file: hidesPaths() ? null : file,
  }))
}
