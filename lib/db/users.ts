import type { Db } from './engine/client'
import { isTaken } from './engine/errors'

/** Owners that were seen: every request checks, and owners are never deleted. */
const seen = new WeakMap<Db, Set<string>>()

/** Makes sure the owner exists. */
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

/** Every owner with memory here. */
export const ownerIds = async (db: Db): Promise<string[]> =>
  (await db.user.findMany({ select: { id: true } })).map(({ id }) => id)

/**
 * Counts a message in its minute (since 1970), for all processes, as `countCall` does for a token. @returns the
 * messages of that minute.
 */
export async function countMessage(db: Db, id: string, minute: number): Promise<number> {
  const rows = await db.$queryRaw<{ messages: number }[]>`
    UPDATE "User" SET
      "messages" = CASE WHEN "minute" >= ${minute} THEN "messages" + 1 ELSE 1 END,
      "minute" = CASE WHEN "minute" >= ${minute} THEN "minute" ELSE ${minute} END
    WHERE "id" = ${id} RETURNING "messages"`
  return Number(rows[0]?.messages ?? 0)
}
