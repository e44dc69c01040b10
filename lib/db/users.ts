import type { Db } from './client'
import { isTaken } from './errors'

/** Makes sure the owner exists. */
export async function ensureUser(db: Db, id: string, now: Date): Promise<void> {
  if (await db.user.findUnique({ where: { id }, select: { id: true } })) return
  try {
    await db.user.create({ data: { id, createdAt: now } })
  } catch (error) {
    if (!isTaken(error)) throw error
  }
}

export const userIds = async (db: Db) => (await db.user.findMany({ select: { id: true } })).map((user) => user.id)
