import { changeOps, changesTo } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { chunks, columns } from '@/lib/db/engine/rows'
import { derivedFrom } from '@/lib/db/forget/derived'
import { clearContextOps } from '@/lib/db/memory/contexts'
import { activePath } from './active-path'
import { getConversation } from './conversations'
import { forkPath, onPath } from './path'

/** Turns that a memory store made for contexts that came without a conversation's turn. */
const MADE_BY_STORE = 'store_'
const CHUNK = 500
const LIBRARY = { title: 'Library', origin: 'library' }

/** The end of a conversation's active path: where the next turn goes. */
export type PathEnd = { known: boolean; leafId: string | null; branchId: string | null; number: number }
/** @throws MnemeError not_found when the conversation is another user's or in the trash. */
export async function pathEnd(db: Db, ownerId: string, conversationId: string): Promise<PathEnd> {
  const known = (await db.conversation.count({ where: { id: conversationId } })) > 0
  if (known) await getConversation(db, ownerId, conversationId)
  const leaf = known ? (await activePath(db, ownerId, conversationId))?.leaf : null
  return { known, leafId: leaf?.id ?? null, branchId: leaf?.branchId ?? null, number: leaf?.number ?? 0 }
}

/** `said` null = a number without content. */
export type StoreTurn = {
  id: string
  at: Date
  said:
    | ({ userText: string; answer: string } & Record<'userTokens' | 'answerTokens' | 'contextTokens', number>)
    | null
}
/** Writes: completed turns behind a path's end, and a new conversation. P2002, P2025 = another was faster. */
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
  const leaf = { activeLeafId: last.id, updatedAt: now }
  const head = end.known
    ? db.conversation.update({
        where: { id: conversationId, ownerId, activeLeafId: end.leafId },
        data: leaf,
        select: { id: true },
      })
    : db.conversation.create({
        data: { ...LIBRARY, ...leaf, id: conversationId, ownerId, createdAt: now },
        select: { id: true },
      })
  const line = { id: branchId, ownerId, conversationId, path: forkPath([], 0, branchId) }
  const branch = db.branch.create({ data: line, select: columns('id') })
  const place = { ownerId, conversationId, branchId, attachments: [], options: {} }
  const rows = turns.map(({ id, at, said }, i) =>
    db.turn.create({
      data: {
        ...{ ...place, id, number: end.number + i + 1 },
        parentId: turns[i - 1]?.id ?? end.leafId,
        clientMessageId: `${MADE_BY_STORE}${id}`,
        status: said ? 'completed' : 'forgotten',
        ...{ userText: '', ...said, createdAt: at, endedAt: at },
      },
      select: { id: true },
    }),
  )
  const ids = turns.map(({ id }) => id)
  const changes = changeOps(db, ownerId, changesTo('turn', 'put', ids))
  return [head, ...(end.branchId ? [] : [branch]), ...rows, ...changes]
}

async function clearOps(db: Db, ownerId: string, turnIds: string[]): Promise<Batch> {
  const writes = chunks(turnIds, CHUNK).flatMap((ids) => clearContextOps(db, ownerId, ids))
  for (const ids of chunks([...(await derivedFrom(db, ownerId, turnIds)).summary], CHUNK))
    writes.push(
      db.summary.deleteMany({ where: { ownerId, id: { in: ids } } }),
      db.provenance.deleteMany({ where: { ownerId, kind: 'summary', refId: { in: ids } } }),
    )
  return writes
}

/** Writes: the active path's contexts go, and all summaries that rest on them. @returns its turns too. */
export async function clearPathOps(db: Db, ownerId: string, conversationId: string) {
  const active = await activePath(db, ownerId, conversationId)
  const where = { AND: [{ ownerId }, onPath(active?.path ?? [])] }
  const turns = await db.turn.findMany({ where, select: columns('id number branchId') })
  const ids = turns.map((turn) => turn.id)
  const writes = await clearOps(db, ownerId, ids)
  return { writes, turns: new Map(turns.map(({ number, ...turn }) => [number, turn])) }
}

/** Writes: all contexts and summaries of a conversation go, turns only if a memory store made them all. */
export async function clearConversationOps(db: Db, ownerId: string, conversationId: string): Promise<Batch> {
  const inIt = { ownerId, conversationId }
  const turns = await db.turn.findMany({ where: inIt, select: columns('id clientMessageId') })
  const ids = turns.map((turn) => turn.id)
  const writes = await clearOps(db, ownerId, ids)
  writes.push(db.summary.deleteMany({ where: inIt }))
  if (!turns.length || !turns.every((turn) => turn.clientMessageId.startsWith(MADE_BY_STORE))) return writes
  for (const some of chunks(ids, CHUNK)) {
    const ofThem = { ownerId, turnId: { in: some } }
    writes.push(
      db.context.deleteMany({ where: ofThem }),
      db.recall.deleteMany({ where: ofThem }),
      db.recallHit.deleteMany({ where: { sourceTurnId: { in: some }, recall: { ownerId } } }),
      db.turn.deleteMany({ where: { ownerId, id: { in: some } } }),
    )
  }
  const where = { id: conversationId, ownerId }
  return [
    ...writes,
    db.branch.deleteMany({ where: inIt }),
    db.conversation.update({ where, data: { activeLeafId: null }, select: { id: true } }),
    ...changeOps(db, ownerId, [{ kind: 'conversation', refId: conversationId, op: 'put' }]),
  ]
}
