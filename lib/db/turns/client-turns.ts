import { empty, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'
import { isForgotten, type Turn } from './turns'

/** More of them say nothing about which one is meant. */
const MOST = 20
type Among = { origin: string; conversationId?: string | undefined }

/**
 * Turns with this message in the conversations of a client, newest first. Raw SQL, so that each conversation's
 * turns are looked up in the index that has their tokens: no text is read of the others.
 */
export async function turnsSaying(
  db: Db,
  ownerId: string,
  { origin, conversationId }: Among,
  { userText, userTokens }: Pick<Turn, 'userText' | 'userTokens'>,
) {
  const here = conversationId === undefined ? empty : sqltag` AND c."id" = ${conversationId}`
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT t."id" FROM "Conversation" c CROSS JOIN "Turn" t
    WHERE c."ownerId" = ${ownerId} AND c."origin" = ${origin} AND c."trashId" IS NULL${here}
      AND t."ownerId" = ${ownerId} AND t."conversationId" = c."id" AND t."userTokens" = ${userTokens}
      AND t."userText" = ${userText} AND t."trashId" IS NULL AND t."status" <> 'forgotten'
    ORDER BY t."createdAt" DESC LIMIT ${MOST}`
  const ids = rows.map(({ id }) => id)
  return db.turn.findMany({ where: { id: { in: ids } }, orderBy: { createdAt: 'desc' } })
}

/**
 * The turns right behind another, or the first ones of a conversation, oldest first. A forgotten one keeps its
 * place, without its text.
 */
export async function turnsBehind(db: Db, ownerId: string, conversationId: string, parentId: string | null) {
  const turns = await db.turn.findMany({
    where: { ownerId, conversationId, parentId },
    orderBy: { createdAt: 'asc' },
    select: columns('id userText status trashId'),
  })
  return turns.map((turn) => ({ id: turn.id, userText: isForgotten(turn) ? '' : turn.userText }))
}

/** Whether an id is free for a person's conversation, or is one of theirs that is not in the trash. */
export async function canHold(db: Db, ownerId: string, id: string): Promise<boolean> {
  const row = await db.conversation.findUnique({ where: { id }, select: columns('ownerId trashId') })
  return row === null || (row.ownerId === ownerId && row.trashId === null)
}
