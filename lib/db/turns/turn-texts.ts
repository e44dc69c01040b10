import { empty, join, type Sql, sqltag } from '@prisma/client/runtime/client'
import { z } from 'zod'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { columns, inChunks, ownedBy } from '@/lib/db/engine/rows'
import { blankCall } from '@/lib/db/forget/forgotten'
import { shownTexts, visibleTo } from '@/lib/db/forget/visible'
import { type Source, sourcesSchema } from '@/lib/shared/memory/source'
import { type TurnMessage, turnMessageSchema } from '@/lib/shared/turn/messages'
import { samplesOf } from './conversations'
import { type BranchPath, onPath } from './path'

const FIELDS = columns('id conversationId branchId number parentId createdAt userText answer messages')

/** What was said in a turn; `messages` where its texts hold several. */
export type TurnText = Omit<Prisma.TurnGetPayload<{ select: typeof FIELDS }>, 'messages'> & {
  messages: TurnMessage[] | null
}

const stored = z.array(turnMessageSchema)
/** Messages that cannot be read count as none: each text is one message then. */
export const messagesOf = (messages: unknown): TurnMessage[] | null =>
  messages === null ? null : (stored.safeParse(messages).data ?? null)
const read = <T extends { messages: unknown }>(row: T) => ({ ...row, messages: messagesOf(row.messages) })

/** Turns that memory may use: settled, not forgotten, not in the trash. */
export const REMEMBERED: Prisma.TurnWhereInput = {
  status: { in: ['completed', 'stopped', 'failed', 'interrupted'] },
  trashId: null,
  conversation: { trashId: null },
}
/** The same for raw SQL, without the conversation; `table` = the alias of the turns, with its dot. */
export const rememberedSql = (table: Sql) =>
  sqltag`CAST(${table}"status" AS TEXT) NOT IN ('queued', 'running', 'forgotten') AND ${table}"trashId" IS NULL`

/** Turns that memory may use, by a condition on `t`. Raw SQL: Prisma takes twice as long. */
async function turnTexts(db: Db, which: Sql, order: Sql): Promise<TurnText[]> {
  const rows = await db.$queryRaw<(Omit<TurnText, 'messages'> & { messages: unknown })[]>`
    SELECT t."id", t."conversationId", t."branchId", t."number", t."parentId", t."createdAt", t."userText", t."answer", t."messages"
    FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId"
    WHERE ${which} AND ${rememberedSql(sqltag`t.`)} AND c."trashId" IS NULL ${order}`
  // Changed in place: a copy of each row takes as long as reading it.
  for (const row of rows) {
    row.number = Number(row.number)
    row.messages = messagesOf(row.messages)
  }
  return rows as TurnText[]
}

/** One keyset page of an owner's turns in the order they were made. */
export const textPage = (
  db: Db,
  ownerId: string,
  after: { createdAt: Date; id: string } | null,
  take: number,
): Promise<TurnText[]> => {
  // `>=` lets the database begin at the last row; the OR alone makes it walk from the first one for each
  // page.
  const from = after
    ? sqltag`AND t."createdAt" >= ${after.createdAt} AND (t."createdAt" > ${after.createdAt} OR t."id" > ${after.id})`
    : empty
  const order = sqltag`ORDER BY t."createdAt", t."id" LIMIT ${take}`
  return turnTexts(db, sqltag`t."ownerId" = ${ownerId} ${from}`, order)
}

/** All pages, the first of `take` turns; `next` = the size of the page after one. */
export async function* textPages(
  db: Db,
  ownerId: string,
  take: number,
  next = (size: number, _page: readonly TurnText[]) => size,
): AsyncGenerator<TurnText[]> {
  let last: TurnText | null = null
  for (let size = take; ; ) {
    const page: TurnText[] = await textPage(db, ownerId, last, size)
    yield page
    if (page.length < size) return
    last = page.at(-1) ?? null
    size = next(size, page)
  }
}

/** In no order. The owner is negated for the reason it is in `ownedBy`. */
export const textsById = async (db: Db, ownerId: string, ids: string[]): Promise<TurnText[]> =>
  ids.length ? turnTexts(db, sqltag`t."id" IN (${join(ids)}) AND NOT (t."ownerId" <> ${ownerId})`, empty) : []

/** The turns right after these, in no order. */
export const textsAfter = async (db: Db, ownerId: string, ids: string[]): Promise<TurnText[]> =>
  ids.length
    ? turnTexts(db, sqltag`t."parentId" IN (${join(ids)}) AND NOT (t."ownerId" <> ${ownerId})`, empty)
    : []

