import { changeOps } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { isTaken, retryLost } from '@/lib/db/engine/errors'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Attachment, TurnOptions } from '@/lib/shared/schemas'
import { type BranchPath, forkPath } from './path'
import { moveQueueOps } from './queue'
import type { Turn } from './turns'

export type NewTurn = {
  id: string
  conversationId: string
  clientMessageId: string
  userText: string
  userTokens: number
  /** `offline`: played by the built-in model, whatever is set. */
  options: TurnOptions & { offline?: true }
  attachments: Attachment[]
  now: Date
  title: string
  branchId: string
}
/** Where a new turn goes: behind the active leaf, or beside an existing turn as its sibling. */
export type Place = { behind: 'leaf' } | { beside: string }

/** `alone` = it certainly has no siblings. */
export type Accepted = { turn: Turn; created: boolean; alone: boolean }

export const findByClientId = (db: Db, ownerId: string, conversationId: string, clientMessageId: string) =>
  db.turn.findFirst({ where: { ownerId, conversationId, clientMessageId } })

/**
 * Accepts a message: conversation if new, branch if it forks, turn `queued`, new active leaf, in one array
 * transaction. The same `clientMessageId` again gives the turn that is there. @throws MnemeError not_found,
 * queue_full.
 */
export async function acceptTurn(db: Db, ownerId: string, input: NewTurn, place: Place): Promise<Accepted> {
  try {
    return await retryLost(() => tryAccept(db, ownerId, input, place), 25)
  } catch (error) {
    const raced = isTaken(error)
      ? await findByClientId(db, ownerId, input.conversationId, input.clientMessageId)
      : null
    if (raced) return { turn: raced, created: false, alone: false }
    if (isTaken(error))
      throw new MnemeError(
        'conflict',
        'This message could not be placed because the id is already in use.',
        'Send it again.',
      )
    throw error
  }
}

async function tryAccept(db: Db, ownerId: string, input: NewTurn, place: Place): Promise<Accepted> {
  const conversation = await db.conversation.findUnique({ where: { id: input.conversationId } })
  if (conversation && (conversation.ownerId !== ownerId || conversation.trashId))
    throw notFound('conversation')
  const known =
    conversation && (await findByClientId(db, ownerId, input.conversationId, input.clientMessageId))
  if (known) return { turn: known, created: false, alone: false }
  const spot = await spotFor(db, ownerId, conversation?.activeLeafId ?? null, input, place)
  if (
    spot.waiting &&
    (await db.turn.count({ where: { ownerId, conversationId: input.conversationId, status: 'queued' } })) >=
      limits.message.maxQueued
  )
    throw new MnemeError(
      'queue_full',
      `${limits.message.maxQueued} messages are already waiting.`,
      'Wait for one to finish, or discard one.',
    )

  const queue = spot.beside
    ? await moveQueueOps(db, ownerId, spot.beside, { id: input.id, branchId: spot.branchId })
    : { writes: [], leafId: null }
  const leafId = queue.leafId ?? input.id
  const head = conversation
    ? db.conversation.update({
        where: { id: conversation.id, ownerId, activeLeafId: conversation.activeLeafId, trashId: null },
        data: { activeLeafId: leafId, updatedAt: input.now },
      })
    : db.conversation.create({
        data: {
          id: input.conversationId,
          ownerId,
          title: input.title,
          activeLeafId: leafId,
          createdAt: input.now,
          updatedAt: input.now,
        },
      })
  const writes: Batch = [head]
  // The leaf may keep its place while a message before it is discarded: then its number is another one, and
  // this one's too.
  if (spot.near)
    writes.push(
      db.turn.update({
        where: { id: spot.near.id, ownerId, number: spot.near.number },
        data: { number: spot.near.number },
        select: { id: true },
      }),
    )
  if (spot.branch)
    writes.push(
      db.branch.create({
        data: {
          id: spot.branchId,
          ownerId,
          conversationId: input.conversationId,
          forkTurnId: spot.parentId,
          path: spot.branch,
        },
      }),
    )
  const turn = db.turn.create({
    data: {
      id: input.id,
      ownerId,
      conversationId: input.conversationId,
      branchId: spot.branchId,
      number: spot.number,
      parentId: spot.parentId,
      clientMessageId: input.clientMessageId,
      status: 'queued',
      userText: input.userText,
      userTokens: input.userTokens,
      attachments: input.attachments,
      options: { ...input.options, go: !spot.waiting },
      createdAt: input.now,
    },
  })
  const uses = input.attachments.length
    ? [
        db.upload.updateMany({
          where: { ownerId, usedByTurnId: null, id: { in: input.attachments.map((a) => a.uploadId) } },
          data: { usedByTurnId: input.id, conversationId: input.conversationId },
        }),
      ]
    : []
  const results = await db.$transaction([
    ...writes,
    turn,
    ...uses,
    ...queue.writes,
    ...changeOps(db, ownerId, [{ kind: 'turn', refId: input.id, op: 'put' }]),
  ])
  return {
    turn: results[writes.length] as Turn,
    created: true,
    alone: spot.parentId !== null && !spot.branch,
  }
}

/** `near` = the turn that the place was reckoned from; `beside` = the turn whose sibling this becomes. */
type Spot = {
  near: Turn | null
  beside?: Turn
  branchId: string
  branch: BranchPath | null
  number: number
  parentId: string | null
  waiting: boolean
}

async function spotFor(
  db: Db,
  ownerId: string,
  leafId: string | null,
  input: NewTurn,
  place: Place,
): Promise<Spot> {
  const withBranch = { branch: { select: { path: true } } } as const
  if ('beside' in place) {
    const sibling = await db.turn.findFirst({
      where: { id: place.beside, ownerId, conversationId: input.conversationId },
      include: withBranch,
    })
    if (!sibling) throw notFound('message')
    return {
      near: sibling,
      beside: sibling,
      branchId: input.branchId,
      branch: forkPath(sibling.branch.path as BranchPath, sibling.number - 1, input.branchId),
      number: sibling.number,
      parentId: sibling.parentId,
      waiting: false,
    }
  }
  const leaf = leafId
    ? await db.turn.findFirst({ where: { id: leafId, ownerId }, include: withBranch })
    : null
  if (!leaf)
    return {
      near: null,
      branchId: input.branchId,
      branch: forkPath([], 0, input.branchId),
      number: 1,
      parentId: null,
      waiting: false,
    }
  const waiting = leaf.status === 'queued' || leaf.status === 'running'
  const next = await db.turn.findFirst({
    where: { branchId: leaf.branchId, number: leaf.number + 1 },
    select: { id: true },
  })
  const behind = { near: leaf, number: leaf.number + 1, parentId: leaf.id, waiting }
  if (!next) return { ...behind, branchId: leaf.branchId, branch: null }
  return {
    ...behind,
    branchId: input.branchId,
    branch: forkPath(leaf.branch.path as BranchPath, leaf.number, input.branchId),
  }
}
