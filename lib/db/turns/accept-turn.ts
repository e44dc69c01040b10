import { changeOps } from '@/lib/db/engine/changes'
import { type Db, inOneTransaction, type Prisma } from '@/lib/db/engine/client'
import { isGone, isTaken, retryLost } from '@/lib/db/engine/errors'
import { settingOps } from '@/lib/db/settings'
import { titleFor } from '@/lib/heuristics/titles/title'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { pick } from '@/lib/shared/pick'
import type { Attachment, TurnOptions } from '@/lib/shared/schemas'
import { type BranchPath, forkPath } from './path'
import { heldBefore, moveQueueOps } from './queue'
import type { Turn } from './turns'

export type NewTurn = {
  id: string
  conversationId: string
  clientMessageId: string
  userText: string
  userTokens: number
  /** `offline`: always uses the built-in model. `outsideMessage`: repeats a message that is not the person's. */
  options: TurnOptions & { offline?: true; outsideMessage?: true }
  /** Settings of its conversation that are stored with it. */
  settings?: Readonly<Record<string, Prisma.InputJsonValue>>
  attachments: Attachment[]
  /** The uploads of another version of the message, copied for this one. */
  copies?: Prisma.UploadCreateManyInput[]
  now: Date
  title: string
  branchId: string
  /** The origin of the program that sent it. What it says is tainted. */
  outside?: string
}
/** Where a new turn goes: behind the active leaf, or next to an existing turn as its sibling. */
export type NewTurnPlace = { behind: 'leaf' } | { beside: string }

/** `alone` = it certainly has no siblings. */
export type Accepted = { turn: Turn; created: boolean; alone: boolean }

export const findByClientId = (db: Db, ownerId: string, conversationId: string, clientMessageId: string) =>
  db.turn.findFirst({ where: { ownerId, conversationId, clientMessageId } })

/** How often a message is placed again because another was faster: a slow machine may take many at once. */
const TRIES = 200

/**
 * Accepts a message: conversation if new, branch if it forks, turn `queued`, new active leaf, in one
 * transaction. The same `clientMessageId` again gives the turn that is there. @throws MnemeError not_found,
 * queue_full.
 */
export async function acceptTurn(db: Db, ownerId: string, input: NewTurn, place: NewTurnPlace) {
  try {
    return await retryLost(
      () => tryAccept(db, ownerId, input, place).catch((error) => stopAtTakenId(db, input, error)),
      TRIES,
    )
  } catch (error) {
    if (!isTaken(error) && !isGone(error)) throw error
    const raced = await findByClientId(db, ownerId, input.conversationId, input.clientMessageId)
    if (raced) return { turn: raced, created: false, alone: false }
    const problem = 'Too many messages were sent to this conversation at the same time.'
    throw new MnemeError('conflict', problem, 'Send it again.')
  }
}

/** A place may be free at the next try, but not the id of another message. */
async function stopAtTakenId(db: Db, { id, clientMessageId }: NewTurn, error: unknown): Promise<never> {
  const other = isTaken(error) && (await db.turn.count({ where: { id, NOT: { clientMessageId } } }))
  const problem = 'This message could not be stored because its id is already in use.'
  throw other ? new MnemeError('conflict', problem, 'Send it again.') : error
}