/** Whether memory has turns of other conversations than this one and the sample. */
export async function hasOtherTurns(db: Db, ownerId: string, conversationId: string): Promise<boolean> {
  const notIn = [conversationId, ...(await samplesOf(db, ownerId))]
  const where = { ownerId, ...REMEMBERED, conversationId: { notIn } }
  return (await db.turn.findFirst({ where, select: { id: true } })) !== null
}

export async function turnIdsOf(db: Db, ownerId: string, conversationIds: string[]): Promise<string[]> {
  const where = { ...ownedBy(ownerId), ...REMEMBERED }
  const turns = await inChunks(conversationIds, (ids) =>
    db.turn.findMany({ where: { ...where, conversationId: { in: ids } }, select: { id: true } }),
  )
  return turns.map((turn) => turn.id)
}

export async function rememberedAmong(
  db: Db,
  ownerId: string,
  turnIds: readonly string[],
): Promise<Set<string>> {
  const where = { ...ownedBy(ownerId), ...REMEMBERED }
  const rows = await inChunks([...new Set(turnIds)], (ids) =>
    db.turn.findMany({ where: { ...where, id: { in: ids } }, select: columns('id') }),
  )
  return new Set(rows.map((row) => row.id))
}

export type NumberedTurn = { id: string; number: number; branchId: string; conversationId: string }
/** Those of these turns with one of the numbers that memory may use, in the order of the ids. */
export async function numberedTurns(db: Db, ownerId: string, ids: string[], numbers: number[]) {
  const where = { ...ownedBy(ownerId), ...REMEMBERED, number: { in: numbers } }
  const select = columns('id number branchId conversationId')
  const turns = await inChunks([...new Set(ids)], (some) =>
    db.turn.findMany({ where: { ...where, id: { in: some } }, select }),
  )
  const found = new Map(turns.map((turn) => [turn.id, turn]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Turns of a path with these numbers, oldest first. */
export async function textsByNumber(db: Db, ownerId: string, path: BranchPath, numbers: number[]) {
  const where = { AND: [{ ownerId, ...REMEMBERED, number: { in: numbers } }, onPath(path)] }
  const select = { ...FIELDS, ...columns('attempt attachments') }
  return (await db.turn.findMany({ where, select, orderBy: { number: 'asc' } })).map(read)
}

/** The last `count` turns of a path before the turn `before`, oldest first. */
export async function lastTurns(db: Db, ownerId: string, path: BranchPath, before: number, count: number) {
  const turns = await db.turn.findMany({
    where: { AND: [{ ownerId, ...REMEMBERED }, onPath(path, 1, before - 1)] },
    select: { ...FIELDS, ...columns('attempt attachments window') },
    orderBy: { number: 'desc' },
    take: count,
  })
  return turns.map(read).reverse()
}

export type StoredToolUse = { name: string; args: unknown; ok: boolean; result: string; sources?: Source[] }
/** Tool calls of each turn's last attempt with their results, in order, without thinking tools. */
export async function toolUses(db: Db, ownerId: string, turns: { id: string; attempt: number }[]) {
  const last = turns.map(({ id, attempt }) => ({ turnId: id, attempt }))
  const tools = { orderBy: { index: 'asc' }, select: columns('name args ok resultHash sources') } as const
  const steps = await inChunks(last, (some) =>
    db.step.findMany({
      where: { ...ownedBy(ownerId), phase: 'act', OR: some },
      select: { turnId: true, tools },
      orderBy: { index: 'asc' },
    }),
  )
  const { isGone } = await visibleTo(db, ownerId)
  const calls = steps.flatMap(({ turnId, tools }) =>
    tools.map((tool) => ({ turnId, ...blankCall(tool, isGone) })),
  )
  const hashes = calls.map((call) => call.resultHash)
  const results = await shownTexts(db, ownerId, hashes)
  const uses = new Map<string, StoredToolUse[]>(steps.map((step) => [step.turnId, []]))
  for (const { turnId, resultHash, sources, ...call } of calls)
    uses.get(turnId)?.push({
      ...call,
      sources: sourcesSchema.parse(sources),
      result: results.get(resultHash) ?? '',
    })
  return uses
}

/** Numbers of trashed turns on a path, up to `to`: nothing that rests on them may be shown. */
export async function hiddenNumbers(db: Db, ownerId: string, path: BranchPath, to: number) {
  const where = { AND: [{ ownerId, trashId: { not: null } }, onPath(path, 1, to)] }
  return (await db.turn.findMany({ where, select: { number: true } })).map((turn) => turn.number)
}
