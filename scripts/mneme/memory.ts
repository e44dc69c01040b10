import { existsSync } from 'node:fs'
import path from 'node:path'
import { ownerNames } from '@/lib/config/access'
import { env } from '@/lib/config/env'
import { type Db, isPostgres, openDb, sqliteFile } from '@/lib/db/engine/client'
import { migrate } from '@/lib/db/engine/migrate'
import { keepPrivate } from '@/lib/db/engine/storage/private-files'
import { ensureUser } from '@/lib/db/users'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import type { Person } from '@/lib/services/caller'
import { placeProblem } from '@/lib/services/storage'
import { MnemeError } from '@/lib/shared/errors'
import { type Call, Usage } from './command'

/** @throws Usage where it has to be said, or nobody has this name. */
export function ownerOf({ owner: name }: Call): string {
  const names = ownerNames(env())
  if (name === undefined && names.length > 1)
    throw new Usage(`Say whose memory with --owner: ${names.join(', ')}.`)
  const owner = name ?? names[0] ?? ''
  if (!names.includes(owner))
    throw new Usage(`No one is named "${owner}" here. Choose from: ${names.join(', ')}.`)
  return owner
}

async function openMemory(create: boolean): Promise<Db> {
  const { DATABASE_URL, MNEME_DATA_DIR } = env()
  if (!create && !isPostgres(DATABASE_URL) && !existsSync(sqliteFile(DATABASE_URL)))
    throw new MnemeError(
      'not_found',
      `There is no database at ${sqliteFile(DATABASE_URL)}.`,
      'Check DATABASE_URL and MNEME_DATA_DIR.',
    )
  const problem = placeProblem()
  if (problem) throw new MnemeError('unavailable', problem.message, problem.hint)
  keepPrivate(MNEME_DATA_DIR, DATABASE_URL)
  await migrate(DATABASE_URL, { backups: path.resolve(MNEME_DATA_DIR, 'backups') })
  return openDb(DATABASE_URL)
}

/** Works on the memory of a person, also while the server runs. `create` = a missing database is made. */
export async function withMemory<T>(
  call: Call,
  { create }: { create: boolean },
  work: (who: Person) => Promise<T>,
): Promise<T> {
  const ownerId = ownerOf(call)
  const db = await openMemory(create)
  try {
    await ensureUser(db, ownerId, systemRuntime.now())
    return await work({ db, ownerId, runtime: systemRuntime })
  } finally {
    await db.$disconnect()
  }
}
