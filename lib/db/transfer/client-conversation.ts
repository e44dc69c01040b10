import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'

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
