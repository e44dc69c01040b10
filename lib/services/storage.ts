import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { env } from '@/lib/config/env'
import { type Db, isPostgres, openDb, openMemoryDb, sqliteFile } from '@/lib/db/engine/client'
import { StartError } from '@/lib/db/engine/errors'
import { alone, mendDatabase } from '@/lib/db/engine/mend'
import { migrate, migrateMemory } from '@/lib/db/engine/migrate'
import { backUpDaily } from '@/lib/db/engine/storage/backup'
import { keepPrivate } from '@/lib/db/engine/storage/private-files'
import { readRestoration, writeRestoration } from '@/lib/db/engine/storage/restoration'
import { dropRestoredCopy, isUnfinished } from '@/lib/db/engine/storage/restore-backup'
import { setStorage, storageOf, writesNothing } from '@/lib/db/engine/storage/storage'
import { folderProblem, type StorageProblem, storageProblem } from '@/lib/db/engine/storage/storage-place'
import type { StorageDto } from '@/lib/shared/transfer/restored'
import type { Caller, Owner } from './caller'
import { replayForgotten } from './forget/replay-forgotten'
import { logger } from './log'
import { promptFolder } from './turns/prompt-log'

/** What keeps a database from being stored where the environment says; null = nothing. */
export function placeProblem(): StorageProblem | null {
  const { DATABASE_URL, MNEME_DATA_DIR, MNEME_SECRET } = env()
  return storageProblem(MNEME_DATA_DIR, DATABASE_URL, MNEME_SECRET !== undefined)
}

/** Where a file that is being read is kept meanwhile. */
export const incomingFolder = (): string =>
  writesNothing()
    ? path.join(os.tmpdir(), `mneme-${process.pid}`)
    : path.resolve(env().MNEME_DATA_DIR, 'incoming')

export const backupFolder = () => path.resolve(env().MNEME_DATA_DIR, 'backups')

/**
 * Opens the process's database, migrated; a damaged one is replaced first. @throws StartError if there is no
 * place for it and none in memory is allowed.
 */
export async function openStorage(now: Date): Promise<Db> {
  const { DATABASE_URL, MNEME_DATA_DIR, MNEME_ALLOW_MEMORY } = env()
  const problem = placeProblem()
  if (problem && !MNEME_ALLOW_MEMORY) throw new StartError(`${problem.message} ${problem.hint}`)
  if (problem) {
    logger().info({ reason: problem.message }, 'nothing is saved: the database is in memory')
    const db = await openMemoryDb(migrateMemory)
    setStorage(db, { backups: null, memoryOnly: problem })
    return db
  }
  if (!keepPrivate(MNEME_DATA_DIR, DATABASE_URL))
    logger().info('the data directory may be open to other users')
  const reason = isPostgres(DATABASE_URL) ? folderProblem(backupFolder()) : null
  if (reason)
    logger().info({ reason }, 'no backups are made, and what is forgotten is not recorded for restored ones')
  const backups = reason ? null : backupFolder()
  if (!isPostgres(DATABASE_URL)) await alone(backupFolder(), () => prepare(backupFolder(), now))
  else if (backups && (await isUnfinished(DATABASE_URL, backups)))
    throw new StartError(
      'A backup was being restored when that was cut off, so the database is empty. Restore it again: npm run mneme -- restore FILE',
    )
  else await applyMigrations(null)
  const db = await openDb(DATABASE_URL)
  setStorage(db, { backups, memoryOnly: null })
  return db
}

async function applyMigrations(backups: string | null): Promise<void> {
  for (const name of await migrate(env().DATABASE_URL, { backups }))
    logger().info({ name }, 'migration applied')
}

async function prepare(backups: string, now: Date): Promise<void> {
  const file = sqliteFile(env().DATABASE_URL)
  const restored = mendDatabase(file, backups, now)
  const old = existsSync(file)
  // What was forgotten since a restored copy was made is still in it.
  const isForgetting = readRestoration(backups)?.stage === 'forgetting'
  if (restored) logger().info(restored, 'the database was replaced by a backup')
  await applyMigrations(isForgetting ? null : backups)
  if (old && !isForgetting)
    await backUpDaily(file, backups, now).catch((error) =>
      logger().info({ error: String(error) }, 'the daily backup could not be made'),
    )
}

/**
 * After a restoration: removes again what was forgotten since its backup was made. @returns how many times
 * something was.
 */
export async function finishRestoration({ db, runtime }: Pick<Caller, 'db' | 'runtime'>): Promise<number> {
  const { backups } = storageOf(db)
  const restored = backups ? readRestoration(backups) : null
  if (!backups || restored?.stage !== 'forgetting') return 0
  const since = restored.from && new Date(restored.from)
  const entries = since ? await replayForgotten({ db, runtime }, backups, since, promptFolder()) : 0
  if (since) logger().info({ entries }, 'what was forgotten since the backup was forgotten again')
  dropRestoredCopy(backups)
  writeRestoration(backups, { ...restored, stage: 'done' })
  return entries
}

/** People who share a server do not learn its paths. */
export const hidesPaths = (): boolean => env().MNEME_ACCESS_TOKEN !== undefined

/** What pages say about where data is kept. */
export function storageState(db: Db, ownerId: string): StorageDto {
  const { memoryOnly, backups } = storageOf(db)
  const last = backups ? readRestoration(backups) : null
  const restored =
    last && !last.dismissed.includes(ownerId)
      ? {
          ...{ id: last.at, from: last.from, asked: last.asked === true },
          damaged: hidesPaths() || last.asked ? null : last.damaged,
        }
      : null
  return { memoryOnly: memoryOnly && (hidesPaths() ? '' : memoryOnly.message), restored }
}

/** A person has read that the database was restored. */
export function dismissRestored({ db, ownerId }: Owner, id: string): null {
  const { backups } = storageOf(db)
  const last = backups ? readRestoration(backups) : null
  if (backups && last && last.at === id && !last.dismissed.includes(ownerId))
    writeRestoration(backups, { ...last, dismissed: [...last.dismissed, ownerId] })
  return null
}
