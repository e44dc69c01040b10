import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { backUpOpenDaily, backupsIn } from '@/lib/db/engine/storage/backup'
import { writeRestoration } from '@/lib/db/engine/storage/restoration'
import { testRuntime } from '@/lib/db/testing'
import { backupFolder, finishRestoration, openStorage } from './storage'

const runtime = testRuntime('2026-05-01T12:00:00.000Z')
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-storage-'))
  testingEnv({ MNEME_DATA_DIR: folder, DATABASE_URL: `file:${path.join(folder, 'mneme.db')}` })
})
afterEach(() => {
  setEnv(undefined)
  rmSync(folder, { recursive: true, force: true })
})

const start = () => openStorage(runtime.now())
const copies = () => backupsIn(backupFolder()).map(({ reason }) => reason)

it('a start copies a database once a day', async () => {
  for (let i = 0; i < 3; i++) await (await start()).$disconnect()
  expect(copies()).toEqual(['daily'])
})

it('a restored database is copied only after what was forgotten has left it again', async () => {
  await (await start()).$disconnect()
  writeRestoration(backupFolder(), {
    at: '2026-05-01T11:00:00.000Z',
    damaged: path.join(folder, 'damaged.sqlite'),
    from: '2026-05-01T10:00:00.000Z',
    stage: 'forgetting',
    dismissed: [],
  })
  const db = await start()
  expect(copies()).toEqual([])
  await finishRestoration({ db, runtime })
  await backUpOpenDaily(db, runtime.now())
  expect(copies()).toEqual(['daily'])
  await db.$disconnect()
})
