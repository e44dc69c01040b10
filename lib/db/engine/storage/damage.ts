import { existsSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'

const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)/
/** Virtual tables are left out: the rows that they index are elsewhere. */
const TABLES = `SELECT "name" FROM sqlite_schema WHERE "type" = 'table' AND "sql" NOT LIKE 'CREATE VIRTUAL%'`

/**
 * What is wrong with a SQLite file, in SQLite's words; null for a sound one, a missing one, and one that
 * cannot be read for another reason, such as a lock. Reads the whole file, about 1 GB a second.
 */
export function damageIn(file: string): string | null {
  if (!existsSync(file) || statSync(file).size === 0) return null
  let db: Database.Database | null = null
  try {
    // Without the right to write, closing it cannot put the log into a damaged file.
    db = new Database(file, { readonly: true, timeout: 10_000 })
    for (const name of db.prepare(TABLES).pluck().all() as string[]) {
      const found = db.pragma(`quick_check("${name}")`, { simple: true })
      if (found !== 'ok') return String(found)
    }
    return null
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown }
    return DAMAGED.test(String(code)) ? String(message) : null
  } finally {
    db?.close()
  }
}

const MIGRATIONS = `SELECT count(*) FROM sqlite_schema WHERE "name" = '_prisma_migrations'`

export function isGoodBackup(file: string): boolean {
  if (damageIn(file) !== null) return false
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true })
    try {
      return db.prepare(MIGRATIONS).pluck().get() === 1
    } finally {
      db.close()
    }
  } catch {
    return false
  } finally {
    // Reading a copy may leave these next to it.
    for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true })
  }
}
