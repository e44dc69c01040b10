import { type BlobText, putBlobs } from '@/lib/db/engine/blobs'
import { changeOps, changesTo } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { isTaken, unlessLost } from '@/lib/db/engine/errors'
import { bulkInsertOps, columns, type NewRow, type Table } from '@/lib/db/engine/rows'
import { putImages } from '@/lib/db/files/images'
import { STAGED } from '@/lib/db/forget/trashed'
import { forkPath } from '@/lib/db/turns/path'
import { knownNames } from '@/lib/db/turns/tags'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { limits } from '@/lib/shared/limits'
import { pick } from '@/lib/shared/pick'
import { tagKey } from '@/lib/shared/tags'
import { type BundleConversation, TABLE_OF } from './bundle-rows'

/** A conversation that is being imported: in the trash until it is published; abandoned, it is purged. */
export type Staging = { ownerId: string; trashId: string; conversationId: string }
type NewConversation = Omit<BundleConversation, 'activeLeafId'>
export type StagedRows = Partial<Record<Exclude<Table, 'Blob' | 'Event'>, NewRow[]>>

const inserts = (db: Db, rows: StagedRows) => [
  ...Object.values(TABLE_OF).flatMap(({ table }) => bulkInsertOps(db, table, rows[table] ?? [])),
  ...putImages(db, rows.Image ?? []),
]
const until = (now: Date) => new Date(now.getTime() + limits.transfer.stagingMs)

/** `final`: it cannot be brought back by undo. */
export async function openStaging(
  db: Db,
  ownerId: string,
  trashId: string,
  { tags, ...row }: NewConversation,
  now: Date,
) {
  const names = await knownNames(db, ownerId, tags)
  const create = names.map((name) => ({ ownerId, key: tagKey(name), name }))
  await db.$transaction([
    db.trash.create({
      data: { id: trashId, ownerId, what: STAGED + row.id, final: true, createdAt: now, purgeAt: until(now) },
    }),
    db.conversation.create({ data: { ...row, ownerId, trashId, tags: { create } }, select: { id: true } }),
  ])
  return { ownerId, trashId, conversationId: row.id }
}

/** Renews the time of an import. @throws P2025 if the lease expired; a purge may be running. */
export async function holdStaging(db: Db, { ownerId, trashId }: Staging, now: Date): Promise<void> {
  const where = { id: trashId, ownerId, purgeAt: { gt: now } }
  await db.trash.update({ where, data: { purgeAt: until(now) }, select: columns('id') })
}

/**
 * Texts come after the rows that name them, so that a sweep finds them in use. Raw statements only: Prisma
 * would keep the plan of a mixed transaction with all these texts.
 */
export async function stageRows(db: Db, staging: Staging, rows: StagedRows, blobs: BlobText[], now: Date) {
  await db.$transaction([...inserts(db, rows), ...putBlobs(db, staging.ownerId, blobs, now, bulkInsertOps)])
}

