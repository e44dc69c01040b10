import { join, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { asJson, bulkInsertOps, inChunks, type NewRow } from '@/lib/db/engine/rows'
import { STAGED } from '@/lib/db/forget/trashed'
import { type BundleFields, bundleRows, type RowName, readRows, TABLE_OF } from './bundle-rows'

/** Columns of JSON that may be no object. */
const ANY_JSON = new Set(['args', 'nearMisses', 'value'])
/** What was running in another database runs nowhere now. */
const ENDED: Record<string, string> = { running: 'interrupted', queued: 'stopped' }

type ImportTarget = { ownerId: string; conversationId: string; importedAt: Date | null }
export function rowToStage(
  name: RowName,
  row: BundleFields,
  { ownerId, conversationId, importedAt }: ImportTarget,
) {
  const { of } = TABLE_OF[name]
  const made: NewRow = Object.fromEntries(
    Object.keys(bundleRows[name].shape).map((field) => {
      const value = (row[field] ?? null) as NewRow[string]
      return [field, ANY_JSON.has(field) ? asJson(value) : value]
    }),
  )
  if (of !== 'nobody') made.ownerId = ownerId
  if (of === 'conversation') made.conversationId = conversationId
  if (name === 'settings') made.scope = conversationId
  if (name === 'turns')
    Object.assign(made, {
      status: ENDED[String(row.status)] ?? String(row.status),
      importedAt,
      // Where an export does not say what was recalled, no saving is overstated.
      recalledTokens: Math.min(Number(row.toolTokens), Number(row.recalledTokens ?? row.toolTokens)),
    })
  return made
}

const CHUNK = 500
/** Which of these ids a row of this table already has, for any owner. */
export async function takenIds(db: Db, table: string, ids: string[]): Promise<string[]> {
  const find = (some: string[]) => readRows(db, table, { where: { id: { in: some } }, select: { id: true } })
  return (await inChunks(ids, find, CHUNK)).map((row) => String(row.id))
}

/** Which of these ids are another owner's, or of an unfinished import. */
export async function othersIds(db: Db, ownerId: string, ids: string[]): Promise<string[]> {
  const isOthers = sqltag`(c."ownerId" <> ${ownerId} OR c."trashId" IN (
    SELECT "id" FROM "Trash" WHERE "ownerId" = ${ownerId} AND "what" LIKE ${`${STAGED}%`}))`
  const found = await inChunks(ids, (given) => {
    const some = sqltag`IN (${join(given)})`
    return db.$queryRaw<{ id: string }[]>`
      SELECT c."id" AS "id" FROM "Conversation" c WHERE c."id" ${some} AND ${isOthers}
      UNION SELECT t."id" FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId"
        WHERE t."id" ${some} AND ${isOthers}
      UNION SELECT x."id" FROM "Context" x JOIN "Turn" t ON t."id" = x."turnId"
        JOIN "Conversation" c ON c."id" = t."conversationId" WHERE x."id" ${some} AND ${isOthers}
      UNION SELECT s."id" FROM "Summary" s WHERE s."id" ${some} AND s."ownerId" <> ${ownerId}`
  })
  return found.map((row) => row.id)
}

type OwnSetting = { key: string; value: unknown }
/** Settings of an owner, where they have none of their own yet. */
export async function addOwnersSettings(db: Db, ownerId: string, settings: OwnSetting[]): Promise<void> {
  const rows = settings.map(({ key, value }) => ({ ownerId, scope: 'user', key, value: asJson(value) }))
  await db.$transaction(bulkInsertOps(db, 'Setting', rows, sqltag` ON CONFLICT DO NOTHING`))
}
