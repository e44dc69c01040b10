import { changeOps } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { clearContextOps } from '@/lib/db/memory/contexts'
import { activePath } from './active-path'
import { getConversation } from './conversations'
import { forkPath, onPath } from './path'

/** Turns that a memory store made for contexts that came without a conversation's turn. */
const MADE_BY_STORE = 'store_'
const CHUNK = 500

/** The end of a conversation's active path: where the next turn goes. */
export type PathEnd = { known: boolean; leafId: string | null; branchId: string | null; number: number }
/** @throws MnemeError not_found when the conversation is somebody else's or in the trash. */
export async function pathEnd(db: Db, ownerId: string, conversationId: string): Promise<PathEnd> {
  const known = (await db.conversation.count({ where: { id: conversationId } })) > 0
  if (known) await getConversation(db, ownerId, conversationId)
  const active = known ? await activePath(db, ownerId, conversationId) : null
  return {
    known,
    leafId: active?.leaf.id ?? null,
    branchId: active?.leaf.branchId ?? null,
    number: active?.leaf.number ?? 0,
  }
}

/** `text` null = a number without content. */
export type StoreTurn = { id: string; text: string | null; tokens: number }
/**
 * Writes for a transaction: turns behind the end of the path, in order, completed; the conversation too when
 * it is new. P2002 or P2025 = another writer was faster.
 */
export function appendTurnsOps(
  db: Db,
  ownerId: string,
  conversationId: string,
  end: PathEnd,
  turns: StoreTurn[],
  newBranchId: string,
  now: Date,
): Batch {
  const last = turns.at(-1)
  if (!last) return []
  const branchId = end.branchId ?? newBranchId
  const head = end.known
    ? db.conversation.update({
        where: { id: conversationId, ownerId, activeLeafId: end.leafId },
        data: { activeLeafId: last.id, updatedAt: now },
        select: { id: true },
      })
    : db.conversation.create({
        data: {
          id: conversationId,
          ownerId,
          title: 'Library',
          origin: 'library',
          activeLeafId: last.id,
          createdAt: now,
          updatedAt: now,
        },
        select: { id: true },
      })
  const branch = end.branchId
    ? []
    : [
        db.branch.create({
          data: { id: branchId, ownerId, conversationId, path: forkPath([], 0, branchId) },
          select: { id: true },
        }),
      ]
  const rows = turns.map((turn, i) =>
    db.turn.create({
      data: {
        id: turn.id,
        ownerId,
        conversationId,
        branchId,
        number: end.number + i + 1,
        parentId: turns[i - 1]?.id ?? end.leafId,
        clientMessageId: `${MADE_BY_STORE}${turn.id}`,
        status: turn.text === null ? 'forgotten' : 'completed',
        userText: turn.text ?? '',
        userTokens: turn.tokens,
        contextTokens: turn.tokens,
        attachments: [],
        options: {},
        createdAt: new Date(now.getTime() + i),
        endedAt: now,
      },
      select: { id: true },
    }),
  )
  return [
    head,
    ...branch,
    ...rows,
    ...changeOps(
      db,
      ownerId,
      turns.map((turn) => ({ kind: 'turn', refId: turn.id, op: 'put' })),
    ),
  ]
}

const clearOps = async (db: Db, ownerId: string, turnIds: string[]): Promise<Batch> => {
  const writes: Batch = []
  for (const ids of chunks(turnIds, CHUNK)) {
    const made = await db.provenance.findMany({
      where: { ownerId, kind: 'summary', sourceTurnId: { in: ids } },
      select: { refId: true },
      distinct: ['refId'],
    })
    const summaryIds = made.map((row) => row.refId)
    writes.push(...clearContextOps(db, ownerId, ids))
    for (const some of chunks(summaryIds, CHUNK))
      writes.push(
        db.summary.deleteMany({ where: { ownerId, id: { in: some } } }),
        db.provenance.deleteMany({ where: { ownerId, kind: 'summary', refId: { in: some } } }),
      )
  }
  return writes
}

/**
 * Writes for a transaction: the contexts of a conversation's active path go, and every summary and roll-up
 * that rests on them. @returns the path's turns by number too.
 */
export async function clearPathOps(
  db: Db,
  ownerId: string,
  conversationId: string,
): Promise<{ writes: Batch; turns: Map<number, { id: string; branchId: string }> }> {
  const active = await activePath(db, ownerId, conversationId)
  const turns = active
    ? await db.turn.findMany({
        where: { AND: [{ ownerId }, onPath(active.path)] },
        select: { id: true, number: true, branchId: true },
      })
    : []
  const writes = await clearOps(
    db,
    ownerId,
    turns.map((turn) => turn.id),
  )
  return { writes, turns: new Map(turns.map(({ number, ...turn }) => [number, turn])) }
}

/**
 * Writes for a transaction: all contexts, summaries and roll-ups of a conversation, on every branch. Turns
 * stay, unless a memory store made every one of them.
 */
export async function clearConversationOps(db: Db, ownerId: string, conversationId: string): Promise<Batch> {
  const turns = await db.turn.findMany({
    where: { ownerId, conversationId },
    select: { id: true, clientMessageId: true },
  })
  const ids = turns.map((turn) => turn.id)
  const writes = await clearOps(db, ownerId, ids)
  writes.push(db.summary.deleteMany({ where: { ownerId, conversationId } }))
  if (!turns.length || !turns.every((turn) => turn.clientMessageId.startsWith(MADE_BY_STORE))) return writes
  for (const some of chunks(ids, CHUNK)) {
    const ofThem = { ownerId, turnId: { in: some } }
    writes.push(
      db.context.deleteMany({ where: ofThem }),
      db.recall.deleteMany({ where: ofThem }),
      db.recallHit.deleteMany({ where: { sourceTurnId: { in: some }, recall: { ownerId } } }),
    )
    writes.push(db.turn.deleteMany({ where: { ownerId, id: { in: some } } }))
  }
  writes.push(
    db.branch.deleteMany({ where: { ownerId, conversationId } }),
    db.conversation.update({
      where: { id: conversationId, ownerId },
      data: { activeLeafId: null },
      select: { id: true },
    }),
  )
  return [...writes, ...changeOps(db, ownerId, [{ kind: 'conversation', refId: conversationId, op: 'put' }])]
}
