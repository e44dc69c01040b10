import { mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DAY_MS } from '@/lib/shared/day'
import { type Db, fileOf, urlOf } from '../client'
import { copySqlite, namesIn, onFile } from './backup'
import { isGoodBackup } from './damage'
import { readPostgresBackup, writePostgresBackup } from './postgres/postgres-backup'

const KEPT_DAYS = 30
const KEPT = /^kept-until-(\d{4}-\d\d-\d\d)\.(?:db|(?:jsonl\.)?gz)$/
const keptIn = (folder: string): [name: string, until: string][] =>
  namesIn(folder).flatMap((name) => {
    const until = KEPT.exec(name)?.[1]
    return until ? [[name, until]] : []
  })
/** Deletes copies whose days are over. */
export function dropOldCopies(folder: string, now: Date): void {
  for (const [name, until] of keptIn(folder))
    if (until < now.toISOString().slice(0, 10)) rmSync(path.join(folder, name), { force: true })
}

/**
 * Copies the whole database to `folder`, outside the rotation of backups, for 30 days; not again if such a copy
 * is there. @throws if the copy cannot be read again.
 */
export async function keepCopy(db: Db, folder: string, now: Date): Promise<void> {
  const [url, file] = [urlOf(db), fileOf(db)]
  if (keptIn(folder).length || url === undefined) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const until = new Date(now.getTime() + KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)
  const copy = path.join(folder, `kept-until-${until}.${file ? 'db' : 'gz'}`)
  const part = `${copy}.part`
  if (file) await onFile(file, (open) => copySqlite(open, part, now))
  else await writePostgresBackup(url, part, now)
  const isWhole = file ? isGoodBackup(part) : await readPostgresBackup(part)
  if (!isWhole) throw new Error(`The copy ${copy} of the database is damaged.`)
  renameSync(part, copy)
}
