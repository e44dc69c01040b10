import { changeOps } from '@/lib/db/engine/changes'
import type { Batch, Db, Prisma } from '@/lib/db/engine/client'
import { retryLost, unlessLost } from '@/lib/db/engine/errors'
import { columns } from '@/lib/db/engine/rows'
import { isSettled } from '@/lib/shared/dto'
import { MnemeError } from '@/lib/shared/errors'
import type { TurnOptions } from '@/lib/shared/schemas'
import { type BranchPath, forkPath } from './path'

export const queuedTurns = (db: Db, ownerId: string, conversationId: string) =>
  db.turn.findMany({
    where: { ownerId, conversationId, status: 'queued', trashId: null },
    orderBy: [{ createdAt: 'asc' }, { number: 'asc' }],
    include: { parent: { select: { status: true } } },
  })
export type QueuedTurn = Awaited<ReturnType<typeof queuedTurns>>[number]

/** Behind a completed turn the queue goes on by itself; behind any other it waits for the person's `go`. */
export function mayRun({ parent, options }: QueuedTurn): boolean {
  if (!parent || parent.status === 'completed') return true
  return (options as Prisma.JsonObject).go === true && isSettled(parent.status)
}

/** The first of the turns that wait in a line up to this one, if it waits for the person's `go`. */
export async function heldBefore(db: Db, ownerId: string, last: { id: string; conversationId: string }) {
  const queue = await queuedTurns(db, ownerId, last.conversationId)
  const waiting = (id: string | null | undefined) => queue.find((turn) => turn.id === id)
  let first = waiting(last.id)
  for (let before = first; before; before = waiting(before.parentId)) first = before
  return first?.parent && isSettled(first.parent.status) && !mayRun(first) ? first : null
}

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
    ...changeOps(db, ownerId, [{ kind: 'status', refId: first.id, op: 'put' }]),
  ])
  return first.id
}

type Edited = { userText: string; userTokens: number; options: TurnOptions; tainted: boolean }
export async function editQueuedText(db: Db, ownerId: string, turnId: string, edited: Edited): Promise<void> {
  const where = { id: turnId, ownerId, status: 'queued' as const }
  const { count } = await db.turn.updateMany({ where, data: edited })
  if (!count)
    throw new MnemeError('conflict', 'This message is already being answered.', 'Use Edit on it instead.')
}

/** Takes a waiting turn out; those behind close up, so numbers stay gapless. @throws MnemeError conflict. */
export const discardQueued = (db: Db, ownerId: string, turnId: string): Promise<void> =>
  retryLost(() => tryDiscard(db, ownerId, turnId), 25)

type OnBranch = { conversationId: string; branchId: string }
/** Whether another branch builds on a turn of this branch with that number or a later one. */
async function isShared(db: Db, ownerId: string, { conversationId, branchId }: OnBranch, number: number) {
  const where = { ownerId, conversationId, id: { not: branchId } }
  const others = await db.branch.findMany({ where, select: { path: true } })
  return others.some(({ path }) => (path as BranchPath).some(([id, max]) => id === branchId && max >= number))
}

async function tryDiscard(db: Db, ownerId: string, turnId: string): Promise<void> {
  const turn = await db.turn.findFirst({
    where: { id: turnId, ownerId, status: 'queued' },
    include: { conversation: { select: { activeLeafId: true } } },
  })
  if (!turn) {
    const hint = 'It may already be running: use Stop.'
    throw new MnemeError('conflict', 'This message is no longer waiting.', hint)
  }
  const { conversationId } = turn
  if (await isShared(db, ownerId, turn, turn.number)) {
    const problem = 'Another version of the conversation builds on this message.'
    throw new MnemeError('conflict', problem, 'Edit it instead.')
  }
  const closeUp = await closeUpOps(db, turn)
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
    db.upload.deleteMany({ where: { ownerId, usedByTurnId: turn.id } }),
    ...closeUp,
    ...changeOps(db, ownerId, [{ kind: 'turn', refId: turn.id, op: 'del' }]),
  ])
}

