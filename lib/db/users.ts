import { countInMinute } from '@/lib/db/engine/count-in-minute'
import type { Db } from './engine/client'
import { isTaken } from './engine/errors'

/** Owners that were seen: every request checks, and owners are never deleted. */
const seen = new WeakMap<Db, Set<string>>()

export async function ensureUser(db: Db, id: string, now: Date): Promise<void> {
  const known = seen.get(db) ?? new Set()
  if (known.has(id)) return
  if (!(await db.user.findUnique({ where: { id }, select: { id: true } })))
    try {
      await db.user.create({ data: { id, createdAt: now } })
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  seen.set(db, known.add(id))
}

export const ownerIds = async (db: Db): Promise<string[]> =>
  (await db.user.findMany({ select: { id: true } })).map(({ id }) => id)

/** Counts a message of a person; see `countInMinute`. */
export const countMessage = (db: Db, id: string, minute: number): Promise<number> =>
  countInMinute(db, 'User', id, minute)
