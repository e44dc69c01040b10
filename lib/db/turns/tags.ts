import { join, sqltag } from '@prisma/client/runtime/client'
import { changeOps, changesTo } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { bulkInsertOps, columns, inChunks } from '@/lib/db/engine/rows'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { byName, MAX_TAGS, type TagDto, tagKey } from '@/lib/shared/tags'

/** Tags of conversations that are not in the trash, in alphabetical order. */
export async function listTags(db: Db, ownerId: string): Promise<TagDto[]> {
  const count = (conversation: { trashId: null; archivedAt?: null }) =>
    db.conversationTag.groupBy({
      by: ['key'],
      where: { ownerId, conversation },
      _count: { _all: true },
      _min: { name: true },
    })
  const [all, listed] = await Promise.all([
    count({ trashId: null }),
    count({ trashId: null, archivedAt: null }),
  ])
  const listedOf = new Map(listed.map((row) => [row.key, row._count._all]))
  return all
    .map(({ key, _count, _min }) => ({
      ...{ name: _min.name ?? key, listed: listedOf.get(key) ?? 0, all: _count._all },
    }))
    .sort((a, b) => byName(a.name, b.name))
}

/** How the person writes these tags already; others keep the name they come with. */
export async function knownNames(db: Db, ownerId: string, names: string[]): Promise<string[]> {
  const where = { ownerId, key: { in: names.map(tagKey) } }
  const rows = await db.conversationTag.findMany({ where, select: columns('key name'), distinct: ['key'] })
  const known = new Map(rows.map((row) => [row.key, row.name]))
  return names.map((name) => known.get(tagKey(name)) ?? name)
}

export const tagsOf = async (db: Db, ownerId: string, conversationId: string): Promise<string[]> =>
  (await db.conversationTag.findMany({ where: { ownerId, conversationId }, select: { name: true } }))
    .map(({ name }) => name)
    .sort(byName)

/** The tags of conversations by their ids. Raw SQL, since every key typed in a search runs it. */
export async function tagsByConversation(db: Db, ownerId: string, ids: string[]) {
  const rows = await inChunks(
    ids,
    (some) => db.$queryRaw<{ conversationId: string; name: string }[]>`
      SELECT "conversationId", "name" FROM "ConversationTag"
      WHERE "ownerId" = ${ownerId} AND "conversationId" IN (${join(some)})`,
    limits.index.page,
  )
  const tags = new Map<string, string[]>()
  for (const { conversationId: id, name } of rows) tags.set(id, [...(tags.get(id) ?? []), name].sort(byName))
  return tags
}

/** Conversations that have a tag and are not in the trash. */
export async function conversationsTagged(db: Db, ownerId: string, tag: string): Promise<Set<string>> {
  const where = { ownerId, key: tagKey(tag), conversation: { trashId: null } }
  const rows = await db.conversationTag.findMany({ where, select: { conversationId: true } })
  return new Set(rows.map(({ conversationId }) => conversationId))
}

const changed = (ids: string[]) => changesTo('list', 'put', ids)

/** Tags those the person still has. @throws MnemeError not_found if none, invalid where one is full. */
export async function addTag(db: Db, ownerId: string, conversationIds: string[], tag: string): Promise<void> {
  const key = tagKey(tag)
  const mine = await inChunks(
    conversationIds,
    (ids) =>
      db.conversation.findMany({
        where: { ownerId, trashId: null, id: { in: ids } },
        select: { id: true, _count: { select: { tags: { where: { key: { not: key } } } } } },
      }),
    limits.index.page,
  )
  if (mine.length === 0) throw notFound('conversation')
  if (mine.some((row) => row._count.tags >= MAX_TAGS))
    throw new MnemeError('invalid', `A conversation has at most ${MAX_TAGS} tags.`, 'Remove one first.')
  const [name = tag] = await knownNames(db, ownerId, [tag])
  const rows = mine.map(({ id }) => ({ conversationId: id, ownerId, key, name }))
  await db.$transaction([
    ...bulkInsertOps(db, 'ConversationTag', rows, sqltag` ON CONFLICT DO NOTHING`),
    ...changeOps(db, ownerId, changed(mine.map(({ id }) => id))),
  ])
}

/** @throws MnemeError not_found if the conversation does not have it. */
export async function removeTag(db: Db, ownerId: string, conversationId: string, tag: string): Promise<void> {
  const [done] = await db.$transaction([
    db.conversationTag.deleteMany({ where: { ownerId, conversationId, key: tagKey(tag) } }),
    ...changeOps(db, ownerId, changed([conversationId])),
  ])
  if (!done.count) throw notFound('tag')
}

/** All conversations that have it, also those in the trash. */
async function taggedIds(db: Db, ownerId: string, key: string): Promise<string[]> {
  const where = { ownerId, key }
  const rows = await db.conversationTag.findMany({ where, select: columns('conversationId') })
  if (rows.length === 0) throw notFound('tag')
  return rows.map((row) => row.conversationId)
}

/** Renames a tag of all conversations. If there is one of the new name, both become one. */
export async function renameTag(db: Db, ownerId: string, tag: string, name: string): Promise<void> {
  const [from, to] = [tagKey(tag), tagKey(name)]
  const ids = await taggedIds(db, ownerId, from)
  const both = { ownerId, key: from, conversation: { tags: { some: { key: to } } } }
  await db.$transaction([
    ...(from === to ? [] : [db.conversationTag.deleteMany({ where: both })]),
    db.conversationTag.updateMany({ where: { ownerId, key: { in: [from, to] } }, data: { key: to, name } }),
    ...changeOps(db, ownerId, changed(ids)),
  ])
}

/** Removes a tag from all conversations. @returns those that had it, to undo it. */
export async function deleteTag(db: Db, ownerId: string, tag: string): Promise<string[]> {
  const key = tagKey(tag)
  const ids = await taggedIds(db, ownerId, key)
  await db.$transaction([
    db.conversationTag.deleteMany({ where: { ownerId, key } }),
    ...changeOps(db, ownerId, changed(ids)),
  ])
  return ids
}
