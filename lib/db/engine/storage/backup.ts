import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { type Db, databaseFile, isPostgres, urlOf } from '../client'
import { writePostgresBackup } from './postgres/postgres-backup'
import { storageOf } from './storage'

const KEPT = 5
const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINUTE = 60_000
/** `at` = no change of the database before this moment is missing. */
export type Backup = { file: string; at: Date; reason: string }

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-([\w-]+)\.(?:db|gz)$/
export const stampOf = (at: Date) => at.toISOString().replace(/[:.]/g, '-')

/** Complete copies in a folder, newest first. */
export function backupsIn(folder: string): Backup[] {
  return fileNamesIn(folder)
    .sort()
    .reverse()
    .flatMap((name) => {
      const [, day, hour, minute, second, ms, reason] = NAME.exec(name) ?? []
      if (reason === undefined) return []
      const at = new Date(`${day}T${hour}:${minute}:${second}.${ms}Z`)
      return [{ file: path.join(folder, name), at, reason }]
    })
}

/** The names of the files in a folder; none if it is not there. */
export function fileNamesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * A copy in `folder` that `write` makes; it appears whole or not at all. Keeps the newest five, and nothing of
 * copies that were cut off. @returns its path.
 */
export async function keepBackup(folder: string, name: string, write: (part: string) => Promise<unknown>) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, name)
  await write(`${file}.part`)
  renameSync(`${file}.part`, file)
  const old = backupsIn(folder).slice(KEPT)
  const left = fileNamesIn(folder).filter(
    (name) => name.endsWith('.part') && Date.now() - statSync(path.join(folder, name)).mtimeMs > HOUR,
  )
  for (const { file } of old) rmSync(file, { force: true })
  for (const name of left) rmSync(path.join(folder, name), { force: true })
  return file
}

/** Copies a live SQLite database to `folder`. @returns the copy's path. */
export const backUp = (db: Database.Database, folder: string, reason: string, now: Date = new Date()) =>
  keepBackup(folder, `${stampOf(now)}-${reason}.db`, (part) => copySqlite(db, part, now))

/**
 * Copies a live SQLite database to a new file, in which it notes when. `pages` = how many at a time: between
 * two times others have a turn, and what another process writes then starts the copy anew.
 */
export async function copySqlite(db: Database.Database, copy: string, at: Date, pages?: number) {
  await db.backup(copy, pages ? { progress: () => pages } : undefined)
  await noteTime(copy, at)
}
/** Records in a SQLite file what time its contents are from, to the minute. */
export const noteTime = (file: string, at: Date) =>
  onFile(file, async (db) => void db.pragma(`user_version = ${Math.floor(at.getTime() / MINUTE)}`))

/** When the SQLite database of a backup was copied, to the minute; null if that was not noted. */
export function copiedAt(db: Database.Database): Date | null {
  const minutes = Number(db.pragma('user_version', { simple: true }))
  return minutes ? new Date(minutes * MINUTE) : null
}

/** Whether no copy is younger than a day. */
const isDue = (folder: string, now: Date) =>
  !backupsIn(folder).some(({ at }) => at <= now && now.getTime() - at.getTime() < DAY)

/** Copies a database file unless a copy is younger than a day. @returns its path; null = none was due. */
export async function backUpDaily(file: string, folder: string, now: Date): Promise<string | null> {
  return isDue(folder, now) ? onFile(file, (db) => backUp(db, folder, 'daily', now)) : null
}

/** Opens a database file for `use`, and closes it afterwards. */
export async function onFile<T>(file: string, use: (db: Database.Database) => Promise<T>): Promise<T> {
  const db = new Database(file, { timeout: 10_000, fileMustExist: true })
  try {
    return await use(db)
  } finally {
    db.close()
  }
}

/** The same of the open database, where backups are kept. */
export async function backUpOpenDaily(db: Db, now: Date): Promise<string | null> {
  const { backups } = storageOf(db)
  const file = databaseFile(db)
  if (backups && file) return backUpDaily(file, backups, now)
  const url = urlOf(db)
  return backups && url && isPostgres(url) && isDue(backups, now)
    ? backUpPostgres(url, backups, 'daily', now)
    : null
}

export const backUpPostgres = (url: string, folder: string, reason: string, now: Date) =>
  keepBackup(folder, `${stampOf(now)}-${reason}.gz`, (part) => writePostgresBackup(url, part, now))

/** Copies the open database before a large change, such as a consolidation, where backups are kept. */
export async function backUpBefore(db: Db, change: string, now: Date): Promise<void> {
  const { backups } = storageOf(db)
  const file = databaseFile(db)
  if (backups && file) await onFile(file, (open) => backUp(open, backups, `before-${change}`, now))
}