async function tryAccept(db: Db, ownerId: string, input: NewTurn, place: NewTurnPlace): Promise<Accepted> {
  const { id, conversationId, clientMessageId, settings = {}, attachments, copies = [], now } = input
  const conversation = await db.conversation.findUnique({ where: { id: conversationId } })
  if (conversation && (conversation.ownerId !== ownerId || conversation.trashId))
    throw notFound('conversation')
  const known = conversation && (await findByClientId(db, ownerId, conversationId, clientMessageId))
  if (known) return { turn: known, created: false, alone: false }
  const spot = await spotFor(db, ownerId, conversation?.activeLeafId ?? null, input, place)
  const { near, branchId, number, parentId } = spot
  if (spot.waiting) await checkQueue(db, ownerId, conversationId)

  const { outside } = input
  const from = outside === undefined ? {} : { origin: outside }
  const fresh = { id: conversationId, ownerId, title: input.title, createdAt: now, ...from }
  const at = { ownerId, conversationId, branchId, number, parentId }
  const said = pick(input, 'id clientMessageId userText userTokens attachments')
  // A program waits for its answer, so its message runs without anybody releasing the queue, or being asked.
  const options = {
    ...{ ...input.options, go: !spot.waiting || outside !== undefined },
    ...(outside === undefined ? {} : { unattended: true }),
  }
  const tainted = outside !== undefined || input.options.outsideMessage === true
  const uploadIds = attachments.map((attachment) => attachment.uploadId)
  // The first message gave the conversation its title, until somebody or a model chose one.
  const first = spot.beside?.parentId === null ? spot.beside : null
  const isRenamed = first !== null && conversation?.title === titleFor(first.userText)
  const turn = await inOneTransaction(db, async (tx) => {
    const queue = spot.beside
      ? await moveQueueOps(tx, ownerId, spot.beside, { id, branchId })
      : { writes: [], leafId: null }
    const head = {
      ...{ activeLeafId: queue.leafId ?? id, updatedAt: now },
      ...(isRenamed ? { title: input.title } : {}),
    }
    await (conversation
      ? tx.conversation.update({
          where: { id: conversationId, ownerId, activeLeafId: conversation.activeLeafId, trashId: null },
          // A message brings an archived conversation back to the list.
          data: { ...head, archivedAt: null },
          select: { id: true },
        })
      : tx.conversation.create({ data: { ...fresh, ...head }, select: { id: true } }))
    // The leaf may keep its place while a message before it is discarded: then both numbers change.
    if (near)
      await tx.turn.update({
        where: { id: near.id, ownerId, number: near.number },
        data: { number: near.number },
        select: { id: true },
      })
    if (spot.branch)
      await tx.branch.create({
        data: { id: branchId, ownerId, conversationId, forkTurnId: parentId, path: spot.branch },
        select: { id: true },
      })
    const created = await tx.turn.create({
      data: { ...at, ...said, status: 'queued', options, createdAt: now, tainted },
    })
    if (attachments.length > 0)
      await tx.upload.updateMany({
        where: { ownerId, usedByTurnId: null, id: { in: uploadIds } },
        data: { usedByTurnId: id, conversationId },
      })
    for (const copy of copies)
      await tx.upload.create({ data: { ...copy, usedByTurnId: id }, select: { id: true } })
    // Memory reads a turn only once it has ended, but a new branch changes the active path at once.
    const kind = conversation && spot.branch ? 'turn' : 'status'
    const chosen = Object.entries(settings).flatMap(([key, value]) =>
      settingOps(tx, ownerId, conversationId, key, value),
    )
    const changed = changeOps(tx, ownerId, [
      { kind, refId: id, op: 'put' },
      ...(isRenamed ? [{ kind: 'conversation', refId: conversationId, op: 'put' } as const] : []),
    ])
    for (const write of [...queue.writes, ...chosen, ...changed]) await write
    return created
  })
  const alone = !conversation || (parentId !== null && !spot.branch)
  return { turn, created: true, alone }
}

async function checkQueue(db: Db, ownerId: string, conversationId: string): Promise<void> {
  const { maxQueued } = limits.message
  const waiting = await db.turn.count({ where: { ownerId, conversationId, status: 'queued' } })
  if (waiting < maxQueued) return
  const problem = `${maxQueued} messages are already waiting.`
  throw new MnemeError('queue_full', problem, 'Wait for one to finish, or discard one.')
}

/** `near` = the turn that the place was derived from; `beside` = the turn whose sibling this becomes. */
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
  place: NewTurnPlace,
): Promise<Spot> {
  const withBranch = { branch: { select: { path: true } } } as const
  const { branchId } = input
  if ('beside' in place) {
    const where = { id: place.beside, ownerId, conversationId: input.conversationId }
    const sibling = await db.turn.findFirst({ where, include: withBranch })
    if (!sibling) throw notFound('message')
    const { number, parentId } = sibling
    const branch = forkPath(sibling.branch.path as BranchPath, number - 1, branchId)
    return { near: sibling, beside: sibling, branchId, branch, number, parentId, waiting: false }
  }
  const leaf = leafId
    ? await db.turn.findFirst({ where: { id: leafId, ownerId }, include: withBranch })
    : null
  const start = forkPath([], 0, branchId)
  if (!leaf) return { near: null, branchId, branch: start, number: 1, parentId: null, waiting: false }
  // Behind messages that wait for the person, a program's would wait with them.
  const asksNobody = input.outside !== undefined && leaf.status === 'queued'
  const held = asksNobody && (await heldBefore(db, ownerId, leaf))
  if (held) return spotFor(db, ownerId, leafId, input, { beside: held.id })
  const number = leaf.number + 1
  const waiting = leaf.status === 'queued' || leaf.status === 'running'
  const next = await db.turn.count({ where: { branchId: leaf.branchId, number } })
  const behind = { near: leaf, number, parentId: leaf.id, waiting }
  if (!next) return { ...behind, branchId: leaf.branchId, branch: null }
  return { ...behind, branchId, branch: forkPath(leaf.branch.path as BranchPath, leaf.number, branchId) }
}
