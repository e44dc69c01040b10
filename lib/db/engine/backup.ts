import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type Database from 'better-sqlite3'

const KEPT = 5
const HOUR = 3_600_000

/**
 * Copies a live SQLite database to `folder`; the file appears whole or not at all. Keeps the newest five, and
 * nothing of copies that were cut off. @returns its path.
 */
export async function backUp(db: Database.Database, folder: string, reason: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${reason}.db`)
  await db.backup(`${file}.part`)
  renameSync(`${file}.part`, file)
  const old = readdirSync(folder)
    .filter((name) => name.endsWith('.db'))
    .sort()
    .slice(0, -KEPT)
  const now = Date.now()
  const left = readdirSync(folder).filter(
    (name) => name.endsWith('.part') && now - statSync(path.join(folder, name)).mtimeMs > HOUR,
  )
  for (const name of [...old, ...left]) rmSync(path.join(folder, name), { force: true })
  return file
}
