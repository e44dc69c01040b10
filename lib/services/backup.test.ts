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
import { backUpOpenDaily, backupsIn } from '@/lib/db/engine/storage/backup'
import { keepCopy } from '@/lib/db/engine/storage/kept-copy'
import { withPostgres } from '@/lib/db/engine/storage/postgres/postgres-client'
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
  const db = await openStorage(new Date())
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
/** Waits until PostgreSQL has ended all other sessions, which takes a moment after their connections close. */
async function gone(url: string) {
  if (!isPostgres(url)) return
  const mine = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`
  const sessions = () => withPostgres(url, async (client) => (await client.query(mine)).rows.length)
  await expect.poll(sessions).toBe(1)
}
async function close(h: Talk) {
  await h.close()
  await gone(h.url)
}
/** Restores when nobody else is connected any more. */
async function restored(name: string, url: string, mayReplace = true) {
  await gone(url)
  return restoreBackup(name, { mayReplace })
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
    expect(engine).toMatch({ SQLite: /SQLite/, pg_dump: /pg_dump/, rows: /row by row/ }[form])
    await forgetFirst(h)
    const rows = await allRows(h.db)
    await h.tell('c', 'Said after the backup.')
    await close(h)
    await deleted(url)
    expect(await restored(at('copy'), url, false)).toMatchObject({ forgotten: 1 })
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
    await close(h)
    await expect(restored(at('copy'), url, false)).rejects.toThrow('There is a database already.')
    const held = async (word: string) => {
      const db = await openDb(url)
      return (await holding(db, word).finally(() => db.$disconnect())).length > 0
    }
    expect(await held(later)).toBe(true)
    await restored(at('copy'), url)
    expect([await held(words[0]), await held(later)]).toEqual([true, false])
    const [kept] = backupsIn(backupFolder()).filter(({ reason }) => reason === 'before-restore')
    const { from } = await restored(kept?.file ?? '', url)
    expect(await held(later)).toBe(true)
    expect(from.getTime()).toBeGreaterThan(Date.now() - 600_000)
  })

  it('is not restored while Mneme runs', { tags: 'full' }, async () => {
    const { h, url } = await place(engine)
    await writeBackup(at('copy'), h.runtime.now(), forever())
    const over = () => restoreBackup(at('copy'), { mayReplace: true })
    await expect(over()).rejects.toThrow('A program uses the database.')
    const rows = await allRows(h.db)
    await close(h)
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
    await close(h)
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
    for (const name of ['foreign', 'cut', 'letter', 'empty'])
      await expect(restoreBackup(at(name), { mayReplace: true })).rejects.toThrow(
        `${at(name)} is cut off, damaged, or no backup of a ${engine.split(' ')[0]} database of Mneme.`,
      )
    await expect(restoreBackup(at('newer'), { mayReplace: true })).rejects.toThrow(
      `${at('newer')} was made by a newer Mneme (29991231_stars).`,
    )
    const other = isSqlite ? 'postgres://nobody@127.0.0.1:1/none' : `file:${at('x.db')}`
    testingEnv({ MNEME_DATA_DIR: folder, DATABASE_URL: other })
    await expect(restoreBackup(at('copy'), { mayReplace: true })).rejects.toThrow('no backup of a')
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
    await close(h)
  })

  it('takes back the copy that a take-over keeps', async () => {
    const { h, url, words } = await place('PostgreSQL row by row')
    await keepCopy(h.db, backupFolder(), new Date('2026-05-01T10:00:00.000Z'))
    await close(h)
    await deleted(url)
    await restored(path.join(backupFolder(), 'kept-until-2026-05-31.gz'), url)
    const db = await openDb(url)
    expect(await holding(db, words[0])).toContain('Blob')
    await db.$disconnect()
  })

  it('is as it was where pg_restore is missing', async () => {
    const { h, url } = await place('PostgreSQL by pg_dump')
    await writeBackup(at('copy'), h.runtime.now(), forever())
    const rows = await allRows(h.db)
    await close(h)
    vi.stubEnv('PATH', at('nowhere'))
    await expect(restoreBackup(at('copy'), { mayReplace: true })).rejects.toThrow(
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
    await close(h)
    const lines = gunzipSync(readFileSync(at('copy'))).toString()
    writeFileSync(at('spoilt'), gzipSync(lines.replace('\n', '\n{"table":"User","row":{"id":null}}\n')))
    await expect(restored(at('spoilt'), url)).rejects.toThrow()
    const db = await openDb(url)
    expect([await allRows(db), readRestoration(backupFolder())]).toEqual([rows, null])
    await db.$disconnect()
  })

  it('does not start empty after a restoration that was cut off, until that is done again', async () => {
    const { h, url } = await place('PostgreSQL by pg_dump')
    await writeBackup(at('copy'), h.runtime.now(), forever())
    await close(h)
    const archive = gunzipSync(readFileSync(at('copy')))
    writeFileSync(at('half'), gzipSync(archive.subarray(0, archive.length - 2_000)))
    await expect(restored(at('half'), url)).rejects.toThrow('the database is empty now')
    const start = () => openStorage(new Date())
    await expect(start()).rejects.toThrow('Restore it again: npm run mneme -- restore FILE')
    await restored(at('copy'), url, false)
    const db = await start()
    expect(await db.turn.count()).toBe(3)
    await db.$disconnect()
  })
})
