import type { Db } from '@/lib/db/engine/client'

/**
 * Whether an owner has rows in the trash, those of completed purges included. Most people have none, and every
 * prompt asks several times.
 */
export async function hasTrash(db: Db, ownerId: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`SELECT 1 FROM "Trash" WHERE "ownerId" = ${ownerId} LIMIT 1`
  return rows.length > 0
}
