/** @module-tag full */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseEnv, setEnv } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import type { Service } from '@/lib/services/caller'
import { service } from '@/lib/services/service'
import { askEverything, type Entry, loadEntry, someIds } from './testing-storage'

vi.mock('next/server', () => ({ after: () => {} }))

const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-full-'))
/** Fills a disk of its own, which needs root, or else limits the size of SQLite's file. */
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder]).status === 0
const filler = path.join(folder, 'filler')

/** @returns a function that frees space again. */
async function fill(db: Db): Promise<() => Promise<unknown>> {
  if (!mounted) {
    const [row] = await db.$queryRaw<{ page_count: bigint }[]>`PRAGMA page_count`
    await db.$queryRawUnsafe(`PRAGMA max_page_count = ${row?.page_count}`)
    return () => db.$queryRaw`PRAGMA max_page_count = 1000000`
  }
  for (const bytes of [1_000_000, 1_000])
    for (let left = true; left; )
      try {
        appendFileSync(filler, Buffer.alloc(bytes))
      } catch {
        left = false
      }
  return async () => rmSync(filler)
}
let running: Service
let entry: Entry

beforeAll(async () => {
  const parsed = parseEnv({
    NODE_ENV: 'test',
    DATABASE_URL: `file:${folder}/mneme.db`,
    MNEME_DATA_DIR: folder,
    MNEME_OFFLINE_DELAY_MS: '0',
  })
  if (!parsed.ok) throw new Error(parsed.problems.join())
  setEnv(parsed.env)
  running = await service()
  entry = await loadEntry()
}, 120_000)
afterAll(async () => {
  await running.stop()
  if (mounted) spawnSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

describe('a disk that is', () => {
  it('full: every action, route and page says so, and what to do', async () => {
    const { db } = running
    const ids = await someIds(entry, running)
    await db.$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`
    const empty = await fill(db)
    const { wrong, failed } = await askEverything(entry, ids)
    await empty()
    expect(wrong).toEqual([])
    expect(failed.get('startTurn')).toBe('The disk is full, so nothing could be written.')
  })

  it('read-only: the same', async () => {
    const ids = await someIds(entry, running)
    await running.db.$executeRaw`PRAGMA query_only = ON`
    const { wrong, failed } = await askEverything(entry, ids)
    await running.db.$executeRaw`PRAGMA query_only = OFF`
    expect(wrong).toEqual([])
    expect([...failed.keys()].length).toBeGreaterThan(15)
  })
})
