import { type Sql, sqltag } from '@prisma/client/runtime/client'
import { changeOps, changesTo } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { chunks, numbers, ownedBy } from '@/lib/db/engine/rows'
import { trashRow } from '@/lib/db/forget/trash'
import { STAGED, trashedWhole } from '@/lib/db/forget/trashed'
import type { OtherTurn } from '@/lib/shared/memory/forget'
import type { Words } from '@/lib/shared/pick'
import { importOrigin } from '@/lib/shared/transfer/transfer'

/**
 * A conversation with turns of an import. `first` = the import began it, `later` = it has other turns too;
 * of those not forgotten, `brought` = turns of the import, `turns` = all.
 */
export type Touched = { id: string; first: boolean; brought: number; later: boolean; turns: number }

const COUNTS = 'firstNumber brought turns others'
/** Every conversation, not in the trash, that holds turns of the import that began then. */
export async function touchedBy(db: Db, ownerId: string, importedAt: Date): Promise<Touched[]> {
  const isOfIt = sqltag`t."importedAt" = ${importedAt}`
  const isThere = sqltag`t."trashId" IS NULL AND t."status" <> 'forgotten'`
  const count = (condition: Sql) => sqltag`COUNT(CASE WHEN ${condition} THEN 1 END)`
  const rows = await db.$queryRaw<({ id: string } & Record<Words<typeof COUNTS>, unknown>)[]>`
    SELECT t."conversationId" AS "id", MIN(CASE WHEN ${isOfIt} THEN t."number" END) AS "firstNumber",
      ${count(sqltag`${isThere} AND ${isOfIt}`)} AS "brought", ${count(isThere)} AS "turns",
      COUNT(*) - ${count(isOfIt)} AS "others"
    FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId"
    WHERE c."ownerId" = ${ownerId} AND c."trashId" IS NULL AND t."conversationId" IN (
      SELECT "conversationId" FROM "Turn" WHERE "ownerId" = ${ownerId} AND "importedAt" = ${importedAt})
    GROUP BY t."conversationId"`
  return rows.map(({ id, ...row }) => {
    const { firstNumber, brought, turns, others } = numbers(row, COUNTS)
    return { id, first: firstNumber === 1, brought, turns, later: others > 0 }
  })
}

/** Whether a process is writing this import, or was killed at it a short while ago. */
export async function isWriting(db: Db, ownerId: string, importedAt: Date, now: Date): Promise<boolean> {
  const staging = { ownerId, what: { startsWith: STAGED }, purgeAt: { gt: now } }
  const staged = await db.trash.findMany({ where: staging, select: { id: true } })
  const there = { ownerId, trashId: { in: staged.map((row) => row.id) } }
  const ofIt = { OR: [{ importedAt }, { turns: { some: { importedAt } } }] }
  return staged.length > 0 && (await db.conversation.count({ where: { ...there, ...ofIt } })) > 0
}

type Removal = { trashId: string; conversationIds: string[]; cited: OtherTurn[] }
/** Puts all these conversations into the trash under one row. */
export async function trashImported(
  db: Db,
  ownerId: string,
  { trashId, conversationIds, cited }: Removal,
  now: Date,
  undoMs: number,
): Promise<void> {
  await db.$transaction([
    trashRow(db, ownerId, trashId, { ...trashedWhole(''), kind: 'imported', cited }, now, undoMs),
    ...chunks(conversationIds, 500).map((ids) => {
      const where = { ...ownedBy(ownerId), trashId: null, id: { in: ids } }
      return db.conversation.updateMany({ where, data: { trashId } })
    }),
    // What was forgotten before keeps its own undo.
    db.$executeRaw`UPDATE "Turn" SET "trashId" = ${trashId} WHERE "ownerId" = ${ownerId} AND "trashId" IS NULL
      AND "conversationId" IN (SELECT "id" FROM "Conversation" WHERE "ownerId" = ${ownerId} AND "trashId" = ${trashId})`,
    ...changeOps(db, ownerId, changesTo('conversation', 'del', conversationIds)),
  ])
}

/** The newest imports with conversations here, by the first turn of each branch. */
export async function importsHere(db: Db, ownerId: string, take: number) {
  type Row = { at: unknown; origin: string | null; file: string | null; conversations: number | bigint }
  const rows = await db.$queryRaw<Row[]>`
    SELECT t."importedAt" AS "at", COUNT(DISTINCT c."id") AS "conversations",
      MAX(CASE WHEN c."importedAt" = t."importedAt" THEN c."origin" END) AS "origin", MAX(CASE WHEN c."importedAt" = t."importedAt" THEN c."importedFile" END) AS "file"
    FROM "Conversation" c JOIN "Branch" b ON b."conversationId" = c."id" JOIN "Turn" t ON t."branchId" = b."id" AND t."number" = 1
    WHERE c."ownerId" = ${ownerId} AND c."trashId" IS NULL AND c."importedAt" IS NOT NULL AND t."importedAt" IS NOT NULL
    GROUP BY t."importedAt" ORDER BY t."importedAt" DESC LIMIT ${take}`
  return rows.map((row) => ({
    ...row,
    ...numbers(row, 'conversations'),
    at: new Date(row.at as string | number | Date),
    origin: row.origin ?? importOrigin('mneme'),
  }))
}
