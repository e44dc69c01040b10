import { getBlobs } from './blobs'
import type { Db } from './client'

const READABLE = { trashId: null, conversation: { trashId: null } } as const

/** A turn with what was said in it. */
export const turnInFull = (db: Db, ownerId: string, id: string) =>
  db.turn.findFirst({ where: { id, ownerId, ...READABLE }, include: { conversation: { select: { title: true } } } })

/** A summary or roll-up of a conversation that is not in the trash. */
export async function summaryInFull(db: Db, ownerId: string, id: string) {
  const summary = await db.summary.findFirst({ where: { id, ownerId } })
  const conversation = summary && (await db.conversation.findFirst({ where: { id: summary.conversationId, ownerId, trashId: null }, select: { title: true } }))
  return summary && conversation ? { ...summary, conversation } : null
}

export async function placeOfSummary(db: Db, ownerId: string, id: string) {
  const row = await summaryInFull(db, ownerId, id)
  return row ? { conversationId: row.conversationId, from: row.fromNumber, to: row.toNumber } : null
}

/** What was done to a file of a conversation, on any branch, newest first, at most `take`. */
export async function fileHistory(db: Db, ownerId: string, conversationId: string, path: string, take: number) {
  const touches = await db.fileTouch.findMany({ where: { ownerId, path } })
  const turns = await db.turn.findMany({
    where: { ownerId, conversationId, ...READABLE, id: { in: touches.map((touch) => touch.turnId) } },
    select: { id: true, number: true, conversationId: true, createdAt: true, branchId: true, conversation: { select: { title: true } } },
  })
  return turns
    .flatMap((turn) => touches.filter((touch) => touch.turnId === turn.id).map((touch) => ({ ...touch, turn })))
    .sort((a, b) => b.turn.createdAt.getTime() - a.turn.createdAt.getTime() || (a.op < b.op ? -1 : 1))
    .slice(0, take)
}

export const lastTouch = async (db: Db, ownerId: string, conversationId: string, path: string) => (await fileHistory(db, ownerId, conversationId, path, 1))[0] ?? null

/** The text of a file version; '' when it was deleted. */
export const fileText = async (db: Db, ownerId: string, hash: string | null) => (hash ? ((await getBlobs(db, ownerId, [hash])).get(hash) ?? '') : '')

/** Roll-ups that reach into numbers of a conversation, highest level first. */
export const rollUpsAcross = (db: Db, ownerId: string, conversationId: string, from: number, to: number, take: number) =>
  db.summary.findMany({
    where: { ownerId, conversationId, level: { gte: 1 }, fromNumber: { lte: to }, toNumber: { gte: from } },
    orderBy: [{ level: 'desc' }, { fromNumber: 'asc' }, { id: 'asc' }],
    take,
  })

/** The level below a roll-up, as far as it stems from the same turns. */
export async function sourcesOf(db: Db, ownerId: string, rollUp: { id: string; level: number; fromNumber: number; toNumber: number; conversationId: string }, take: number) {
  const turns = await db.provenance.findMany({ where: { ownerId, kind: 'summary', refId: rollUp.id }, select: { sourceTurnId: true } })
  const below = await db.summary.findMany({
    where: { ownerId, conversationId: rollUp.conversationId, level: rollUp.level - 1, fromNumber: { gte: rollUp.fromNumber }, toNumber: { lte: rollUp.toNumber } },
    orderBy: [{ fromNumber: 'asc' }, { id: 'asc' }],
    take,
  })
  const stems = await db.provenance.findMany({
    where: { ownerId, kind: 'summary', refId: { in: below.map((row) => row.id) } },
    select: { refId: true, sourceTurnId: true },
    orderBy: { sourceTurnId: 'asc' },
    distinct: ['refId'],
  })
  const own = new Set(turns.map((row) => row.sourceTurnId))
  const stemOf = new Map(stems.map((row) => [row.refId, row.sourceTurnId]))
  return below.filter((row) => own.has(stemOf.get(row.id) ?? ''))
}

/** Conversation title; null when it is not there or in the trash. */
export const titleOf = async (db: Db, ownerId: string, conversationId: string) =>
  (await db.conversation.findFirst({ where: { id: conversationId, ownerId, trashId: null }, select: { title: true } }))?.title ?? null
