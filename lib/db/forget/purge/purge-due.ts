import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { isWhole, type Trashed, trashedOf } from '../trashed'

/** A trash entry to purge; `conversationIds` = its whole conversations that still exist. */
export type Due = {
  id: string
  ownerId: string
  createdAt: Date
  purgeAt: Date
  trashed: Trashed
  conversationIds: string[]
  turns: { id: string; number: number; branchId: string; clientMessageId: string; messages: unknown }[]
}

export type Started = NonNullable<Trashed['started']>

const TURN = { id: true, number: true, branchId: true, clientMessageId: true, messages: true } as const
type Row = { id: string; ownerId: string; createdAt: Date; purgeAt: Date; what: string; proof: unknown }

/** What an entry covers; null for one whose purge is complete. */
export async function dueOf(db: Db, { what, proof, ...row }: Row): Promise<Due | null> {
  const { id, ownerId, createdAt, purgeAt } = row
  const trashed = trashedOf({ what, proof })
  if (!trashed) return null
  const entry = { id, ownerId, createdAt, purgeAt, trashed }
  if (!isWhole(trashed)) {
    const turns = await db.turn.findMany({ where: { ownerId, trashId: id }, select: TURN })
    return { ...entry, conversationIds: [], turns }
  }
  const under = await db.conversation.findMany({ where: { ownerId, trashId: id }, select: { id: true } })
  const conversationIds = under.map((row) => row.id)
  const turns: Due['turns'] = []
  for (const ids of chunks(conversationIds, 500))
    turns.push(...(await db.turn.findMany({ where: { ownerId, conversationId: { in: ids } }, select: TURN })))
  return { ...entry, conversationIds, turns }
}
