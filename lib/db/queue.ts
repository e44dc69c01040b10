import { MnemeError } from '@/lib/shared/errors'
import type { Batch, Db, Prisma } from './client'

/** Waiting turns of a conversation, in order. */
export const queuedTurns = (db: Db, ownerId: string, conversationId: string) =>
  db.turn.findMany({
    where: { ownerId, conversationId, status: 'queued', trashId: null },
    orderBy: [{ createdAt: 'asc' }, { number: 'asc' }],
    include: { parent: { select: { status: true } } },
  })
export type QueuedTurn = Awaited<ReturnType<typeof queuedTurns>>[number]

/** Behind a completed turn the queue goes on by itself; behind a stopped, failed or interrupted one it waits until the person says `go`. */
export const mayRun = (turn: QueuedTurn) =>
  !turn.parent || turn.parent.status === 'completed' || ((turn.options as Prisma.JsonObject).go === true && turn.parent.status !== 'running' && turn.parent.status !== 'queued')

/** All conversations that hold a waiting turn. */
export const conversationsWithQueue = (db: Db) =>
  db.turn.findMany({ where: { status: 'queued', trashId: null }, distinct: ['conversationId'], select: { ownerId: true, conversationId: true } })

/** The person's `send` on a paused queue. */
export async function releaseFirst(db: Db, ownerId: string, conversationId: string): Promise<string | null> {
  const [first] = await queuedTurns(db, ownerId, conversationId)
  if (!first) return null
  await db.turn.updateMany({ where: { id: first.id, ownerId, status: 'queued' }, data: { options: { ...(first.options as Prisma.JsonObject), go: true } } })
  return first.id
}

export async function editQueuedText(db: Db, ownerId: string, turnId: string, userText: string, userTokens: number): Promise<void> {
  const done = await db.turn.updateMany({ where: { id: turnId, ownerId, status: 'queued' }, data: { userText, userTokens } })
  if (!done.count) throw new MnemeError('conflict', 'This message is already being answered.', 'Use Edit on it instead.')
}

/** Takes a waiting turn out; the turns behind it on its branch close up, so numbers stay gapless. */
export async function discardQueued(db: Db, ownerId: string, turnId: string): Promise<void> {
  const turn = await db.turn.findFirst({ where: { id: turnId, ownerId, status: 'queued' } })
  if (!turn) throw new MnemeError('conflict', 'This message is no longer waiting.', 'It may already be running: use Stop.')
  const behind = await db.turn.findMany({
    where: { ownerId, branchId: turn.branchId, number: { gt: turn.number } },
    orderBy: { number: 'asc' },
    select: { id: true, number: true, parentId: true },
  })
  const writes: Batch = [db.turn.delete({ where: { id: turn.id, ownerId, status: 'queued' } })]
  for (const other of behind)
    writes.push(
      db.turn.update({ where: { id: other.id, number: other.number }, data: { number: other.number - 1, ...(other.parentId === turn.id ? { parentId: turn.parentId } : {}) } }),
    )
  writes.push(db.conversation.updateMany({ where: { id: turn.conversationId, ownerId, activeLeafId: turn.id }, data: { activeLeafId: turn.parentId } }))
  await db.$transaction(writes)
}

/** The running turn of a conversation, trashed or not. */
export const runningIn = (db: Db, ownerId: string, conversationId: string) => db.turn.findMany({ where: { ownerId, conversationId, status: 'running' }, select: { id: true } })
