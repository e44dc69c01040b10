import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '@/lib/db/engine/migrate'
import { testPlace } from '@/lib/db/testing-folder'
import { hasPostgres, startPostgres } from './postgres.mjs'
import { execute, MIGRATED, named } from './postgres-databases'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated SQLite file to copy. */
    migratedFile: string
    /** The run's server; null where only PGlite can be started. */
    postgres: string | null
  }
}

/** What test files copy instead of migrating again. The project `postgres` has one server for all its files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(`${testPlace()}/mneme-base-`)
  const migratedFile = path.join(folder, 'base.db')
  await migrate(`file:${migratedFile}`, { backups: null })
  project.provide('migratedFile', migratedFile)

  const server = project.name === 'postgres' && hasPostgres() ? await startPostgres() : null
  if (server) {
    await execute(server.url, `CREATE DATABASE ${MIGRATED}`)
    await migrate(named(server.url, MIGRATED), { backups: null })
  }
  project.provide('postgres', server?.url ?? null)
  return async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
