import { MnemeError, notFound } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Attachment, TurnOptions } from '@/lib/shared/schemas'
import { changeOps } from './changes'
import type { Batch, Db } from './client'
import { isTaken, retryLost } from './errors'
import { ownedBy } from './owned'
import { type BranchPath, forkPath, onPath, pathTo } from './path'
import { moveQueueOps } from './queue'

export type Turn = Awaited<ReturnType<typeof findTurn>> & object
export const findTurn = (db: Db, ownerId: string, id: string) =>
  db.turn.findFirst({ where: { id, ownerId, conversation: { trashId: null } } })

/** The turn of a job, in the trash or not; `held` = it or its conversation lies there and may come back. */
export async function turnOfJob(
  db: Db,
  ownerId: string,
  id: string,
): Promise<{ turn: Turn; held: boolean } | null> {
  const row = await db.turn.findFirst({
    where: { id, ownerId },
    include: { conversation: { select: { trashId: true } } },
  })
  if (!row) return null
  const { conversation, ...turn } = row
  return { turn, held: turn.trashId !== null || conversation.trashId !== null }
}

/** Turns by id, whoever owns them and be they in the trash: for the process's own loops, which check that themselves. */
export const findTurns = (db: Db, ids: string[]) => db.turn.findMany({ where: { id: { in: ids } } })

/** Options of these turns, as they were stored. */
export const turnOptions = (db: Db, ownerId: string, ids: string[]) =>
  db.turn.findMany({ where: { ...ownedBy(ownerId), id: { in: ids } }, select: { id: true, options: true } })

/** @throws MnemeError not_found, the same for a missing turn and somebody else's. */
export async function getTurn(db: Db, ownerId: string, id: string): Promise<Turn> {
  const turn = await findTurn(db, ownerId, id)
  if (!turn) throw notFound('message')
  return turn
}

/** Whether nothing of a turn may be shown any more: it is a tombstone, or waits in the trash to become one. */
export const isForgotten = (turn: Pick<Turn, 'status' | 'trashId'>) =>
  turn.status === 'forgotten' || turn.trashId !== null

/** A turn that was not forgotten. @throws MnemeError not_found, conflict. */
export async function keptTurn(db: Db, ownerId: string, id: string): Promise<Turn> {
  const turn = await getTurn(db, ownerId, id)
  if (isForgotten(turn))
    throw new MnemeError('conflict', `Turn ${turn.number} was forgotten.`, 'Nothing of it is shown any more.')
  return turn
}

/** The path from the first turn to this one. */
export async function turnPath(db: Db, ownerId: string, turnId: string): Promise<BranchPath> {
  const turn = await db.turn.findFirst({
    where: { id: turnId, ownerId },
    select: { number: true, branch: { select: { path: true } } },
  })
  if (!turn) throw notFound('message')
  return pathTo(turn.branch.path as BranchPath, turn.number)
}

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
 * Accepts a message: conversation if new, branch if it forks, turn `queued`, new active leaf, in one array transaction.
 * The same `clientMessageId` again gives the turn that is there. @throws MnemeError not_found, queue_full.
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
  // The leaf may keep its place while a message before it is discarded: then its number is another one, and this one's too.
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

/** Turns with the same parent, oldest first. */
export async function siblingIds(
  db: Db,
  ownerId: string,
  turns: Pick<Turn, 'id' | 'parentId' | 'conversationId'>[],
): Promise<Map<string, string[]>> {
  const first = turns[0]
  if (!first) return new Map()
  const parents = [...new Set(turns.map((turn) => turn.parentId))]
  const ids = parents.filter((id): id is string => id !== null)
  const rows = await db.turn.findMany({
    where: {
      AND: [
        ownedBy(ownerId),
        { NOT: { conversationId: { not: first.conversationId } } },
        {
          OR: [{ parentId: { in: ids } }, ...(parents.includes(null) ? [{ parentId: null, number: 1 }] : [])],
        },
      ],
    },
    select: { id: true, parentId: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return new Map(
    turns.map((turn) => [turn.id, rows.filter((row) => row.parentId === turn.parentId).map((row) => row.id)]),
  )
}

/** Turns of a path in order, numbers `from` to `to`, forgotten ones too. */
export const turnsOnPath = (db: Db, ownerId: string, path: BranchPath, from: number, to: number) =>
  db.turn.findMany({ where: { ownerId, ...onPath(path, from, to) }, orderBy: { number: 'asc' } })

/** Makes the leaf behind `turnId` active that was written last, on whichever branch. */
export const activateBranch = (db: Db, ownerId: string, turnId: string): Promise<string> =>
  retryLost(() => tryActivate(db, ownerId, turnId))

async function tryActivate(db: Db, ownerId: string, turnId: string): Promise<string> {
  const turn = await getTurn(db, ownerId, turnId)
  const branches = await db.branch.findMany({
    where: { ownerId, conversationId: turn.conversationId },
    select: { id: true, path: true },
  })
  const behind = branches
    .filter(({ path }) =>
      (path as BranchPath).some(([id, max]) => id === turn.branchId && max >= turn.number),
    )
    .map(({ id }) => id)
  const newest = await db.turn.findFirst({
    where: { ownerId, branchId: { in: behind }, number: { gte: turn.number } },
    orderBy: [{ createdAt: 'desc' }, { number: 'desc' }],
    select: { branchId: true },
  })
  // A branch is a line, so its last turn is a leaf.
  const branchId = newest?.branchId ?? turn.branchId
  const leaf = await db.turn.findFirst({
    where: { ownerId, branchId },
    orderBy: { number: 'desc' },
    select: { id: true },
  })
  await db.$transaction([
    db.conversation.update({
      where: { id: turn.conversationId, ownerId, trashId: null },
      data: { activeLeafId: leaf?.id ?? turn.id },
      select: { id: true },
    }),
    ...changeOps(db, ownerId, [{ kind: 'conversation', refId: turn.conversationId, op: 'put' }]),
  ])
  return turn.conversationId
}
