import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import type { Turn } from './turns'

/** More of them say nothing about which one is meant. */
const MOST = 20
type Among = { origin: string; conversationId?: string | undefined }

/**
 * Turns with this message in the conversations of a client, newest first. Their tokens are in an index, which
 * spares reading texts.
 */
export const turnsSaying = (
  db: Db,
  ownerId: string,
  { origin, conversationId }: Among,
  { userText, userTokens }: Pick<Turn, 'userText' | 'userTokens'>,
) =>
  db.turn.findMany({
    where: {
      ...{ ownerId, userTokens, userText, trashId: null, status: { not: 'forgotten' } },
      ...(conversationId === undefined ? {} : { conversationId }),
      conversation: { ownerId, origin, trashId: null },
    },
    orderBy: { createdAt: 'desc' },
    take: MOST,
  })

/** The turns right behind another, or the first ones of a conversation, oldest first. */
export const turnsBehind = (db: Db, ownerId: string, conversationId: string, parentId: string | null) =>
  db.turn.findMany({
    where: { ownerId, conversationId, parentId, trashId: null, status: { not: 'forgotten' } },
    orderBy: { createdAt: 'asc' },
    select: columns('id userText'),
  })

/** Whether an id is free for a person's conversation, or is one of theirs that is not in the trash. */
export async function canHold(db: Db, ownerId: string, id: string): Promise<boolean> {
  const row = await db.conversation.findUnique({ where: { id }, select: columns('ownerId trashId') })
  return row === null || (row.ownerId === ownerId && row.trashId === null)
}