/** Makes the conversation visible. @returns false when the same import was published meanwhile. */
export async function publishStaging(
  db: Db,
  staging: Staging,
  conversation: { importKey: string; activeLeafId: string | null },
  now: Date,
): Promise<boolean> {
  const { ownerId, trashId, conversationId: id } = staging
  try {
    await db.$transaction([
      db.trash.delete({ where: { id: trashId, ownerId, purgeAt: { gt: now } }, select: { id: true } }),
      db.conversation.updateMany({
        where: { ownerId, importKey: conversation.importKey, trashId: { not: null } },
        data: { importKey: null },
      }),
      db.conversation.update({
        where: { id, ownerId, trashId },
        data: { ...conversation, trashId: null },
        select: { id: true },
      }),
      ...changeOps(db, ownerId, [{ kind: 'conversation', refId: id, op: 'put' }]),
    ])
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

/** The next purge deletes what an import wrote so far. */
export async function dropStaging(db: Db, { ownerId, trashId }: Staging, now: Date): Promise<void> {
  await db.trash.updateMany({ where: { id: trashId, ownerId }, data: { purgeAt: now } })
}

/** A conversation of the owner that an import made and that is not in the trash. */
export const findImported = (db: Db, ownerId: string, importKey: string) =>
  db.conversation.findFirst({ where: { ownerId, importKey, trashId: null }, select: columns('id title') })

const HASH = /^[0-9a-f]+$/
/** Conversations that versions of this one became (`KIND:SOURCE:HASH`), newest first. */
export async function importedBefore(db: Db, ownerId: string, prefix: string) {
  const rows = await db.conversation.findMany({
    where: { ownerId, importKey: { startsWith: prefix }, trashId: null },
    select: columns('id title importKey importedAt activeLeafId'),
    orderBy: { updatedAt: 'desc' },
  })
  // The database's `startsWith` takes _ and % for wildcards.
  const isOfIt = (key: string) => key.startsWith(prefix) && HASH.test(key.slice(prefix.length))
  return rows.filter(({ importKey }) => importKey !== null && isOfIt(importKey))
}

/** Turns forgotten or trashed in a conversation or in copies of it. `prefix` = of their import keys. */
export async function forgottenHere(db: Db, ownerId: string, conversationId: string, prefix: string) {
  const copies = (await importedBefore(db, ownerId, prefix)).map((row) => row.id)
  const inThem = { conversationId: { in: [conversationId, ...copies] }, conversation: { trashId: null } }
  const forgotten = [{ status: 'forgotten' as const }, { trashId: { not: null } }]
  const where = { ownerId, ...inThem, OR: forgotten }
  return db.turn.findMany({ where, select: columns('number createdAt') })
}

/** All turns of a conversation in order, over or not, those of forks and forgotten ones too. */
export const turnsHere = (db: Db, ownerId: string, conversationId: string) =>
  db.turn.findMany({
    where: { ownerId, conversationId },
    select: columns('id branchId number status trashId importedAt userText answer createdAt'),
    orderBy: { number: 'asc' },
  })
export type TurnHere = Awaited<ReturnType<typeof turnsHere>>[number]

export type ImportedBefore = Awaited<ReturnType<typeof importedBefore>>[number]

type Grown = { id: string; leafId: string; importKey: string; newLeafId: string; updatedAt: Date }
/** Adds rows behind the end of a conversation. @returns false when another writer was faster. */
export async function appendRows(
  db: Db,
  ownerId: string,
  { id, leafId, ...grown }: Grown,
  rows: StagedRows,
  blobs: BlobText[],
  now: Date,
): Promise<boolean> {
  const ids = (rows.Turn ?? []).map((turn) => String(turn.id))
  const { newLeafId: activeLeafId, importKey, updatedAt } = grown
  const written = db.$transaction([
    db.conversation.update({
      where: { id, ownerId, trashId: null, activeLeafId: leafId },
      data: { activeLeafId, importKey, updatedAt },
      select: { id: true },
    }),
    ...inserts(db, rows),
    ...putBlobs(db, ownerId, blobs, now, bulkInsertOps),
    ...changeOps(db, ownerId, [...changesTo('conversation', 'put', [id]), ...changesTo('turn', 'put', ids)]),
  ])
  return (await unlessLost(written)) !== null
}

type ImportedTurn = Omit<TurnText, 'messages'> & { messages: object[]; importedAt: Date; key?: string }
const NO_TOKENS = { userTokens: 0, answerTokens: 0, contextTokens: 0 }
/** A turn that is over, without anything that ran. `tokens` null = it was forgotten here before. */
export const importedTurnRow = (
  ownerId: string,
  { key, ...turn }: ImportedTurn,
  tokens: typeof NO_TOKENS | null,
): NewRow => ({
  ...turn,
  ...pick(tokens ?? NO_TOKENS, 'userTokens answerTokens contextTokens'),
  messages: tokens && turn.messages,
  ownerId,
  clientMessageId: key ?? `import_${turn.number}`,
  status: tokens ? 'completed' : 'forgotten',
  attachments: [],
  options: {},
  endedAt: turn.createdAt,
})

/** The one branch of a conversation without forks. */
export const lineBranchRow = (ownerId: string, conversationId: string, id: string): NewRow => ({
  ...{ id, ownerId, conversationId, forkTurnId: null, path: forkPath([], 0, id) },
})
