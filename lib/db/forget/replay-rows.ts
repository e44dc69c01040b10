import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { chunks, inChunks } from '@/lib/db/engine/pages'
import { STILL_THERE } from './forget-plan'
import { type ForgottenRecord, pathPrint } from './forgotten-record'

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/**
 * The turns of a record that a restored database still has. Those that ran or waited when the backup was made
 * are ended: nothing answers them, and only idle turns can be forgotten.
 */
export async function turnsAgain(db: Db, { ownerId, turns }: ForgottenRecord, now: Date): Promise<string[]> {
  for (const ids of chunks(turns))
    await db.turn.updateMany({
      where: { ownerId, id: { in: ids }, status: { in: ['running', 'queued'] } },
      data: { status: 'interrupted', activeKey: null, leaseOwner: null, leaseUntil: null, endedAt: now },
    })
  return idsOf(
    await inChunks(turns, (ids) =>
      db.turn.findMany({ where: { ownerId, id: { in: ids }, ...STILL_THERE }, select: columns('id') }),
    ),
  )
}

/** Its conversations. */
export const conversationsAgain = async (db: Db, { ownerId, conversations }: ForgottenRecord) =>
  idsOf(
    await inChunks(conversations, (ids) =>
      db.conversation.findMany({ where: { ownerId, id: { in: ids }, trashId: null }, select: columns('id') }),
    ),
  )

/** The paths of its files. */
export async function pathsAgain(db: Db, { ownerId, conversationId, trashId, files }: ForgottenRecord) {
  if (files.length === 0) return []
  const turns = await db.turn.findMany({ where: { ownerId, conversationId }, select: columns('id') })
  const touches = await inChunks(idsOf(turns), (ids) =>
    db.fileTouch.findMany({ where: { ownerId, turnId: { in: ids } }, select: columns('path') }),
  )
  const paths = [...new Set(touches.map(({ path }) => path))]
  return paths.filter((path) => files.includes(pathPrint(trashId, path)))
}

/** Statements of its facts. */
export const factsAgain = async (db: Db, { ownerId, facts }: ForgottenRecord) =>
  idsOf(
    await db.fact.findMany({ where: { ownerId, id: { in: facts }, trashId: null }, select: columns('id') }),
  )
