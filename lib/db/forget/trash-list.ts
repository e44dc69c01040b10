import type { Db } from '@/lib/db/engine/client'
import { limits } from '@/lib/shared/limits'
import type { TrashedDto } from '@/lib/shared/memory/forget'
import { trashedOf } from './trashed'

/** Deleted conversations that can still be restored. */
const restorable = (ownerId: string, now: Date) => ({
  ownerId,
  final: false,
  what: { startsWith: 'conversation ' },
  purgeAt: { gt: now },
})

/** The newest of them, or the one of a conversation. */
export async function listTrashed(
  db: Db,
  ownerId: string,
  now: Date,
  conversationId?: string,
): Promise<TrashedDto[]> {
  const what = conversationId === undefined ? {} : { what: `conversation ${conversationId}` }
  const found = await db.trash.findMany({
    where: { ...restorable(ownerId, now), ...what },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: limits.forget.trashShown,
  })
  const rows = found.filter((row) => !trashedOf(row)?.emptied)
  const conversations = await db.conversation.findMany({
    where: { ownerId, trashId: { in: rows.map((row) => row.id) } },
    select: { trashId: true, title: true, _count: { select: { turns: true } } },
  })
  const byTrash = new Map(conversations.map((one) => [one.trashId, one]))
  return rows.map(({ id, createdAt, purgeAt }) => ({
    trashId: id,
    title: byTrash.get(id)?.title ?? '',
    turns: byTrash.get(id)?._count.turns ?? 0,
    deletedAt: createdAt.toISOString(),
    leftMs: purgeAt.getTime() - now.getTime(),
  }))
}

/** Lets the next purge remove one of them, or all. @returns how many. */
export async function dropTrashed(
  db: Db,
  ownerId: string,
  trashId: string | null,
  now: Date,
): Promise<number> {
  const { count } = await db.trash.updateMany({
    where: { ...restorable(ownerId, now), ...(trashId === null ? {} : { id: trashId }) },
    data: { purgeAt: now },
  })
  return count
}
