import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { type ForgottenRecord, pathPrint } from './forgotten-record'

/**
 * Turns that ran or waited when the backup was made: nothing answers them. Only idle turns can be forgotten.
 */
async function endTurns(db: Db, ownerId: string, turnIds: string[], now: Date): Promise<void> {
  await db.turn.updateMany({
    where: { ownerId, id: { in: turnIds }, status: { in: ['running', 'queued'] } },
    data: { status: 'interrupted', activeKey: null, leaseOwner: null, leaseUntil: null, endedAt: now },
  })
}

/** The turns of a record that a restored database still has. */
export async function turnsAgain(db: Db, { ownerId, turns }: ForgottenRecord, now: Date): Promise<string[]> {
  const found: string[] = []
  for (const ids of chunks(turns, 500)) {
    await endTurns(db, ownerId, ids, now)
    const where = { ownerId, id: { in: ids }, trashId: null, status: { not: 'forgotten' as const } }
    for (const { id } of await db.turn.findMany({ where, select: { id: true } })) found.push(id)
  }
  return found
}

/** The same for its conversations. */
export async function conversationsAgain(
  db: Db,
  { ownerId, conversations }: ForgottenRecord,
): Promise<string[]> {
  const found: string[] = []
  for (const ids of chunks(conversations, 500))
    for (const { id } of await db.conversation.findMany({
      where: { ownerId, id: { in: ids }, trashId: null },
      select: { id: true },
    }))
      found.push(id)
  return found
}

/** The paths of its files. */
export async function pathsAgain(
  db: Db,
  { ownerId, conversationId, trashId, files }: ForgottenRecord,
): Promise<string[]> {
  if (files.length === 0) return []
  const turns = await db.turn.findMany({ where: { ownerId, conversationId }, select: { id: true } })
  const wanted = new Set(files)
  const found = new Set<string>()
  for (const some of chunks(turns, 500))
    for (const { path } of await db.fileTouch.findMany({
      where: { ownerId, turnId: { in: some.map((turn) => turn.id) } },
      select: { path: true },
      distinct: ['path'],
    }))
      if (wanted.has(pathPrint(trashId, path))) found.add(path)
  return [...found]
}

/** Statements of its facts. */
export const factsAgain = async (db: Db, { ownerId, facts }: ForgottenRecord): Promise<string[]> =>
  (
    await db.fact.findMany({ where: { ownerId, id: { in: facts }, trashId: null }, select: { id: true } })
  ).map((row) => row.id)
