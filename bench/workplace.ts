import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Db, openDb } from '@/lib/db/engine/client'
import { migrate } from '@/lib/db/engine/migrate'
import { ownersWithChanges } from '@/lib/db/memory/topic-writes'
import { TOPICS } from '@/lib/jobs/topics/topics'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import type { Runtime } from '@/lib/shared/runtime'
import { startPostgres } from '@/scripts/postgres.mjs'

/**
 * A migrated, empty database with its own data directory, on the disk of temporary files unless said
 * otherwise.
 */
export type Workplace = { folder: string; url: string; db: Db; runtime: Runtime; close(): Promise<void> }

export async function openWorkplace(
  database: 'sqlite' | 'postgres' = 'sqlite',
  on = os.tmpdir(),
): Promise<Workplace> {
  const server = database === 'postgres' ? await startPostgres() : null
  const folder = mkdtempSync(path.join(on, 'mneme-bench-'))
  // Also on exit during a bench: the server's `stop` does all its work synchronously.
  const leave = async () => {
    process.off('exit', leave)
    rmSync(folder, { recursive: true, force: true })
    await server?.stop()
  }
  process.on('exit', leave)
  const url = server?.url ?? `file:${path.join(folder, 'mneme.db')}`
  await migrate(url, { backups: null })
  const db = await openDb(url)
  return {
    folder,
    url,
    db,
    runtime: systemRuntime,
    async close() {
      await db.$disconnect()
      await leave()
    },
  }
}

/** A workplace for as long as `act` runs; what is opened beside it is closed before it, the last first. */
export async function inWorkplace<T>(
  database: 'sqlite' | 'postgres' | undefined,
  act: (place: Workplace, opened: (close: () => Promise<unknown>) => void) => Promise<T>,
): Promise<T> {
  const place = await openWorkplace(database)
  const closing: (() => Promise<unknown>)[] = [place.close]
  try {
    return await act(place, (close) => closing.unshift(close))
  } finally {
    for (const close of closing) await close()
  }
}

/** Waits until a server has finished the jobs that seeding asked for, topics of the whole history included. */
export async function jobsDone({ db }: Workplace): Promise<void> {
  const status = { in: ['waiting', 'running'] }
  const isOpen = async () =>
    (await ownersWithChanges(db, TOPICS)).length > 0 || (await db.job.count({ where: { status } })) > 0
  while (await isOpen()) await new Promise((resolve) => setTimeout(resolve, 1_000))
}
