import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { trashedAmong, trashedWorkspace } from '@/lib/db/forget/visible'

const READABLE = { trashId: null, status: { not: 'forgotten' }, conversation: { trashId: null } } as const

/** A turn with what was said in it. */
export const turnInFull = (db: Db, ownerId: string, id: string) =>
  db.turn.findFirst({ where: { id, ownerId, ...READABLE } })

/** A summary or roll-up of a conversation that is not in the trash. */
export async function summaryInFull(db: Db, ownerId: string, id: string) {
  const stored = await db.summary.findFirst({ where: { id, ownerId } })
  if (!stored || (await trashedAmong(db, ownerId, 'summary', [id])).has(id)) return null
  const where = { id: stored.conversationId, ownerId, trashId: null }
  return (await db.conversation.count({ where })) > 0 ? stored : null
}

/** What was done to a file of a conversation, on any branch, newest first, at most `take`. */
export async function fileHistory(
  db: Db,
  ownerId: string,
  conversationId: string,
  path: string,
  take: number,
) {
  const trashed = (await trashedWorkspace(db, ownerId, conversationId)).files
    .filter((file) => file.path === path)
    .flatMap((file) => file.hashes)
  const all = await db.fileTouch.findMany({ where: { ownerId, path } })
  const touches = all.filter((touch) => !trashed.includes(touch.toHash ?? touch.fromHash ?? ''))
  const turns = await db.turn.findMany({
    where: { ownerId, conversationId, ...READABLE, id: { in: touches.map((touch) => touch.turnId) } },
    select: columns('id number conversationId createdAt branchId'),
  })
  return turns
    .flatMap((turn) =>
      touches.filter((touch) => touch.turnId === turn.id).map((touch) => ({ ...touch, turn })),
    )
    .sort((a, b) => b.turn.createdAt.getTime() - a.turn.createdAt.getTime() || (a.op < b.op ? -1 : 1))
    .slice(0, take)
}

/** The text of a file version; '' when it was deleted. */
export const fileText = async (db: Db, ownerId: string, hash: string | null) =>
  hash ? ((await getBlobs(db, ownerId, [hash])).get(hash) ?? '') : ''
