import { createReadStream, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DbNull } from '@prisma/client/runtime/client'
import type Database from 'better-sqlite3'
import type { Prisma, PrismaClient } from '@/lib/db/generated/sqlite/client'
import { limits } from '@/lib/shared/limits'
import { once } from '@/lib/shared/once'
import { isPostgres, sqliteFile } from './database-url'
import { inWords } from './errors'
import { GatedSqlite } from './sqlite/sqlite-adapter'

/** The SQLite client's type serves both databases: it is the narrower one. */
export type Db = PrismaClient
export type { Prisma }
export const sqlNull = DbNull
export type Batch = Prisma.PrismaPromise<unknown>[]

export { isPostgres, sqliteFile }

/** Query plans that Prisma keeps; by default 1,000, with the texts of raw statements in them. */
const PLANS = 150

/** How long a transaction may take, and wait for a connection: the defaults of 5 and 2 s are too short for a long message. */
const TRANSACTION = { timeout: 30_000, maxWait: 10_000 }
/** Unless the format is `minimal`, Prisma takes a stack trace at every query, for its messages. */
const OPTIONS = {
  queryPlanCacheMaxSize: PLANS,
  transactionOptions: TRANSACTION,
  errorFormat: 'minimal',
} as const

/** Opens a client on a migrated database. @throws Error when SQLite's pragmas cannot be had. */
export async function openDb(url: string): Promise<Db> {
  if (isPostgres(url)) {
    const [{ PrismaClient: Postgres }, { PrismaPg }] = await Promise.all([
      import('@/lib/db/generated/postgresql/client'),
      import('@prisma/adapter-pg'),
    ])
    const adapter = new PrismaPg({ connectionString: url, max: 10 })
    const db = keepingPlans(new Postgres({ adapter, ...OPTIONS }) as unknown as Db)
    urls().set(db, url)
    return db
  }
  const { PrismaClient: Sqlite } = await import('@/lib/db/generated/sqlite/client')
  const file = sqliteFile(url)
  mkdirSync(path.dirname(file), { recursive: true })
  const db = keepingPlans(new Sqlite({ adapter: new GatedSqlite({ url: `file:${file}` }), ...OPTIONS }))
  await db.$connect().catch((error: unknown) => {
    throw inWords(error, file)
  })
  urls().set(db, url)
  return db
}

/** Opens an empty database in memory; `migrate` applies the migrations to its connection. */
export async function openMemoryDb(migrate: (raw: Database.Database) => Promise<unknown>): Promise<Db> {
  const { PrismaClient: Sqlite } = await import('@/lib/db/generated/sqlite/client')
  const adapter = new GatedSqlite({ url: ':memory:' }, undefined, migrate)
  const db = keepingPlans(new Sqlite({ adapter, ...OPTIONS }))
  await db.$connect()
  return db
}

export const inOneTransaction = <T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> =>
  db.$transaction((tx) => run(tx as Db))

/** The method that Prisma's `$transaction` calls on each statement of an array. Its types leave it out. */
type Statement = { requestTransaction(transaction: { kind: 'itx'; id: string }): Promise<unknown> }
const SCOPE = Symbol.for('prisma.client.transaction.scope_context')
/**
 * Makes `$transaction` run an array of statements in one interactive transaction, because there Prisma caches
 * the plan of each. Otherwise it compiles an array with raw statements every time, which costs about 9 ms of
 * processor time per turn.
 */
function keepingPlans(db: Db): Db {
  const own = db.$transaction.bind(db) as (...args: unknown[]) => Promise<unknown>
  const inOrder = (statements: Statement[]) => async (tx: { [SCOPE]: { txId: string } }) => {
    const done: unknown[] = []
    for (const one of statements) done.push(await one.requestTransaction({ kind: 'itx', id: tx[SCOPE].txId }))
    return done
  }
  // There Prisma runs a statement only once: tried again, it would give its first result without running.
  const ran = new WeakSet<Statement>()
  const $transaction = (work: Statement[] | (() => unknown), ...options: unknown[]) => {
    if (!Array.isArray(work) || work.some((one) => ran.has(one))) return own(work, ...options)
    for (const one of work) ran.add(one)
    return work.length < 2 ? Promise.all(work) : own(inOrder(work), ...options)
  }
  return Object.assign(db, { $transaction })
}

/** Which database a client is for. Asked of the client, since a derived one is not known by itself. */
export const onSqlite = (db: Db): boolean =>
  (db as unknown as { _activeProvider?: string })._activeProvider === 'sqlite'
const urls = () => once('database-urls', () => new WeakMap<Db, string>())
/** What a client was opened with; undefined for one in memory. */
export const urlOf = (db: Db): string | undefined => urls().get(db)
/** The file of a SQLite client; undefined for one in memory and for PostgreSQL. */
export function databaseFile(db: Db): string | undefined {
  const url = urlOf(db)
  return url === undefined || isPostgres(url) ? undefined : sqliteFile(url)
}
/**
 * Takes what was deleted out of SQLite's file and log; nothing on PostgreSQL. `secure_delete` clears deleted
 * rows, but a row that grew and moved to another page may leave a copy in the free part of its old one, and
 * the log holds pages as they were. So the file is written anew, a large one only if it still contains
 * one of the `telling` texts or these are unknown.
 */
export async function wipeDeleted(db: Db, telling: () => Promise<string[] | null>): Promise<void> {
  const file = databaseFile(db)
  if (!file) return
  await db.$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`
  if (statSync(file).size > limits.forget.rewriteBytes) {
    const texts = await telling()
    if (texts && !(await holdsAny(file, texts))) return
  }
  await db.$executeRaw`VACUUM`
  await db.$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`
}

const CHUNK = 4_000_000
/** Whether a file contains any of some short texts, read piece by piece. */
async function holdsAny(file: string, texts: string[]): Promise<boolean> {
  let before = Buffer.alloc(0)
  const most = Math.max(0, ...texts.map((text) => Buffer.byteLength(text)))
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK })) {
    const piece = Buffer.concat([before, chunk as Buffer])
    if (texts.some((text) => piece.includes(text))) return true
    before = piece.subarray(Math.max(0, piece.length - most))
  }
  return false
}
