import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { trashedAmong, trashedWorkspace } from '@/lib/db/forget/visible'

const READABLE = { trashId: null, status: { not: 'forgotten' }, conversation: { trashId: null } } as const

const WITH_TITLE = { conversation: { select: { title: true } } } as const
/** A turn with what was said in it. */
export const turnInFull = (db: Db, ownerId: string, id: string) =>
  db.turn.findFirst({ where: { id, ownerId, ...READABLE }, include: WITH_TITLE })

/** A summary or roll-up of a conversation that is not in the trash. */
export async function summaryInFull(db: Db, ownerId: string, id: string) {
  const stored = await db.summary.findFirst({ where: { id, ownerId } })
  const summary = stored && !(await trashedAmong(db, ownerId, 'summary', [id])).has(id) ? stored : null
  const title = summary && (await titleOf(db, ownerId, summary.conversationId))
  return summary && title !== null ? { ...summary, conversation: { title } } : null
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
    select: { ...columns('id number conversationId createdAt branchId'), ...WITH_TITLE },
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

/** A conversation's title; null when it does not exist or is in the trash. */
export async function titleOf(db: Db, ownerId: string, conversationId: string): Promise<string | null> {
  const where = { id: conversationId, ownerId, trashId: null }
  return (await db.conversation.findFirst({ where, select: { title: true } }))?.title ?? null
}
