import { sqltag } from '@prisma/client/runtime/client'
import { type BlobText, putBlobs } from '@/lib/db/engine/blobs'
import { changeOps } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { isGone, isTaken } from '@/lib/db/engine/errors'
import { bulkInsertOps, type NewRow, type Table } from '@/lib/db/engine/insert'
import { STAGED } from '@/lib/db/forget/held-schema'
import { type BranchPath, forkPath } from '@/lib/db/turns/path'
import { limits } from '@/lib/shared/limits'

/**
 * A conversation that is being imported: in the trash, so that nobody sees it, until it is published. Left
 * alone for `limits.transfer.stagingMs` it is purged.
 */
export type Staging = { ownerId: string; trashId: string; conversationId: string }
export type NewConversation = {
  id: string
  title: string
  origin: string
  importedAt: Date
  importedFile: string | null
  createdAt: Date
  updatedAt: Date
  pinnedAt: Date | null
}
export type StagedRows = Partial<Record<Exclude<Table, 'Blob' | 'Event'>, NewRow[]>>

/** Rows that others refer to come first. */
const ORDER: Exclude<Table, 'Blob' | 'Event'>[] = [
  'Branch',
  'Turn',
  'Step',
  'ToolCall',
  'LedgerSection',
  'Recall',
  'RecallHit',
  'Context',
  'FileTouch',
  'Upload',
  'Summary',
  'Provenance',
  'Citation',
  'Setting',
  'GraphPosition',
]
/** A place that a node has already is left as it is. */
const inserts = (db: Db, rows: StagedRows) =>
  ORDER.flatMap((table) =>
    bulkInsertOps(
      db,
      table,
      rows[table] ?? [],
      table === 'GraphPosition' ? sqltag` ON CONFLICT DO NOTHING` : undefined,
    ),
  )
const until = (now: Date) => new Date(now.getTime() + limits.transfer.stagingMs)

/** `final`: it cannot be brought back by undo. */
export async function openStaging(
  db: Db,
  ownerId: string,
  trashId: string,
  row: NewConversation,
  now: Date,
): Promise<Staging> {
  await db.$transaction([
    db.trash.create({
      data: { id: trashId, ownerId, what: STAGED + row.id, final: true, createdAt: now, purgeAt: until(now) },
    }),
    db.conversation.create({ data: { ...row, ownerId, trashId }, select: { id: true } }),
  ])
  return { ownerId, trashId, conversationId: row.id }
}

/** Renews the time of an import. @throws P2025 when it ran out, so that it may be being purged. */
export async function holdStaging(db: Db, { ownerId, trashId }: Staging, now: Date): Promise<void> {
  await db.trash.update({
    where: { id: trashId, ownerId, purgeAt: { gt: now } },
    data: { purgeAt: until(now) },
    select: { id: true },
  })
}

/**
 * One short transaction of an import that is held. Texts come after the rows that name them: a purge that
 * sweeps texts meanwhile finds them in use. Raw statements alone: Prisma would keep the plan of a mixed
 * transaction, with all these texts in it.
 */
export async function stageRows(
  db: Db,
  staging: Staging,
  rows: StagedRows,
  blobs: BlobText[],
  now: Date,
): Promise<void> {
  await db.$transaction([...inserts(db, rows), ...putBlobs(db, staging.ownerId, blobs, now, bulkInsertOps)])
}

/**
 * The last transaction of an import: the conversation is there for everybody, the index included. @returns
 * false when the same import was published by somebody else meanwhile.
 */
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

/** What an import wrote so far goes with the next purge. */
export async function dropStaging(db: Db, { ownerId, trashId }: Staging, now: Date): Promise<void> {
  await db.trash.updateMany({ where: { id: trashId, ownerId }, data: { purgeAt: now } })
}

/** Whether an error means that the import lost its place. */
export const lostStaging = isGone

/** A conversation of the owner that an import made and that is not in the trash. */
export const findImported = (db: Db, ownerId: string, importKey: string) =>
  db.conversation.findFirst({
    where: { ownerId, importKey, trashId: null },
    select: { id: true, title: true },
  })

const HASH = /^[0-9a-f]+$/
/**
 * Conversations that earlier versions of this one (`KIND:SOURCE:`) became, the newest first. A source may
 * hold a colon itself, so that one begins as another does: behind the prefix only a hash stands.
 */
