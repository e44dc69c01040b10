import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DbNull } from '@prisma/client/runtime/client'
import { env } from '@/lib/config/env'
import { once } from '@/lib/shared/once'
import { inWords } from './errors'
import type { Prisma, PrismaClient } from './generated/sqlite/client'
import { GatedSqlite } from './sqlite-adapter'

/** The SQLite client's type serves both databases: it is the narrower one. */
export type Db = PrismaClient
export type { Prisma }
/** SQL NULL for a JSON column. */
export const sqlNull = DbNull
export type Batch = Prisma.PrismaPromise<unknown>[]

export const isPostgres = (url: string) => /^postgres(ql)?:/.test(url)
/** File of a `file:` URL, relative to the working directory. */
export const sqliteFile = (url: string) => path.resolve(url.replace(/^file:(\/\/)?/, ''))

/** Query plans that Prisma keeps, apart for single queries and for transactions; by default 1,000, with the texts of raw statements in them. */
const PLANS = 150

/** Opens a client on a migrated database. @throws Error when SQLite's pragmas cannot be had. */
export async function openDb(url: string): Promise<Db> {
  if (isPostgres(url)) {
    const [{ PrismaClient: Postgres }, { PrismaPg }] = await Promise.all([import('./generated/postgresql/client'), import('@prisma/adapter-pg')])
    return new Postgres({ adapter: new PrismaPg({ connectionString: url, max: 10 }), queryPlanCacheMaxSize: PLANS }) as unknown as Db
  }
  const { PrismaClient: Sqlite } = await import('./generated/sqlite/client')
  mkdirSync(path.dirname(sqliteFile(url)), { recursive: true })
  const db = new Sqlite({ adapter: new GatedSqlite({ url: `file:${sqliteFile(url)}` }), queryPlanCacheMaxSize: PLANS })
  await db.$connect().catch((error: unknown) => {
    throw inWords(error, sqliteFile(url))
  })
  sqliteClients().add(db)
  return db
}

const sqliteClients = () => once('sqlite-clients', () => new WeakSet<Db>())
/** Writes SQLite's log into the file and empties it: until then it still holds what was deleted. Nothing on PostgreSQL. */
export async function truncateWal(db: Db): Promise<void> {
  if (sqliteClients().has(db)) await db.$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`
}

/** The process's client. */
export const database = (): Promise<Db> => once('db', () => openDb(env().DATABASE_URL))
