import { mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DAY_MS } from '@/lib/shared/day'
import { type Db, isPostgres, sqliteFile, urlOf } from '../client'
import { copySqlite, fileNamesIn, onFile } from './backup'
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

const KEPT_DAYS = 30
const KEPT = /^kept-until-(\d{4}-\d\d-\d\d)\.(?:db|(?:jsonl\.)?gz)$/
const keptIn = (folder: string): [name: string, until: string][] =>
  fileNamesIn(folder).flatMap((name) => {
    const until = KEPT.exec(name)?.[1]
    return until ? [[name, until]] : []
  })
/** Deletes copies whose days are over. */
export function dropOldCopies(folder: string, now: Date): void {
  for (const [name, until] of keptIn(folder))
    if (until < now.toISOString().slice(0, 10)) rmSync(path.join(folder, name), { force: true })
}

/** Copies the database for 30 days, outside the rotation, once. @throws if the copy cannot be read again. */
export async function keepCopy(db: Db, folder: string, now: Date): Promise<void> {
  const url = urlOf(db)
  if (keptIn(folder).length || url === undefined) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const until = new Date(now.getTime() + KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)
  const copy = path.join(folder, `kept-until-${until}.${isPostgres(url) ? 'gz' : 'db'}`)
  const part = `${copy}.part`
  if (!(await copyWhole(url, part, now))) throw new Error(`The copy ${copy} of the database is damaged.`)
  renameSync(part, copy)
}
