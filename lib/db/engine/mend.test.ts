import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { openDb } from './client'
import { mendDatabase } from './mend'
import { migrate } from './migrate'
import { backUpBefore, backUpDaily, backUpOpenDaily, backupsIn } from './storage/backup'
import { damageIn, isGoodBackup } from './storage/damage'
import { readRestoration, writeRestoration } from './storage/restoration'
import { setStorage } from './storage/storage'

const root = mkdtempSync(path.join(os.tmpdir(), 'mneme-mend-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const day = (n: number) => new Date(Date.UTC(2026, 4, n, 9))
const inFile = <T>(file: string, run: (db: Database.Database) => T): T => {
  const db = new Database(file)
  try {
    return run(db)
  } finally {
    db.close()
  }
}
const addUser = (file: string, id: string) =>
  inFile(file, (db) => db.prepare(`INSERT INTO "User" ("id", "createdAt") VALUES (?, 0)`).run(id))
const users = (file: string) => inFile(file, (db) => db.prepare(`SELECT "id" FROM "User"`).pluck().all())
/** A database with `anna`, backed up on day 1; `bert` came on day 2, and was backed up on day 3. */
async function place() {
  const folder = mkdtempSync(path.join(root, 'p-'))
  const file = path.join(folder, 'mneme.db')
  const backups = path.join(folder, 'backups')
  await migrate(`file:${file}`, { backups: null })
  addUser(file, 'anna')
  const first = (await backUpDaily(file, backups, day(1))) ?? ''
  addUser(file, 'bert')
  const second = (await backUpDaily(file, backups, day(3))) ?? ''
  addUser(file, 'carl')
  inFile(file, (db) => db.pragma('wal_checkpoint(TRUNCATE)'))
  return { folder, file, backups, first, second }
}
const GARBAGE = 'not a page of a database '.repeat(400)
const DAMAGES: [string, (file: string) => void][] = [
  ['whose beginning was overwritten', (file) => writeFileSync(file, GARBAGE, { flag: 'r+' })],
  ['that was cut in half', (file) => truncateSync(file, 40_960)],
  ['that was emptied', (file) => truncateSync(file, 0)],
  ['that was replaced by a text', (file) => writeFileSync(file, GARBAGE)],
]

describe('a damaged database', () => {
  it.each(DAMAGES)('%s is kept with the backups, and the newest good backup restored', async (_, spoil) => {
    const { file, backups, second } = await place()
    expect(mendDatabase(file, backups, day(4))).toBeNull()
    spoil(file)
    writeFileSync(`${file}-wal`, 'an old log')
    const restored = mendDatabase(file, backups, day(4))
    expect(restored).toMatchObject({ from: day(3).toISOString(), stage: 'forgetting', dismissed: [] })
    expect(users(file)).toEqual(['anna', 'bert'])
    expect(existsSync(restored?.damaged ?? '')).toBe(true)
    expect(readdirSync(backups)).toContain('2026-05-04T09-00-00-000Z-damaged.sqlite-wal')
    expect(isGoodBackup(second)).toBe(true)
    expect(readdirSync(backups).filter((name) => /\.db-/.test(name))).toEqual([])
  })

  it('is restored from an older backup if the newest is damaged too', async () => {
    const { file, backups, second } = await place()
    writeFileSync(file, GARBAGE)
    truncateSync(second, 40_960)
    expect(mendDatabase(file, backups, day(4))?.from).toBe(day(1).toISOString())
    expect(users(file)).toEqual(['anna'])
  })

  it('begins empty without a good backup', async () => {
    const { file, backups, first, second } = await place()
    for (const one of [file, first, second]) writeFileSync(one, GARBAGE)
    expect(mendDatabase(file, backups, day(4))).toMatchObject({ from: null })
    expect(existsSync(file)).toBe(false)
    await migrate(`file:${file}`, { backups: null })
    expect(users(file)).toEqual([])
  })

  it.each(['before the file was moved', 'after it was moved', 'after the backup was put back'])(
    'whose restoration was killed %s is restored by the next start',
    async (when) => {
      const { file, backups, second } = await place()
      writeFileSync(file, GARBAGE)
      const damaged = path.join(backups, '2026-05-04T09-00-00-000Z-damaged.sqlite')
      const started = { at: day(4).toISOString(), damaged, from: day(3).toISOString(), dismissed: [] }
      writeRestoration(backups, { ...started, stage: 'copying' })
      if (when !== 'before the file was moved') {
        copyFileSync(file, damaged)
        rmSync(file)
      }
      if (when === 'after the backup was put back') copyFileSync(second, file)
      expect(mendDatabase(file, backups, day(5))).toEqual({ ...started, stage: 'forgetting' })
      expect(users(file)).toEqual(['anna', 'bert'])
      expect(damageIn(damaged)).not.toBeNull()
      // Until what was forgotten is removed again, every start is told.
      expect(mendDatabase(file, backups, day(5))?.stage).toBe('forgetting')
      writeRestoration(backups, { ...started, stage: 'done' })
      expect(mendDatabase(file, backups, day(5))).toBeNull()
    },
  )

  it('that lies elsewhere and has no backup is left alone: it may be another program’s', () => {
    const file = path.join(root, 'letter.db')
    writeFileSync(file, GARBAGE)
    expect(mendDatabase(file, path.join(root, 'other', 'backups'), day(4))).toBeNull()
    expect(existsSync(file)).toBe(true)
  })

  it('is told from one that another process is writing', async () => {
    const { file, backups } = await place()
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    other.prepare(`INSERT INTO "User" ("id", "createdAt") VALUES ('dora', 0)`).run()
    expect(mendDatabase(file, backups, day(4))).toBeNull()
    other.exec('COMMIT')
    other.close()
    expect(readRestoration(backups)).toBeNull()
  })
})

describe('backups', () => {
  it('are made once a day, whatever the last one was for; five are kept', async () => {
    const { file, backups } = await place()
    expect(await backUpDaily(file, backups, new Date(day(3).getTime() + 3_600_000))).toBeNull()
    for (let n = 4; n < 9; n++) expect(await backUpDaily(file, backups, day(n))).not.toBeNull()
    const db = await openDb(`file:${file}`)
    await backUpBefore(db, 'consolidation', day(9))
    expect(await backUpOpenDaily(db, day(9))).toBeNull()
    setStorage(db, { backups, memoryOnly: null })
    expect(await backUpOpenDaily(db, new Date(day(8).getTime() + 3_600_000))).toBeNull()
    await backUpBefore(db, 'consolidation', day(9))
    expect(backupsIn(backups).map(({ at, reason }) => [at.getUTCDate(), reason])).toEqual([
      [9, 'before-consolidation'],
      ...[8, 7, 6, 5].map((n) => [n, 'daily']),
    ])
    expect(await backUpDaily(file, backups, new Date(day(9).getTime() + 3_600_000))).toBeNull()
    expect(await backUpOpenDaily(db, day(10))).toMatch(/2026.*-daily\.db$/)
    await db.$disconnect()
  })

  it('do not count as good when they are cut, empty or of another program', async () => {
    const { backups, first, second } = await place()
    expect([isGoodBackup(first), isGoodBackup(second)]).toEqual([true, true])
    truncateSync(first, 40_960)
    truncateSync(second, 0)
    const foreign = path.join(backups, 'foreign.db')
    mkdirSync(backups, { recursive: true })
    inFile(foreign, (db) => db.exec('CREATE TABLE "Letter" ("text")'))
    expect([first, second, foreign].map(isGoodBackup)).toEqual([false, false, false])
  })
})
