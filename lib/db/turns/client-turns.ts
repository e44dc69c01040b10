import { empty, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'
import { isForgotten, type Turn } from './turns'

/** More of them say nothing about which one is meant. */
const MOST = 20
type Among = { origin: string; conversationId?: string | undefined }

/** A client's turns with this message, newest first. Raw SQL, by the index of tokens: others are not read. */
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

/** The turns right behind another, or the first ones, oldest first. Forgotten ones keep their place. */
export async function turnsAfter(db: Db, ownerId: string, conversationId: string, parentId: string | null) {
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

/** Where the next turn of a client goes: behind the end of its conversation. */
type ClientPlace = {
  id: string
  last: { id: string; branchId: string; number: number; createdAt: Date }
}

/** The conversation of a client, by its origin; null if there is none, or it is in the trash. */
export async function clientPlace(db: Db, ownerId: string, origin: string): Promise<ClientPlace | null> {
  const where = { ownerId, importKey: origin, trashId: null }
  const row = await db.conversation.findFirst({ where, select: columns('id activeLeafId') })
  const last =
    row?.activeLeafId &&
    (await db.turn.findFirst({
      where: { id: row.activeLeafId, ownerId },
      select: columns('id branchId number createdAt'),
    }))
  return row && last ? { id: row.id, last } : null
}

/** The turn that a client stored with a key; `gone` = forgotten or in the trash. */
export async function turnWithKey(db: Db, ownerId: string, origin: string, clientMessageId: string) {
  const turns = await db.turn.findMany({
    where: { clientMessageId, conversation: { ownerId, origin, activeLeafId: { not: null } } },
    select: {
      ...columns('id conversationId createdAt status trashId'),
      conversation: { select: { trashId: true } },
    },
  })
  const found = turns.map(({ status, trashId, conversation, ...stored }) => ({
    ...stored,
    gone: status === 'forgotten' || trashId !== null || conversation.trashId !== null,
  }))
  return found.find(({ gone }) => !gone) ?? found[0] ?? null
}
