import { once } from '@/lib/shared/once'
import type { Db } from '../client'
import type { StorageProblem } from './storage-place'

/** `backups` = the folder of its copies, if any; `memoryOnly` = why nothing is kept, if it is in memory. */
export type Storage = { backups: string | null; memoryOnly: StorageProblem | null }

const stored = () => once('storage', () => new WeakMap<Db, Storage>())

const memory = () => once('memory-only', () => ({ only: false }))

export function setStorage(db: Db, storage: Storage): void {
  stored().set(db, storage)
  memory().only = storage.memoryOnly !== null
}
/** Whether this process may write no files, since its data directory cannot be written. */
export const writesNothing = (): boolean => memory().only
/** Databases of the library and of tests have neither backups nor a problem. */
export const storageOf = (db: Db): Storage => stored().get(db) ?? { backups: null, memoryOnly: null }