/** Writes for a transaction: the turns behind one that leaves its branch close up. */
async function closeUpOps(db: Db, turn: Omit<QueuedTurn, 'parent'>): Promise<Batch> {
  const { ownerId, branchId } = turn
  const behind = await db.turn.findMany({
    where: { ownerId, branchId, number: { gt: turn.number } },
    orderBy: { number: 'asc' },
    select: columns('id number parentId'),
  })
  return behind.map(({ id, number, parentId }) =>
    db.turn.update({
      where: { id, number },
      data: { number: number - 1, parentId: parentId === turn.id ? turn.parentId : parentId },
      select: { id: true },
    }),
  )
}

/**
 * Moves a program's message out of a queue that now waits for the person, because the program waits for an answer.
 * It runs beside the held messages, on a new branch with this id. @returns whether one was moved.
 */
export async function freeProgram(db: Db, queue: QueuedTurn[], newId: string): Promise<boolean> {
  const turn = queue.find(({ options }) => (options as Prisma.JsonObject).unattended === true)
  const held = turn && (await heldBefore(db, turn.ownerId, turn))
  if (!turn || !held || held.id === turn.id) return false
  if (await isShared(db, turn.ownerId, turn, turn.number)) return false
  const { ownerId, conversationId, id, number } = turn
  const { activeLeafId } = await db.conversation.findUniqueOrThrow({ where: { id: conversationId } })
  const { path } = await db.branch.findUniqueOrThrow({ where: { id: held.branchId } })
  const branch = { id: newId, path: forkPath(path as BranchPath, held.number - 1, newId) }
  const moved = db.$transaction([
    // Fenced by the leaf, as for one that is discarded.
    db.conversation.update({ where: { id: conversationId, ownerId, activeLeafId }, data: { activeLeafId } }),
    db.branch.create({ data: { ...branch, ownerId, conversationId, forkTurnId: held.parentId } }),
    db.turn.update({
      where: { id, ownerId, status: 'queued', number },
      data: { branchId: newId, number: held.number, parentId: held.parentId },
    }),
    ...(await closeUpOps(db, turn)),
    ...changeOps(db, ownerId, [{ kind: 'turn', refId: id, op: 'put' }]),
  ])
  return (await unlessLost(moved)) !== null
}

type TurnPlace = { id: string; branchId: string }
/**
 * Writes for a transaction: messages that wait directly behind a turn that has ended, or is to stop,
 * wait behind its new sibling instead, under the same numbers. `leafId` = the last of them; null when none
 * can move. P2025 = one of them began meanwhile.
 */
export async function moveQueueOps(
  db: Db,
  ownerId: string,
  old: TurnPlace & { conversationId: string; number: number; status: string },
  to: TurnPlace,
): Promise<{ writes: Batch; leafId: string | null }> {
  const stay = { writes: [], leafId: null }
  if (old.status === 'queued') return stay
  const behind = await db.turn.findMany({
    where: { ownerId, branchId: old.branchId, number: { gt: old.number } },
    orderBy: { number: 'asc' },
    select: columns('id number status'),
  })
  const leaf = behind.at(-1)
  if (!leaf || behind.some((turn) => turn.status !== 'queued')) return stay
  if (await isShared(db, ownerId, old, old.number + 1)) return stay
  const writes = behind.map(({ id, number }, i) =>
    db.turn.update({
      where: { id, ownerId, status: 'queued', branchId: old.branchId, number },
      data: { branchId: to.branchId, ...(i === 0 ? { parentId: to.id } : {}) },
      select: { id: true },
    }),
  )
  return { writes, leafId: leaf.id }
}

/** The running turns of conversations, trashed or not. Few run at a time, so all of them are read. */
export async function runningIn(db: Db, ownerId: string, conversationIds: readonly string[]) {
  const where = { ownerId, status: 'running' as const }
  const running = await db.turn.findMany({ where, select: columns('id conversationId') })
  return running.filter((turn) => conversationIds.includes(turn.conversationId))
}
