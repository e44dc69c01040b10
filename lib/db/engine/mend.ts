import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { type Backup, backupsIn, stampOf } from './storage/backup'
import { damageIn, isGoodBackup } from './storage/damage'
import { type Restoration, readRestoration, writeRestoration } from './storage/restoration'

const LOCK_MS = 60_000
/** Only one process at a time replaces the file. The lock is SQLite's, which ends with its process. */
export async function alone<T>(backups: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  const lock = new Database(path.join(backups, 'start.lock'), { timeout: LOCK_MS })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return await work()
  } finally {
    lock.close()
  }
}

const LOGS = ['-wal', '-shm', '-journal']

/** Works across disks too. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(from, `${to}.part`)
    renameSync(`${to}.part`, to)
    rmSync(from)
  }
}

/** A file that is no database may be another program's, unless it lies where Mneme keeps its own. */
const isOurs = (file: string, backups: string) =>
  path.dirname(file) === path.dirname(backups) || backupsIn(backups).length > 0

const isEmpty = (file: string) => existsSync(file) && statSync(file).size === 0

function isDamaged(file: string, backups: string): boolean {
  if (isEmpty(file)) return backupsIn(backups).some((backup) => isGoodBackup(backup.file))
  return damageIn(file) !== null && isOurs(file, backups)
}

/** The copy appears whole or not at all. */
function putBack(backup: Backup, file: string): void {
  const part = `${file}.part`
  copyFileSync(backup.file, part)
  const handle = openSync(part, 'r+')
  fsyncSync(handle)
  closeSync(handle)
  renameSync(part, file)
}

/**
 * Moves the database away, and puts the backup of `from` in its place. Writes down each stage before it begins, so
 * that the next start continues one that was killed.
 */
export function replace(file: string, backups: string, restoration: Restoration): Restoration {
  writeRestoration(backups, restoration)
  // The logs go first: a new file must never be read with the log of an old one.
  for (const log of LOGS)
    if (existsSync(`${file}${log}`)) move(`${file}${log}`, `${restoration.damaged}${log}`)
  // A start that was killed may have done either already.
  if (existsSync(file) && !existsSync(restoration.damaged)) move(file, restoration.damaged)
  const backup = backupsIn(backups).find((one) => one.at.toISOString() === restoration.from)
  if (backup && !existsSync(file)) putBack(backup, file)
  const placed: Restoration = { ...restoration, stage: 'forgetting' }
  writeRestoration(backups, placed)
  return placed
}

/**
 * Moves a damaged database to the folder of its backups and puts the newest good backup in its place; without
 * one, the file is missing afterwards and will be created. What was forgotten since still has to be removed.
 * @returns null if there was nothing to do, or no more.
 */
export function mendDatabase(file: string, backups: string, now: Date): Restoration | null {
  const last = readRestoration(backups)
  if (last?.stage === 'copying') return replace(file, backups, last)
  if (!isDamaged(file, backups)) return last?.stage === 'forgetting' ? last : null
  const good = backupsIn(backups).find((backup) => isGoodBackup(backup.file))
  return replace(file, backups, {
    at: now.toISOString(),
    damaged: path.join(backups, `${stampOf(now)}-damaged.sqlite`),
    from: good?.at.toISOString() ?? null,
    stage: 'copying',
    dismissed: [],
  })
}
