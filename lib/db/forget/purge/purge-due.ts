import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { type Held, heldOf, isWhole } from '../held-schema'

/** A trash entry to purge; `conversationIds` = its whole conversations that still exist. */
export type Due = {
  id: string
  ownerId: string
  createdAt: Date
  purgeAt: Date
  held: Held
  conversationIds: string[]
  turns: { id: string; number: number; branchId: string; clientMessageId: string }[]
}

export type Started = NonNullable<Held['started']>

const TURN = { id: true, number: true, branchId: true, clientMessageId: true } as const
type Row = { id: string; ownerId: string; createdAt: Date; purgeAt: Date; what: string; proof: unknown }

/** What an entry covers; null for one whose purge is complete. */
export async function dueOf(db: Db, { what, proof, ...row }: Row): Promise<Due | null> {
  const { id, ownerId, createdAt, purgeAt } = row
  const held = heldOf({ what, proof })
  if (!held) return null
  const entry = { id, ownerId, createdAt, purgeAt, held }
  if (!isWhole(held)) {
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
