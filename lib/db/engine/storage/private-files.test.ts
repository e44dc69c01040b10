import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testingEnv } from '@/lib/config/testing-env'
import { masterSecret } from '@/lib/settings/secrets'
import { forgetOnce } from '@/lib/shared/once'
import { NamelessFile } from '@/lib/transfer/archive/byte-file'
import { openDb } from '../client'
import { migrate } from '../migrate'
import { backUp } from './backup'
import { keepPrivate } from './private-files'

const OPEN_TO_OTHERS = 0o077
let place: string
let umask: number
beforeEach(() => {
  umask = process.umask(0)
  place = mkdtempSync(path.join(os.tmpdir(), 'mneme-private-'))
})
afterEach(() => {
  process.umask(umask)
  rmSync(place, { recursive: true, force: true })
})

const modeOf = (file: string) => statSync(file).mode & 0o777
/** What others may enter, read or write below and including `folder`. */
const openToOthers = (folder: string): string[] =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (name) => modeOf(path.join(folder, name)) & OPEN_TO_OTHERS,
  )
const inFolder = (folder: string, files: string[]) => {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), 'x', { mode: 0o666 })
  }
}

describe.skipIf(process.platform === 'win32')('the data directory', () => {
  it('is the user’s alone with all that is written to it, under an umask of 000', async () => {
    const folder = path.join(place, 'data')
    const url = `file:${folder}/mneme.db`
    expect(keepPrivate(folder, url)).toBe(true)
    testingEnv({ MNEME_DATA_DIR: folder, MNEME_SECRET: '' })
    await migrate(url, { backups: `${folder}/backups` })
    const db = await openDb(url)
    await db.user.count()
    const raw = new Database(`${folder}/mneme.db`)
    await backUp(raw, `${folder}/backups`, 'test')
    raw.close()
    await (await NamelessFile.open(`${folder}/incoming`, 'upload')).close()
    forgetOnce('master-secret')
    masterSecret()
    const written = ['backups', 'incoming', 'mneme.db', 'mneme.db-shm', 'mneme.db-wal', 'secret']
    expect(readdirSync(folder).sort()).toEqual(written)
    expect(openToOthers(folder)).toEqual([])
    await db.$disconnect()
  })

  it('is tightened where an earlier start left it open', () => {
    const folder = path.join(place, 'data')
    inFolder(folder, ['mneme.db', 'mneme.db-wal', 'mneme.db-shm', 'secret', 'backups/a.db', 'incoming/x'])
    expect(openToOthers(folder)).toHaveLength(9)
    keepPrivate(folder, `file:${folder}/mneme.db`)
    expect(openToOthers(folder)).toEqual([])
    expect(modeOf(folder)).toBe(0o700)
    expect(modeOf(path.join(folder, 'mneme.db'))).toBe(0o600)
  })

  it('leaves alone what is not Mneme’s: other files, targets of links, a directory that all may use', () => {
    const folder = path.join(place, 'data')
    inFolder(place, ['outside'])
    inFolder(folder, ['script.sh', 'backups/a.db'])
    symlinkSync(path.join(place, 'outside'), path.join(folder, 'backups', 'link'))
    keepPrivate(folder, `file:${folder}/mneme.db`)
    expect(modeOf(path.join(folder, 'script.sh'))).toBe(0o666)
    expect(modeOf(path.join(place, 'outside'))).toBe(0o666)
    const shared = path.join(place, 'tmp')
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    keepPrivate(shared, 'postgres://h/d')
    expect(statSync(shared).mode & 0o7777).toBe(0o1777)
  })
})
