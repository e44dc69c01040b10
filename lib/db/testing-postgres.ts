import { inject } from 'vitest'
import { startPostgres } from '@/scripts/postgres.mjs'
import { execute, MIGRATED, named } from '@/scripts/postgres-databases'
import { type Db, openDb } from './engine/client'
import { migrate } from './engine/migrate'

/** One database for a whole suite. */
export type Opened = { db: Db; url: string; close(): Promise<void> }
export type PostgresDatabase = Awaited<ReturnType<typeof startPostgres>>

/**
 * An empty database of the run's server; `stop` drops it. PGlite has a single database, so there each call
 * starts a server of its own.
 */
export const emptyPostgres = () => postgresFrom('template1')

/** The same, migrated. */
export async function migratedPostgres(): Promise<PostgresDatabase> {
  const database = await postgresFrom(MIGRATED)
  if (database.engine === 'PGlite') await migrate(database.url, { backups: null })
  return database
}

async function postgresFrom(template: string): Promise<PostgresDatabase> {
  const server = inject('postgres')
  if (!server) return startPostgres()
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await execute(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    engine: 'PostgreSQL',
    url: named(server, name),
    stop: () => execute(server, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/** A client of a migrated database; `close` drops the database. */
export async function openedOn({ url, stop }: PostgresDatabase): Promise<Opened> {
  const db = await openDb(url)
  return {
    db,
    url,
    close: async () => {
      await db.$disconnect()
      await stop()
    },
  }
}
