import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyPostgres, type PostgresDatabase } from '@/lib/db/testing-postgres'

const MIGRATION = '20261122170000_recalled_tokens'
const AT = `'2026-05-01T10:00:00.000Z'`

/** Migrations of a provider: all that came before this one, and this one. */
function migrations(provider: string) {
  const folder = path.resolve('prisma', provider, 'migrations')
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name <= MIGRATION ? entry.name : [],
  )
  const sql = names.sort().map((name) => readFileSync(path.join(folder, name, 'migration.sql'), 'utf8'))
  return { before: sql.slice(0, -1), last: sql.at(-1) ?? '' }
}

const step = (id: string, turn: string, index: number, attempt = 1) =>
  `INSERT INTO "Step" ("id", "ownerId", "turnId", "attempt", "index", "phase", "role", "provider", "model", "promptVersion",
    "manifest", "text", "finish", "estInputTokens", "estOutputTokens", "tries", "startedAt", "totalMs")
  VALUES ('${id}', 'ana', '${turn}', ${attempt}, ${index}, 'act', 'fast', 'p', 'm', '1', '{}', '', 'stop', 0, 0, '[]', ${AT}, 1);`
const turn = (id: string, number: number, tools: number) =>
  `INSERT INTO "Turn" ("id", "ownerId", "conversationId", "branchId", "number", "clientMessageId", "status", "attempt", "userText",
    "attachments", "options", "toolTokens", "contextTokens", "createdAt")
  VALUES ('${id}', 'ana', 'c', 'b', ${number}, '${id}', 'completed', 1, '', '[]', '{}', ${tools}, 900, ${AT});`
const call = (stepId: string, index: number, name: string, hash: string) =>
  `INSERT INTO "ToolCall" ("id", "stepId", "index", "name", "args", "ok", "resultHash", "ms")
  VALUES ('${stepId}.${index}', '${stepId}', ${index}, '${name}', '{}', true, '${hash}', 1);`
const blob = (hash: string, tokens: number) =>
  `INSERT INTO "Blob" ("ownerId", "hash", "text", "bytes", "tokens", "createdAt") VALUES ('ana', '${hash}', '', 0, ${tokens}, ${AT});`
const section = (stepId: string, name: string, tokens: number) =>
  `INSERT INTO "LedgerSection" ("stepId", "section", "turnId", "ownerId", "tokens") VALUES ('${stepId}', '${name}', 't1', 'ana', ${tokens});`

/** One turn that recalled and read while acting, one that only read, one whose recalled text was purged. */
const STORED = [
  `INSERT INTO "User" ("id", "createdAt") VALUES ('ana', ${AT});`,
  `INSERT INTO "Conversation" ("id", "ownerId", "title", "createdAt", "updatedAt") VALUES ('c', 'ana', '', ${AT}, ${AT});`,
  `INSERT INTO "Branch" ("id", "ownerId", "conversationId", "path") VALUES ('b', 'ana', 'c', '[]');`,
  ...[turn('t1', 1, 350), turn('t2', 2, 50), turn('t3', 3, 250)],
  ...[blob('recalled', 300), blob('read', 50)],
  ...[
    step('s0', 't1', 0),
    step('s1', 't1', 1),
    step('s2', 't1', 2),
    step('s3', 't2', 0),
    step('s4', 't3', 0),
  ],
  ...[call('s0', 0, 'recall_context', 'recalled'), call('s1', 0, 'read_file', 'read')],
  ...[call('s3', 0, 'read_file', 'read')],
  ...[call('s4', 0, 'search_memories', 'purged'), call('s4', 1, 'read_file', 'read')],
  ...[section('s0', 'role', 10), section('s1', 'steps', 320), section('s1', 'recalled', 40)],
  ...[section('s2', 'steps', 280)],
].join('\n')

const TURNS = `SELECT "id", "recalledTokens" AS "tokens" FROM "Turn" ORDER BY "id"`
const SECTIONS = `SELECT "stepId", "section", "tokens" FROM "LedgerSection" ORDER BY "stepId", "section"`

function holds(turns: unknown[], sections: unknown[]) {
  expect(turns).toEqual([
    { id: 't1', tokens: 300 },
    { id: 't2', tokens: 0 },
    { id: 't3', tokens: 200 },
  ])
  expect(sections).toEqual([
    { stepId: 's0', section: 'role', tokens: 10 },
    { stepId: 's1', section: 'recalled', tokens: 340 },
    { stepId: 's1', section: 'steps', tokens: 20 },
    { stepId: 's2', section: 'recalled', tokens: 280 },
    { stepId: 's2', section: 'steps', tokens: 0 },
  ])
}

describe('turns from before recalled text was counted', () => {
  it('get their figures from their tool calls, on SQLite', () => {
    const { before, last } = migrations('sqlite')
    const db = new Database(':memory:')
    for (const sql of [...before, STORED, last]) db.exec(sql)
    holds(db.prepare(TURNS).all(), db.prepare(SECTIONS).all())
    db.close()
  })

  describe('and on PostgreSQL', { tags: 'full' }, () => {
    let server: PostgresDatabase
    beforeAll(async () => {
      server = await emptyPostgres()
    })
    afterAll(() => server?.stop())

    it('too', async () => {
      const { before, last } = migrations('postgresql')
      const db = new pg.Client({ connectionString: server.url })
      await db.connect()
      for (const sql of [...before, STORED, last]) await db.query(sql)
      holds((await db.query(TURNS)).rows, (await db.query(SECTIONS)).rows)
      await db.end()
    })
  })
})
