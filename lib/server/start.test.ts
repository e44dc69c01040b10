/** @alone A started server guards every server of its process. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseEnv, setEnv } from '@/lib/config/env'
import { openDb } from '@/lib/db/engine/client'
import { migrate } from '@/lib/db/engine/migrate'
import { forgetOnce } from '@/lib/shared/once'
import { start } from './start'

const mount = (...args: string[]) => spawnSync('mount', args).status === 0
const canMount = () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-mount-'))
  const done = mount('-t', 'tmpfs', 'tmpfs', folder)
  spawnSync('umount', ['-l', folder])
  return done
}

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-start-'))
  mount('-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder)
})
afterEach(() => {
  for (const key of ['service', 'master-secret']) forgetOnce(key)
  spawnSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

/** What a person sees who starts Mneme there. */
async function startedIn(folder: string): Promise<string[]> {
  const parsed = parseEnv({
    NODE_ENV: 'test',
    DATABASE_URL: `file:${folder}/mneme.db`,
    MNEME_DATA_DIR: folder,
  })
  if (!parsed.ok) throw new Error(parsed.problems.join())
  setEnv(parsed.env)
  const shown: string[] = []
  const print = vi.spyOn(console, 'error').mockImplementation((line) => void shown.push(String(line)))
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  await start()
  expect(exit).toHaveBeenCalledWith(1)
  print.mockRestore()
  exit.mockRestore()
  return shown
}
const fill = (folder: string) => {
  for (const bytes of [1_000_000, 1_000])
    for (let i = 0, left = true; left; i++)
      try {
        writeFileSync(path.join(folder, `filler-${bytes}-${i}`), Buffer.alloc(bytes))
      } catch {
        left = false
      }
}
const migrated = async (folder: string) => {
  await migrate(`file:${folder}/mneme.db`, { backups: null })
  const db = await openDb(`file:${folder}/mneme.db`)
  await db.$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`
  await db.$disconnect()
}

// Only root can mount a disk.
describe.skipIf(!canMount())('a start', () => {
  it.each([
    ['new', false],
    ['migrated', true],
  ])('on a full disk with a %s database says so in one sentence', async (_, old) => {
    if (old) await migrated(folder)
    fill(folder)
    expect(await startedIn(folder)).toEqual([
      expect.stringMatching(
        /^\nMneme cannot start: The disk is full, so nothing could be written\. \(.+\) Free/,
      ),
    ])
  })

  it.each([
    ['new', false],
    ['migrated', true],
  ])('on a read-only disk with a %s database says so in one sentence', async (_, old) => {
    if (old) await migrated(folder)
    mount('-o', 'remount,ro', folder)
    expect(await startedIn(folder)).toEqual([
      expect.stringMatching(
        /^\nMneme cannot start: The database \S+ cannot be (?:created|written): the disk is read-only\. Name[^\n]+\n$/,
      ),
    ])
  })
})
