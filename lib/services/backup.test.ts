import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allRows, bytesHold, secretWord, type Talk, talker } from '@/lib/agent/testing-forget'
import { setEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { isPostgres, openDb, sqliteFile } from '@/lib/db/engine/client'
import { registerInstance, removeInstance } from '@/lib/db/engine/instances'
import { backUpOpenDaily, backupsIn } from '@/lib/db/engine/storage/backup'
import { keepCopy } from '@/lib/db/engine/storage/kept-copy'
import { readRestoration } from '@/lib/db/engine/storage/restoration'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { holding } from '@/lib/db/testing-holding'
import { migratedPostgres } from '@/lib/db/testing-postgres'
import { execute } from '@/scripts/postgres-databases'
import { listBackups, restoreBackup, writeBackup } from './backup'
import { forgetTurns } from './forget/forget'
import { backupFolder, openStorage } from './storage'

const ENGINES = ['SQLite', 'PostgreSQL by pg_dump', 'PostgreSQL row by row'] as const
const forever = () => new AbortController().signal
const WITHOUT = { replace: false }

let folder = ''
let end: (() => Promise<void>)[] = []
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-backup-'))
})
afterEach(async () => {
  for (const one of end.reverse()) await one()
  end = []
  vi.unstubAllEnvs()
  setEnv(undefined)
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string) => path.join(folder, name)

/** An installation in which a person said three things, each with a word of its own. */
async function place(engine: (typeof ENGINES)[number]) {
  const server = engine === 'SQLite' ? null : await migratedPostgres()
  if (server) end.push(() => server.stop())
  const url = server?.url ?? `file:${at('mneme.db')}`
  testingEnv({ MNEME_DATA_DIR: folder, DATABASE_URL: url })
  if (engine === 'PostgreSQL row by row') vi.stubEnv('PATH', at('nowhere'))
  const db = await openStorage(() => {}, new Date())
  await db.user.create({ data: { id: 'ann', createdAt: new Date() } })
  const h = await talker('', { url, ownerId: 'ann', prefix: 'said', db })
  const words = [secretWord(), secretWord(), secretWord()] as const
  await h.tell('c', `The word of turn 1 is ${words[0]}.`)
  await h.tell('c', `The word of turn 2 is ${words[1]}.`)
  await h.tell('c', 'recall 1')
  return { h, url, words }
}
const forgetFirst = async (h: Talk) => {
  await forgetTurns(h.caller, { conversationId: 'c', from: 1, to: 1, files: false })
  h.runtime.advance(31_000)
  await purgeTrash(h.db, h.runtime.now())
}
const deleted = async (url: string) => {
  if (isPostgres(url)) await execute(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  else for (const log of ['', '-wal', '-shm']) rmSync(`${sqliteFile(url)}${log}`, { force: true })
}

/** Forgetting again happens at another time, under another id. */
const stable = (rows: Record<string, string[]>) =>
  JSON.parse(
    JSON.stringify(rows)
      .replace(/(said)?trash_[0-9a-f]+/g, 'trash')
      .replace(/2026-(05-01T10:00:3|(?!05))[\dT:.-]+Z/g, 'later'),
  ) as unknown

describe.each(ENGINES)('a backup of %s', (engine) => {
  const isSqlite = engine === 'SQLite'
  const tags = engine === 'PostgreSQL row by row' ? 'full' : []

  it('gives back everything but what was forgotten since, after the database was lost', {
    tags,
  }, async () => {
    const { h, url, words } = await place(engine)
    const form = await writeBackup(at('copy'), h.runtime.now(), forever())
    expect(engine).toMatch({ sqlite: /SQLite/, pg_dump: /pg_dump/, rows: /row by row/ }[form])
    await forgetFirst(h)
    const rows = await allRows(h.db)
    await h.tell('c', 'Said after the backup.')
    await h.close()
    await deleted(url)
    expect(await restoreBackup(at('copy'), WITHOUT)).toMatchObject({ forgotten: 1 })
    const db = await openDb(url)
    expect(await Promise.all(words.map((word) => holding(db, word)))).toEqual([
      [],
      expect.arrayContaining(['Blob']),
      [],
    ])
    expect(stable(await allRows(db))).toEqual(stable(rows))
    // The next number of a serial column is free.
    await (await talker('', { url, ownerId: 'ann', prefix: 'again', db })).tell('d', 'It goes on.')
    await db.$disconnect()
    if (isSqlite) expect(bytesHold(sqliteFile(url), words[0])).toBe(false)
    expect(readdirSync(backupFolder()).filter((name) => /restored\.|\.part/.test(name))).toEqual([
      'restored.json',
    ])
  })

  it('replaces a database with data only if that is said, and keeps it', { tags: 'full' }, async () => {
    const { h, url, words } = await place(engine)
    await writeBackup(at('copy'), h.runtime.now(), forever())
    const later = secretWord()
    await h.tell('c', `Later ${later}.`)
    await h.close()
    await expect(restoreBackup(at('copy'), WITHOUT)).rejects.toThrow('The database is not empty.')
    const held = async (word: string) => {
      const db = await openDb(url)
      return (await holding(db, word).finally(() => db.$disconnect())).length > 0
    }
    expect(await held(later)).toBe(true)
    await restoreBackup(at('copy'), { replace: true })
    expect([await held(words[0]), await held(later)]).toEqual([true, false])
    const [kept] = backupsIn(backupFolder()).filter(({ reason }) => reason === 'before-restore')
    await restoreBackup(kept?.file ?? '', { replace: true })
    expect(await held(later)).toBe(true)
  })

  it('is not restored while Mneme runs', { tags: 'full' }, async () => {
    const { h, url } = await place(engine)
    await writeBackup(at('copy'), h.runtime.now(), forever())
    const over = () => restoreBackup(at('copy'), { replace: true })
    const process = { id: 'inst_here', host: os.hostname(), pid: globalThis.process.pid }
    const elsewhere = { id: 'inst_there', host: 'elsewhere', pid: 1 }
    for (const one of isSqlite ? [process] : [process, elsewhere]) {
      await registerInstance(h.db, one, new Date())
      await expect(over()).rejects.toThrow('Mneme is running')
      await removeInstance(h.db, one.id)
    }
    const rows = await allRows(h.db)
    await h.close()
    await over()
    const db = await openDb(url)
    expect(await allRows(db)).toEqual(rows)
    await db.$disconnect()
  })

  it('of a newer Mneme, of another program, cut or damaged is refused, and nothing changes', {
    tags: 'full',
  }, async () => {
    const { h, url } = await place(engine)
    await writeBackup(at('copy'), h.runtime.now(), forever())
    const rows = await allRows(h.db)
    await h.close()
    const changed = (name: string, change: (file: string) => void) => {
      cpSync(at('copy'), at(name))
      change(at(name))
    }
    const inHead = (from: RegExp, to: string) => (file: string) =>
      writeFileSync(file, gzipSync(gunzipSync(readFileSync(file)).toString('latin1').replace(from, to)))
    const inSqlite = (sql: string) => (file: string) => {
      const db = new Database(file)
      db.exec(sql)
      db.close()
    }
    changed(
      'newer',
      isSqlite
        ? inSqlite(
            `UPDATE "_prisma_migrations" SET "migration_name" = '29991231_stars' WHERE "migration_name" = (SELECT max("migration_name") FROM "_prisma_migrations")`,
          )
        : inHead(/"(\d+_\w+)"\]/, '"29991231_stars"]'),
    )
    changed(
      'foreign',
      isSqlite ? inSqlite('DROP TABLE "_prisma_migrations"') : inHead(/"mneme":1/, '"mine":1'),
    )
    changed('cut', (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)))
    writeFileSync(at('letter'), 'Dear Ann, ')
    writeFileSync(at('empty'), '')
    cpSync(at('copy'), at('other'))
    const words = {
      newer: /newer was made by a newer Mneme \(29991231_stars\)\./,
      foreign: /foreign is not a backup of Mneme\./,
      cut: /cut is damaged or was cut off, so nothing was restored\./,
      letter: /letter is not a backup of Mneme\./,
      empty: /empty is not a backup of Mneme\./,
    }
    for (const [name, said] of Object.entries(words))
      await expect(restoreBackup(at(name), { replace: true })).rejects.toThrow(said)
    testingEnv({
      MNEME_DATA_DIR: folder,
      DATABASE_URL: isSqlite ? 'postgres://nobody@127.0.0.1:1/none' : `file:${at('x.db')}`,
    })
    await expect(restoreBackup(at('other'), { replace: true })).rejects.toThrow(
      /is a backup of \w+, and DATABASE_URL names/,
    )
    const db = await openDb(url)
    expect(await allRows(db)).toEqual(rows)
    await db.$disconnect()
    expect(readRestoration(backupFolder())).toBeNull()
  })
})

