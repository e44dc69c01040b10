import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { asJson, bulkInsertOps, type NewRow } from '@/lib/db/engine/insert'
import { chunks, inChunks } from '@/lib/db/engine/pages'
import { STAGED } from '@/lib/db/forget/trashed'
import { each } from '@/lib/shared/pick'
import { type BundleFields, bundleRows, type RowName, readRows, stored, TABLE_OF } from './bundle-rows'
import type { StagedRows } from './imports'

/** Fields that exports of earlier versions lack. */
const DEFAULTS: BundleFields = {
  form: 1,
  sources: [],
  depth: null,
  ...each('mediaType width height', null),
}
/** What was running in another database runs nowhere now. */
const ENDED: Record<string, string> = { running: 'interrupted', queued: 'stopped' }

/** A row of an export as its table takes it. */
export function rowToStage(
  name: RowName,
  row: BundleFields,
  {
    ownerId,
    conversationId,
    importedAt,
  }: { ownerId: string; conversationId: string; importedAt: Date | null },
): { table: keyof StagedRows; row: NewRow } {
  const { table, of } = TABLE_OF[name]
  const made: NewRow = Object.fromEntries(
    Object.keys(bundleRows[name].shape).map((field) => [
      field,
      stored(name, field, row[field] ?? DEFAULTS[field]),
    ]),
  )
  if (of !== 'nobody') made.ownerId = ownerId
  if (of === 'conversation') made.conversationId = conversationId
  if (name === 'settings') made.scope = conversationId
  if (name === 'turns')
    Object.assign(made, {
      status: ENDED[String(row.status)] ?? String(row.status),
      importedAt,
      // Where an export does not say what was recalled, all of it counts as recalled: no saving is
      // overstated.
      recalledTokens: Math.min(Number(row.toolTokens), Number(row.recalledTokens ?? row.toolTokens)),
    })
  return { table, row: made }
}

const CHUNK = 500
/** Which of these ids a row of this table already has, for any owner. */
export async function takenIds(db: Db, table: string, ids: string[]): Promise<string[]> {
  const find = (some: string[]) => readRows(db, table, { where: { id: { in: some } }, select: { id: true } })
  return (await inChunks(ids, find, CHUNK)).map((row) => String(row.id))
}

/**
 * Which of these name another owner's conversation, turn, context or summary, or one of an import of this
 * owner that is not published.
 */
export async function othersIds(db: Db, ownerId: string, ids: string[]): Promise<string[]> {
  const staging = { ownerId, what: { startsWith: STAGED } }
  const staged = await db.trash.findMany({ where: staging, select: { id: true } })
  const trashId = { in: staged.map((row) => row.id) }
  const foreign = { ownerId: { not: ownerId } }
  const found: string[] = []
  for (const some of chunks(ids, CHUNK)) {
    const id = { in: some }
    const conversations = await db.conversation.findMany({
      where: { id, OR: [foreign, { trashId }] },
      select: { id: true },
    })
    const contexts = await db.context.findMany({ where: { id }, select: columns('id turnId') })
    const summaries = await db.summary.findMany({ where: { id, ...foreign }, select: { id: true } })
    const turnIds = [...some, ...contexts.map((row) => row.turnId)]
    const turns = await db.turn.findMany({
      where: { id: { in: turnIds }, OR: [foreign, { conversation: { trashId } }] },
      select: { id: true },
    })
    const theirs = new Set(turns.map((row) => row.id))
    found.push(
      ...[...conversations, ...summaries].map((row) => row.id),
      ...some.filter((one) => theirs.has(one)),
      ...contexts.filter((row) => theirs.has(row.turnId)).map((row) => row.id),
    )
  }
  return found
}

/** Settings of an owner, where they have none of their own yet. */
export async function addOwnersSettings(
  db: Db,
  ownerId: string,
  settings: { key: string; value: unknown }[],
): Promise<void> {
  const user = { ownerId, scope: 'user' }
  const known = await db.setting.findMany({ where: user, select: { key: true } })
  const had = new Set(known.map((row) => row.key))
  const fresh = settings
    .filter(({ key }) => !had.has(key))
    .map(({ key, value }) => ({ ...user, key, value: asJson(value) }))
  for (const rows of chunks(fresh, CHUNK)) await db.$transaction(bulkInsertOps(db, 'Setting', rows))
}
