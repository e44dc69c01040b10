import type { Db } from '@/lib/db/engine/client'
import { columns, inChunks } from '@/lib/db/engine/rows'
import { isWhole, type Trashed, trashedOf } from '../trashed'

/** What every step of a purge needs. `promptFolder` = where this process keeps prompt files. */
export type Purging = { db: Db; ownerId: string; now: Date; promptFolder: string | null }

type Row = { id: string; ownerId: string; createdAt: Date; purgeAt: Date }
/** A trash entry to purge; `conversationIds` = its whole conversations that still exist. */
export type Due = Row & {
  trashed: Trashed
  conversationIds: string[]
  turns: { id: string; clientMessageId: string; messages: unknown }[]
}
export type Started = NonNullable<Trashed['started']>

const TURN = columns('id clientMessageId messages')
/** What an entry covers; null for one whose purge is complete. */
export async function dueOf(db: Db, { what, held, ...row }: Row & { what: string; held: unknown }) {
  const { id: trashId, ownerId } = row
  const trashed = trashedOf({ what, held })
  if (!trashed) return null
  const due: Due = { ...row, trashed, conversationIds: [], turns: [] }
  if (!isWhole(trashed))
    return { ...due, turns: await db.turn.findMany({ where: { ownerId, trashId }, select: TURN }) }
  const under = await db.conversation.findMany({ where: { ownerId, trashId }, select: columns('id') })
  const conversationIds = under.map(({ id }) => id)
  const turns = await inChunks(conversationIds, (ids) =>
    db.turn.findMany({ where: { ownerId, conversationId: { in: ids } }, select: TURN }),
  )
  return { ...due, conversationIds, turns }
}
