import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { chunks, inChunks } from '@/lib/db/engine/pages'
import { STILL_THERE } from './forget-plan'
import { type ForgottenRecord, pathPrint } from './forgotten-record'

/** What a restored database still has of a record. Turns that ran when the backup was made are ended. */
export async function stillHere(db: Db, record: ForgottenRecord, now: Date) {
  const { ownerId, trashId, files } = record
  for (const ids of chunks(record.turns))
    await db.turn.updateMany({
      where: { ownerId, id: { in: ids }, status: { in: ['running', 'queued'] } },
      data: { status: 'interrupted', activeKey: null, leaseOwner: null, leaseUntil: null, endedAt: now },
    })
  const select = columns('id')
  const there = (ids: string[]) => ({ ownerId, trashId: null, id: { in: ids } })
  const turns = await inChunks(record.turns, (ids) =>
    db.turn.findMany({ where: { ...there(ids), ...STILL_THERE }, select }),
  )
  const conversations = await inChunks(record.conversations, (ids) =>
    db.conversation.findMany({ where: there(ids), select }),
  )
  const facts = await db.fact.findMany({ where: there(record.facts), select })
  const touched = files.length
    ? await db.fileTouch.findMany({ where: { ownerId }, distinct: ['path'], select: columns('path') })
    : []
  return {
    turns: turns.map(({ id }) => id),
    conversations: conversations.map(({ id }) => id),
    facts: facts.map(({ id }) => id),
    paths: touched.flatMap(({ path }) => (files.includes(pathPrint(trashId, path)) ? path : [])),
  }
}
