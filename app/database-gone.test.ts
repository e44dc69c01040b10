/** @module-tag full */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isValidElement } from 'react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseEnv, setEnv } from '@/lib/config/env'
import type { Service } from '@/lib/services/caller'
import { service } from '@/lib/services/service'
import { startPostgres } from '@/scripts/postgres.mjs'
import { frame } from './frame'
import { askEverything, type Entry, loadEntry, someIds } from './testing-storage'
import { Unavailable } from './unavailable'

vi.mock('next/server', () => ({ after: () => {} }))

const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-gone-'))
let server: Awaited<ReturnType<typeof startPostgres>>
let running: Service
let entry: Entry

beforeAll(async () => {
  server = await startPostgres()
  const parsed = parseEnv({
    NODE_ENV: 'test',
    DATABASE_URL: server.url,
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
  rmSync(folder, { recursive: true, force: true })
})

describe('a database server that is gone', () => {
  it('is named by every action, route and page, and by the frame around the pages', async () => {
    const ids = await someIds(entry, running)
    await server.stop()
    const { wrong, failed } = await askEverything(entry, ids)
    expect(wrong).toEqual([])
    expect(failed.size).toBeGreaterThan(50)
    const preferences = { sidebar: 'open', panel: 'closed' } as never
    const shown = await frame({ children: 'the page', preferences })
    expect(isValidElement(shown) && shown.type).toBe(Unavailable)
  }, 120_000)
})
