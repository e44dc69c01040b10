import { isPostgres, sqliteFile } from '../database-url'
import { copySqlite, onFile } from './backup'
import { isGoodBackup } from './damage'
import { readPostgresBackup, writePostgresBackup } from './postgres/postgres-backup'

/** `pages` = of `copySqlite`. */
type Options = { pages?: number; signal?: AbortSignal }

/** Copies a live database to a new file and reads that to its end. @returns its form; null if it is not whole. */
export async function copyWhole(url: string, file: string, now: Date, { pages, signal }: Options = {}) {
  if (isPostgres(url)) {
    const form = await writePostgresBackup(url, file, now, signal)
    return (await readPostgresBackup(file))?.migrations.length ? form : null
  }
  await onFile(sqliteFile(url), (db) => copySqlite(db, file, now, pages))
  return isGoodBackup(file) ? ('SQLite' as const) : null
}