describe('PostgreSQL', { tags: 'full' }, () => {
  it('is copied once a day, with what is forgotten on record', async () => {
    const { h, url } = await place('PostgreSQL by pg_dump')
    const now = new Date()
    expect(await backUpOpenDaily(h.db, now)).toMatch(/-daily\.gz$/)
    expect(await backUpOpenDaily(h.db, new Date(now.getTime() + 3_600_000))).toBeNull()
    const listed = {
      at: now.toISOString(),
      bytes: expect.any(Number),
      file: expect.stringMatching(/daily\.gz$/),
    }
    expect(listBackups(h.db)).toEqual([listed])
    testingEnv({ MNEME_DATA_DIR: folder, DATABASE_URL: url, MNEME_ACCESS_TOKEN: 'token-of-ann-000' })
    expect(listBackups(h.db)).toEqual([{ ...listed, file: null }])
    await forgetFirst(h)
    expect(readFileSync(path.join(backupFolder(), 'forgotten.jsonl'), 'utf8')).toContain('"trashId"')
    await h.close()
  })

  it('takes back the copy that a take-over keeps', async () => {
    const { h, url, words } = await place('PostgreSQL row by row')
    await keepCopy(h.db, backupFolder(), new Date('2026-05-01T10:00:00.000Z'))
    await h.close()
    await deleted(url)
    await restoreBackup(path.join(backupFolder(), 'kept-until-2026-05-31.gz'), WITHOUT)
    const db = await openDb(url)
    expect(await holding(db, words[0])).toContain('Blob')
    await db.$disconnect()
  })

  it('is as it was where pg_restore is missing', async () => {
    const { h, url } = await place('PostgreSQL by pg_dump')
    await writeBackup(at('copy'), h.runtime.now(), forever())
    const rows = await allRows(h.db)
    await h.close()
    vi.stubEnv('PATH', at('nowhere'))
    await expect(restoreBackup(at('copy'), { replace: true })).rejects.toThrow(
      'pg_restore cannot read this backup',
    )
    const db = await openDb(url)
    expect([await allRows(db), readRestoration(backupFolder())]).toEqual([rows, null])
    await db.$disconnect()
  })

  it('is as it was when a row does not fit', async () => {
    const { h, url } = await place('PostgreSQL row by row')
    await writeBackup(at('copy'), h.runtime.now(), forever())
    const rows = await allRows(h.db)
    await h.close()
    const lines = gunzipSync(readFileSync(at('copy'))).toString()
    writeFileSync(at('spoilt'), gzipSync(`${lines}{"table":"User","row":{"id":null}}\n`))
    await expect(restoreBackup(at('spoilt'), { replace: true })).rejects.toThrow()
    const db = await openDb(url)
    expect([await allRows(db), readRestoration(backupFolder())]).toEqual([rows, null])
    await db.$disconnect()
  })

  it('does not start empty after a restoration that was cut off, until that is done again', async () => {
    const { h } = await place('PostgreSQL by pg_dump')
    await writeBackup(at('copy'), h.runtime.now(), forever())
    await h.close()
    const archive = gunzipSync(readFileSync(at('copy')))
    writeFileSync(at('half'), gzipSync(archive.subarray(0, archive.length - 2_000)))
    await expect(restoreBackup(at('half'), { replace: true })).rejects.toThrow('the database is empty now')
    const start = () => openStorage(() => {}, new Date())
    await expect(start()).rejects.toThrow('Restore it again: npm run mneme -- restore FILE')
    await restoreBackup(at('copy'), WITHOUT)
    const db = await start()
    expect(await db.turn.count()).toBe(3)
    await db.$disconnect()
  })
})
