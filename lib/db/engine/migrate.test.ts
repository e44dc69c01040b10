import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { openDb } from './client'
import { migrate } from './migrate'

const root = mkdtempSync(path.join(os.tmpdir(), 'mneme-migrations-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/**
 * A place of its own: a database file, a folder of migrations that starts with the real ones, and a folder
 * for backups.
 */
function place(more: Record<string, string> = {}) {
  const at = mkdtempSync(path.join(root, 'p-'))
  const folder = path.join(at, 'migrations')
  cpSync(path.resolve('prisma/sqlite/migrations'), folder, { recursive: true })
  const add = (name: string, sql: string) => {
    mkdirSync(path.join(folder, name), { recursive: true })
    writeFileSync(path.join(folder, name, 'migration.sql'), sql)
  }
  for (const [name, sql] of Object.entries(more)) add(name, sql)
  const file = path.join(at, 'data', 'mneme.db')
  const backups = path.join(at, 'backups')
  const run = () => migrate(`file:${file}`, { folder, backups })
  const saved = () =>
    existsSync(backups)
      ? readdirSync(backups)
          .sort()
          .map((name) => path.join(backups, name))
      : []
  return { file, folder, add, run, saved }
}

const ask = (file: string, sql: string) => {
  const db = new Database(file)
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}
const addUser = (file: string, id = 'anna') => {
  const db = new Database(file)
  db.prepare(`INSERT INTO "User" ("id", "createdAt") VALUES (?, '2026-05-01T10:00:00.000+00:00')`).run(id)
  db.close()
}
const users = (file: string) => ask(file, `SELECT "id" FROM "User"`)
const LATER = '20990101000000_later'
const COLUMN = `ALTER TABLE "User" ADD COLUMN "later" TEXT NOT NULL DEFAULT 'x';`

describe('migrations at start', () => {
  it('make a new file without a backup, once, in Prisma’s format', async () => {
    const { file, folder, run, saved } = place()
    const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? entry.name : [],
    )
    expect([await run(), await run(), saved()]).toEqual([names, [], []])
    const db = await openDb(`file:${file}`)
    expect(await db.user.count()).toBe(0)
    await db.$disconnect()
    expect(ask(file, `SELECT "rolled_back_at", "applied_steps_count" FROM "_prisma_migrations"`)).toEqual(
      names.map(() => ({ rolled_back_at: null, applied_steps_count: 1 })),
    )
  })

  it('save a file that holds data before they change it, and keep the newest five copies', async () => {
    const { file, add, run, saved } = place()
    await run()
    addUser(file)
    for (let i = 1; i <= 7; i++) {
      add(`2099010${i}000000_step`, `CREATE TABLE "T${i}" ("a" TEXT);`)
      expect(await run()).toEqual([`2099010${i}000000_step`])
    }
    expect(saved()).toHaveLength(5)
    const newest = saved().at(-1) ?? ''
    expect(users(newest)).toEqual([{ id: 'anna' }])
    const tables = ask(newest, `SELECT "name" FROM sqlite_master WHERE "name" LIKE 'T_'`)
    expect(tables).toEqual([1, 2, 3, 4, 5, 6].map((i) => ({ name: `T${i}` })))
  })

  it('are refused in words when one was edited, failed half-way, or is of a newer Mneme', async () => {
    const edited = place({ [LATER]: COLUMN })
    await edited.run()
    edited.add(LATER, `${COLUMN} -- edited`)
    await expect(edited.run()).rejects.toThrow(
      `The migration ${LATER} was edited after it had been applied. Restore the original file.`,
    )
    rmSync(path.join(edited.folder, LATER), { recursive: true })
    await expect(edited.run()).rejects.toThrow(
      `The database was written by a newer Mneme (${LATER}). Update Mneme, or point DATABASE_URL to another database.`,
    )
    const half = place()
    await half.run()
    const db = new Database(half.file)
    db.exec(`UPDATE "_prisma_migrations" SET "finished_at" = NULL`)
    db.close()
    await expect(half.run()).rejects.toThrow(
      /stopped half-way in the migration .*_init\. Restore a copy from before it.*in the backups folder/,
    )
  })

  it('roll back whole when one fails, say which, and go on once it is mended', async () => {
    const { file, add, run } = place()
    await run()
    addUser(file)
    add('20990101000000_good', COLUMN)
    add('20990102000000_bad', `CREATE TABLE "Half" ("a" TEXT); INSERT INTO "Nothing" VALUES (1);`)
    await expect(run()).rejects.toThrow(
      'The migration 20990102000000_bad failed and was undone: no such table: Nothing. The database is as it was.',
    )
    expect(ask(file, `SELECT "name" FROM pragma_table_info('User') WHERE "name" = 'later'`)).toEqual([])
    expect(ask(file, `SELECT "name" FROM sqlite_master WHERE "name" = 'Half'`)).toEqual([])
    add('20990102000000_bad', `CREATE TABLE "Half" ("a" TEXT);`)
    expect(await run()).toEqual(['20990101000000_good', '20990102000000_bad'])
    expect(users(file)).toEqual([{ id: 'anna' }])
  })

  it('may redefine a table that others point to without losing their rows, and never leave rows that point to nothing', async () => {
    const { file, add, run } = place()
    await run()
    addUser(file)
    const db = new Database(file)
    db.exec(
      `INSERT INTO "Conversation" ("id", "ownerId", "title", "createdAt", "updatedAt") VALUES ('c', 'anna', 't', '2026', '2026')`,
    )
    db.close()
    const table = ask(file, `SELECT "sql" FROM sqlite_master WHERE "name" = 'User'`) as { sql: string }[]
    const copy = `${table[0]?.sql.replace('"User"', '"new_User"')}; INSERT INTO "new_User" SELECT * FROM "User"; DROP TABLE "User"; ALTER TABLE "new_User" RENAME TO "User";`
    add('20990101000000_redefine', copy)
    await run()
    expect(ask(file, `SELECT "id" FROM "Conversation"`)).toEqual([{ id: 'c' }])
    add('20990102000000_orphan', `DELETE FROM "User";`)
    await expect(run()).rejects.toThrow(
      'The migration would leave rows that point to nothing; it was undone.',
    )
    expect(users(file)).toEqual([{ id: 'anna' }])
  })

  it('say so on a full or read-only disk; later writes work', async () => {
    const { file, add, run } = place()
    await run()
    addUser(file)
    add(
      LATER,
      `PRAGMA max_page_count = 1; CREATE TABLE "Big" AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) SELECT i, hex(randomblob(50)) FROM n;`,
    )
    await expect(run()).rejects.toThrow(
      `The disk is full, so nothing could be written. (${file}) Free up some space and try again. Everything saved earlier is safe.`,
    )
    add(LATER, `PRAGMA query_only = ON; CREATE TABLE "Big" ("a" TEXT);`)
    await expect(run()).rejects.toThrow(`The database is read-only, so nothing could be written. (${file})`)
    addUser(file, 'bert')
    add(LATER, COLUMN)
    expect(await run()).toEqual([LATER])
    expect(users(file)).toHaveLength(2)
  })

  it('say so when the place cannot hold a database', async () => {
    const { file, folder } = place()
    mkdirSync(file, { recursive: true })
    await expect(migrate(`file:${file}`, { folder, backups: null })).rejects.toThrow(
      'The database could not be opened.',
    )
    const text = path.join(root, 'text.db')
    writeFileSync(text, 'This is a letter, not a database. '.repeat(100))
    await expect(migrate(`file:${text}`, { folder, backups: null })).rejects.toThrow(
      'The file is not a Mneme database.',
    )
    expect(readFileSync(text, 'utf8')).toContain('a letter')
    await expect(migrate('postgres://nobody@127.0.0.1:1/none', { backups: null })).rejects.toThrow(
      'The database server cannot be reached. (DATABASE_URL)',
    )
  })

  it('would be found half applied without their transaction (control)', { tags: 'full' }, () => {
    const { file, folder } = place({
      '20990101000000_one': COLUMN,
      '20990102000000_two': `INSERT INTO "Nothing" VALUES (1);`,
    })
    mkdirSync(path.dirname(file), { recursive: true })
    const db = new Database(file)
    const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? entry.name : [],
    )
    expect(() => {
      for (const name of names) db.exec(readFileSync(path.join(folder, name, 'migration.sql'), 'utf8'))
    }).toThrow('no such table: Nothing')
    db.close()
    expect(ask(file, `SELECT "name" FROM pragma_table_info('User') WHERE "name" = 'later'`)).toEqual([
      { name: 'later' },
    ])
  })
})
