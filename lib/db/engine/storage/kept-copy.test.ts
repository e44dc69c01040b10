import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { migratedPostgres, openedOn } from '@/lib/db/testing-postgres'
import { keepCopy } from './kept-copy'

const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-kept-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('has every row of a PostgreSQL database, which it takes back', { tags: 'full' }, async () => {
  const { db, close } = await openedOn(await migratedPostgres())
  const now = new Date('2026-05-01T10:00:00.000Z')
  const users = Array.from({ length: 1_001 }, (_, i) => ({ id: `user “${i}”`, createdAt: now }))
  await db.user.createMany({ data: users })
  await keepCopy(db, folder, now)
  const copy = gunzipSync(readFileSync(path.join(folder, 'kept-until-2026-05-31.jsonl.gz'))).toString()
  const lines = copy.trim().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as { table: string; row: object })
  const kept = rows.filter(({ table }) => table === 'User').map(({ row }) => JSON.stringify(row))
  await db.user.deleteMany({})
  for (const row of kept.slice(0, 2))
    await db.$executeRaw`INSERT INTO "User" SELECT * FROM json_populate_record(NULL::"User", ${row}::json)`
  expect([kept.length, await db.user.findMany()]).toMatchObject([1_001, users.slice(0, 2)])
  await close()
})
