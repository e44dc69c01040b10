import { changeOps } from '@/lib/db/engine/changes'
import type { Batch, Db, Prisma } from '@/lib/db/engine/client'
import { retryLost } from '@/lib/db/engine/errors'
import { MnemeError } from '@/lib/shared/errors'
import type { BranchPath } from './path'

/** Waiting turns of a conversation, in order. */
export const queuedTurns = (db: Db, ownerId: string, conversationId: string) =>
  db.turn.findMany({
    where: { ownerId, conversationId, status: 'queued', trashId: null },
    orderBy: [{ createdAt: 'asc' }, { number: 'asc' }],
    include: { parent: { select: { status: true } } },
  })
export type QueuedTurn = Awaited<ReturnType<typeof queuedTurns>>[number]

/**
 * Behind a completed turn the queue goes on by itself; behind a stopped, failed or interrupted one it waits
 * until the person says `go`.
 */
export const mayRun = (turn: QueuedTurn) =>
  !turn.parent ||
  turn.parent.status === 'completed' ||
  ((turn.options as Prisma.JsonObject).go === true &&
    turn.parent.status !== 'running' &&
    turn.parent.status !== 'queued')

/** All conversations that hold a waiting turn. */
export const conversationsWithQueue = (db: Db) =>
  db.turn.findMany({
    where: { status: 'queued', trashId: null },
    distinct: ['conversationId'],
    select: { ownerId: true, conversationId: true },
  })

/** The person's `send` on a paused queue. */
export async function releaseFirst(db: Db, ownerId: string, conversationId: string): Promise<string | null> {
  const [first] = await queuedTurns(db, ownerId, conversationId)
  if (!first) return null
  await db.$transaction([
    db.turn.updateMany({
      where: { id: first.id, ownerId, status: 'queued' },
      data: { options: { ...(first.options as Prisma.JsonObject), go: true } },
    }),
    ...changeOps(db, ownerId, [{ kind: 'turn', refId: first.id, op: 'put' }]),
  ])
  return first.id
}

export async function editQueuedText(
  db: Db,
  ownerId: string,
  turnId: string,
  userText: string,
  userTokens: number,
): Promise<void> {
  const done = await db.turn.updateMany({
    where: { id: turnId, ownerId, status: 'queued' },
    data: { userText, userTokens },
  })
  if (!done.count)
    throw new MnemeError('conflict', 'This message is already being answered.', 'Use Edit on it instead.')
}

/**
 * Takes a waiting turn out; the turns behind it on its branch close up, so numbers stay gapless. @throws
 * MnemeError conflict.
 */
export const discardQueued = (db: Db, ownerId: string, turnId: string): Promise<void> =>
  retryLost(() => tryDiscard(db, ownerId, turnId), 25)

async function tryDiscard(db: Db, ownerId: string, turnId: string): Promise<void> {
  const turn = await db.turn.findFirst({
    where: { id: turnId, ownerId, status: 'queued' },
    include: { conversation: { select: { activeLeafId: true } } },
  })
  if (!turn)
    throw new MnemeError(
      'conflict',
      'This message is no longer waiting.',
      'It may already be running: use Stop.',
    )
  const { conversationId, branchId } = turn
  const others = await db.branch.findMany({
    where: { ownerId, conversationId, id: { not: branchId } },
    select: { path: true },
  })
  if (
    others.some(({ path }) => (path as BranchPath).some(([id, max]) => id === branchId && max >= turn.number))
  )
    throw new MnemeError(
      'conflict',
      'Another version of the conversation builds on this message.',
      'Edit it instead.',
    )
  const behind = await db.turn.findMany({
    where: { ownerId, branchId, number: { gt: turn.number } },
    orderBy: { number: 'asc' },
    select: { id: true, number: true, parentId: true },
  })
  const leaf = turn.conversation.activeLeafId
  await db.$transaction([
    // First and fenced by the leaf: a message accepted meanwhile would get a number that this leaves empty.
    db.conversation.update({
      where: { id: conversationId, ownerId, activeLeafId: leaf },
      data: { activeLeafId: leaf === turn.id ? turn.parentId : leaf },
      select: { id: true },
    }),
    db.turn.delete({
      where: { id: turn.id, ownerId, status: 'queued', number: turn.number },
      select: { id: true },
    }),
    ...behind.map((other) =>
      db.turn.update({
        where: { id: other.id, number: other.number },
        data: {
          number: other.number - 1,
          ...(other.parentId === turn.id ? { parentId: turn.parentId } : {}),
        },
        select: { id: true },
      }),
    ),
    ...changeOps(db, ownerId, [{ kind: 'turn', refId: turn.id, op: 'del' }]),
  ])
}

type Place = { id: string; branchId: string }
/**
 * Writes for a transaction: messages that wait directly behind a turn that is over, or was asked to stop,
 * wait behind its new sibling instead, under the same numbers. `leafId` = the last of them; null when none
 * can move. P2025 = one of them began meanwhile.
 */
export async function moveQueueOps(
  db: Db,
  ownerId: string,
  old: Place & { conversationId: string; number: number; status: string },
  to: Place,
): Promise<{ writes: Batch; leafId: string | null }> {
  const stay = { writes: [], leafId: null }
  if (old.status === 'queued') return stay
  const [behind, others] = await Promise.all([
    db.turn.findMany({
      where: { ownerId, branchId: old.branchId, number: { gt: old.number } },
      orderBy: { number: 'asc' },
      select: { id: true, number: true, status: true },
    }),
    db.branch.findMany({
      where: { ownerId, conversationId: old.conversationId, id: { not: old.branchId } },
      select: { path: true },
    }),
  ])
  const leaf = behind.at(-1)
  const shared = others.some(({ path }) =>
    (path as BranchPath).some(([id, max]) => id === old.branchId && max > old.number),
  )
  if (!leaf || shared || behind.some((turn) => turn.status !== 'queued')) return stay
  const writes = behind.map(({ id, number }, i) =>
    db.turn.update({
      where: { id, ownerId, status: 'queued', branchId: old.branchId, number },
      data: { branchId: to.branchId, ...(i === 0 ? { parentId: to.id } : {}) },
      select: { id: true },
    }),
  )
  return { writes, leafId: leaf.id }
}

/**
 * The running turns of conversations, trashed or not. Few run at a time, so all that run are read, however
 * many conversations are asked for.
 */
export async function runningIn(
  db: Db,
  ownerId: string,
  conversationIds: readonly string[],
): Promise<{ id: string }[]> {
  const wanted = new Set(conversationIds)
  const running = await db.turn.findMany({
    where: { ownerId, status: 'running' },
    select: { id: true, conversationId: true },
  })
  return running.filter((turn) => wanted.has(turn.conversationId))
}