export const importedBefore = async (db: Db, ownerId: string, prefix: string) =>
  // `startsWith` takes _ and % for wildcards.
  (
    await db.conversation.findMany({
      where: { ownerId, importKey: { startsWith: prefix }, trashId: null },
      select: { id: true, title: true, importKey: true, importedAt: true, activeLeafId: true },
      orderBy: { updatedAt: 'desc' },
    })
  ).filter(({ importKey }) => importKey?.startsWith(prefix) && HASH.test(importKey.slice(prefix.length)))

/**
 * Turns that were forgotten in a conversation of Mneme's, here or in what its own exports became, and those
 * in the trash. `prefix` = how the keys of those imports begin.
 */
export async function forgottenHere(
  db: Db,
  ownerId: string,
  conversationId: string,
  prefix: string,
): Promise<{ number: number; createdAt: Date }[]> {
  const copies = (await importedBefore(db, ownerId, prefix)).map((row) => row.id)
  return db.turn.findMany({
    where: {
      ownerId,
      conversationId: { in: [conversationId, ...copies] },
      conversation: { trashId: null },
      OR: [{ status: 'forgotten' }, { trashId: { not: null } }],
    },
    select: { number: true, createdAt: true },
  })
}

/** All turns of a conversation in order, over or not, those of forks and forgotten ones too. */
export const turnsHere = (db: Db, ownerId: string, conversationId: string) =>
  db.turn.findMany({
    where: { ownerId, conversationId },
    select: {
      id: true,
      branchId: true,
      number: true,
      status: true,
      trashId: true,
      importedAt: true,
      userText: true,
      answer: true,
      createdAt: true,
    },
    orderBy: { number: 'asc' },
  })
export type TurnHere = Awaited<ReturnType<typeof turnsHere>>[number]

export type ImportedBefore = Awaited<ReturnType<typeof importedBefore>>[number]

type Grown = { id: string; leafId: string; importKey: string; newLeafId: string; updatedAt: Date }
/**
 * Adds rows behind the end of a conversation in one transaction. @returns false when somebody wrote there
 * meanwhile.
 */
export async function appendRows(
  db: Db,
  ownerId: string,
  { id, leafId, ...grown }: Grown,
  rows: StagedRows,
  blobs: BlobText[],
  now: Date,
): Promise<boolean> {
  const turns = (rows.Turn ?? []).map((turn) => ({
    kind: 'turn' as const,
    refId: String(turn.id),
    op: 'put' as const,
  }))
  try {
    await db.$transaction([
      db.conversation.update({
        where: { id, ownerId, trashId: null, activeLeafId: leafId },
        data: { activeLeafId: grown.newLeafId, importKey: grown.importKey, updatedAt: grown.updatedAt },
        select: { id: true },
      }),
      ...inserts(db, rows),
      ...putBlobs(db, ownerId, blobs, now, bulkInsertOps),
      ...changeOps(db, ownerId, [{ kind: 'conversation', refId: id, op: 'put' }, ...turns]),
    ])
    return true
  } catch (error) {
    if (isTaken(error) || isGone(error)) return false
    throw error
  }
}

type ImportedTurn = {
  id: string
  conversationId: string
  branchId: string
  number: number
  parentId: string | null
  userText: string
  answer: string
  messages: object[]
  createdAt: Date
  importedAt: Date
}
/** A turn for a bulk insert: over, and without anything that ran. */
export const importedTurnRow = (
  ownerId: string,
  turn: ImportedTurn,
  {
    userTokens,
    answerTokens,
    contextTokens,
  }: { userTokens: number; answerTokens: number; contextTokens: number },
): NewRow => ({
  ...turn,
  userTokens,
  answerTokens,
  contextTokens,
  ownerId,
  clientMessageId: `import_${turn.number}`,
  status: 'completed',
  attachments: [],
  options: {},
  endedAt: turn.createdAt,
})

/**
 * The place of a turn that was forgotten here before its conversation came once more: as a purge leaves one.
 */
export const forgottenTurnRow = (
  ownerId: string,
  turn: Omit<ImportedTurn, 'userText' | 'answer' | 'messages'>,
): NewRow => ({
  ...importedTurnRow(
    ownerId,
    { ...turn, userText: '', answer: '', messages: [] },
    { userTokens: 0, answerTokens: 0, contextTokens: 0 },
  ),
  status: 'forgotten',
  messages: null,
})

/** The one branch of a conversation without forks. */
export const lineBranchRow = (ownerId: string, conversationId: string, id: string): NewRow => ({
  id,
  ownerId,
  conversationId,
  forkTurnId: null,
  path: forkPath([], 0, id) satisfies BranchPath,
})
