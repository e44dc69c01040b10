import { join } from '@prisma/client/runtime/client'
import { changeOps } from '@/lib/db/engine/changes'
import type { Batch, Db, Prisma } from '@/lib/db/engine/client'
import { retryLost } from '@/lib/db/engine/errors'
import { columns, inChunks } from '@/lib/db/engine/rows'
import type { ConversationDto } from '@/lib/shared/dto'
import { notFound } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { NamedTurn, OtherTurn } from '@/lib/shared/memory/forget'
import { clientOfOrigin } from '@/lib/shared/memory/outside'
import { pick } from '@/lib/shared/pick'
import { byName, isCalled, tagKey } from '@/lib/shared/tags'
import { answererOf, formatOfOrigin, SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'

export type Conversation = Awaited<ReturnType<typeof findConversation>> & object
export const findConversation = (db: Db, ownerId: string, id: string) =>
  db.conversation.findFirst({ where: { id, ownerId, trashId: null } })

/** @throws MnemeError not_found, the same for a missing conversation and another user's. */
export async function getConversation(db: Db, ownerId: string, id: string): Promise<Conversation> {
  const conversation = await findConversation(db, ownerId, id)
  if (!conversation) throw notFound('conversation')
  return conversation
}

/** The sample conversation: more than one if an earlier one was restored from the trash. */
export async function samplesOf(db: Db, ownerId: string): Promise<string[]> {
  const where = { ownerId, trashId: null, origin: SAMPLE_ORIGIN }
  return (await db.conversation.findMany({ where, select: { id: true } })).map(({ id }) => id)
}

async function toDtos(db: Db, ownerId: string, rows: Conversation[]): Promise<ConversationDto[]> {
  const ids = rows.map((row) => row.id)
  const where = { ownerId, conversationId: { in: ids }, trashId: null }
  const [counts, running, tagRows] = await Promise.all([
    db.turn.groupBy({ by: ['conversationId'], where, _count: { _all: true } }),
    db.turn.findMany({ where: { ...where, status: 'running' }, select: { conversationId: true } }),
    db.conversationTag.findMany({
      where: { ownerId, conversationId: { in: ids } },
      select: columns('conversationId name'),
    }),
  ])
  const countOf = new Map(counts.map((row) => [row.conversationId, row._count._all]))
  const busy = new Set(running.map((row) => row.conversationId))
  return rows.map((row) => ({
    ...pick(row, 'id title importedFile'),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    pinnedAt: row.pinnedAt?.toISOString() ?? null,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    tags: tagRows.flatMap((one) => (one.conversationId === row.id ? [one.name] : [])).sort(byName),
    turns: countOf.get(row.id) ?? 0,
    running: busy.has(row.id),
    importedFrom: formatOfOrigin(row.origin),
    importedAt: row.importedAt?.toISOString() ?? null,
    client: clientOfOrigin(row.origin),
    sample: row.origin === SAMPLE_ORIGIN,
  }))
}

export const conversationDto = async (db: Db, ownerId: string, id: string): Promise<ConversationDto> => {
  const [dto] = await toDtos(db, ownerId, [await getConversation(db, ownerId, id)])
  if (!dto) throw notFound('conversation')
  return dto
}

/** `answerer` = who answered in an imported one (`answererOf`), `client` = the program that brought it. */
export type Called = { title: string; answerer: string | null; client: string | null }
/** By id, without the trash. Every key typed in a search runs it, and Prisma takes three times as long. */
export async function calledById(db: Db, ownerId: string, ids: string[]): Promise<Map<string, Called>> {
  const rows = await inChunks(
    ids,
    (some) => db.$queryRaw<{ id: string; title: string; origin: string }[]>`
      SELECT "id", "title", "origin" FROM "Conversation" WHERE "id" IN (${join(some)}) AND NOT ("ownerId" <> ${ownerId}) AND "trashId" IS NULL`,
    limits.index.page,
  )
  return new Map(
    rows.map(({ id, title, origin }) => [
      id,
      { title, answerer: answererOf(formatOfOrigin(origin)), client: clientOfOrigin(origin) },
    ]),
  )
}
export const titlesOf = async (db: Db, ownerId: string, ids: string[]): Promise<Map<string, string>> =>
  new Map([...(await calledById(db, ownerId, ids))].map(([id, { title }]) => [id, title]))

const PAGE = {
  orderBy: [{ updatedAt: 'desc' as const }, { id: 'asc' as const }],
  take: limits.conversation.listPage,
}
const behind = ({ at, id }: { at: Date; id: string }) => ({
  OR: [{ updatedAt: { lt: at } }, { updatedAt: at, id: { gt: id } }],
})
/** `before` = the `updatedAt` and id of the last one known that is not pinned; `query` matches titles and tags. */
export type ListFilter = {
  query?: string
  before?: { at: Date; id: string }
  tag?: string
  archived?: boolean
}
/** Newest first, with every pinned one on the first page. Archived ones are listed apart, but found by `query`. */
export async function listConversations(db: Db, ownerId: string, filter: ListFilter) {
  const query = filter.query?.trim().toLocaleLowerCase()
  const all = {
    ...{ ownerId, trashId: null },
    ...(filter.before ? behind(filter.before) : {}),
    ...(filter.tag ? { tags: { some: { key: tagKey(filter.tag) } } } : {}),
  }
  if (query) return matching(db, ownerId, all, query)
  if (filter.archived) {
    const where = { ...all, archivedAt: { not: null } }
    return toDtos(db, ownerId, await db.conversation.findMany({ where, ...PAGE }))
  }
  const where = { ...all, archivedAt: null }
  const { maxPinned } = limits.conversation
  const [newest, pinned] = await Promise.all([
    db.conversation.findMany({ where: { ...where, pinnedAt: null }, ...PAGE }),
    filter.before
      ? []
      : db.conversation.findMany({ where: { ...where, pinnedAt: { not: null } }, ...PAGE, take: maxPinned }),
  ])
  const rows = [...newest, ...pinned].sort(
    (a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.id < b.id ? -1 : 1),
  )
  return toDtos(db, ownerId, rows)
}

export async function hasArchived(db: Db, ownerId: string): Promise<boolean> {
  const where = { ownerId, trashId: null, archivedAt: { not: null } }
  return (await db.conversation.findFirst({ where, select: columns('id') })) !== null
}

/** Titles and tags are matched here: SQLite's LIKE folds ASCII only, and a person's titles are few. */
async function matching(db: Db, ownerId: string, where: Prisma.ConversationWhereInput, query: string) {
  const { orderBy, take } = PAGE
  const select = { ...columns('id title'), tags: { select: columns('name') } }
  const all = await db.conversation.findMany({ where, select, orderBy })
  const found = all
    .filter((row) => isCalled({ ...row, tags: row.tags.map(({ name }) => name) }, query))
    .slice(0, take)
  const ids = found.map((row) => row.id)
  const rows = await db.conversation.findMany({ where: { ownerId, id: { in: ids } }, orderBy })
  return toDtos(db, ownerId, rows)
}

export async function renameConversation(db: Db, ownerId: string, id: string, title: string): Promise<void> {
  await retryLost(async () => {
    await getConversation(db, ownerId, id)
    await db.$transaction([
      db.conversation.update({ where: { id, ownerId, trashId: null }, data: { title } }),
      ...changeOps(db, ownerId, [{ kind: 'conversation', refId: id, op: 'put' }]),
    ])
  })
}

/** An automatic title, only while the title is the one it was made for: it never overwrites a person's. */
export const titleOps = (db: Db, ownerId: string, id: string, title: string, ifTitle: string): Batch => [
  db.conversation.updateMany({
    where: { id, ownerId, title: ifTitle },
    data: { title: title.slice(0, limits.conversation.titleMaxChars) },
  }),
]

export async function pinConversation(db: Db, ownerId: string, id: string, pinnedAt: Date | null) {
  const done = await db.conversation.updateMany({ where: { id, ownerId, trashId: null }, data: { pinnedAt } })
  if (!done.count) throw notFound('conversation')
}

/** Takes conversations out of the list (`archivedAt`) or puts them back (null); memory stays as it is. */
export async function archiveConversation(db: Db, ownerId: string, id: string, archivedAt: Date | null) {
  const [done] = await db.$transaction([
    db.conversation.updateMany({ where: { id, ownerId, trashId: null }, data: { archivedAt } }),
    ...changeOps(db, ownerId, [{ kind: 'list', refId: id, op: archivedAt ? 'del' : 'put' }]),
  ])
  if (!done.count) throw notFound('conversation')
}

/** Turns with the names of their conversations. Purged ones are left out. */
export async function namedTurns(db: Db, ownerId: string, turns: OtherTurn[]): Promise<NamedTurn[]> {
  const rows = await inChunks([...new Set(turns.map((turn) => turn.turnId))], (ids) =>
    db.turn.findMany({
      where: { ownerId, id: { in: ids }, status: { not: 'forgotten' } },
      select: columns('id trashId'),
    }),
  )
  const there = new Map(rows.map((row) => [row.id, row]))
  const titles = await titlesOf(db, ownerId, [...new Set(turns.map((turn) => turn.conversationId))])
  return turns.flatMap((turn) => {
    const row = there.get(turn.turnId)
    const title = titles.get(turn.conversationId) ?? null
    return row ? [{ ...turn, title, hidden: row.trashId !== null || title === null }] : []
  })
}
