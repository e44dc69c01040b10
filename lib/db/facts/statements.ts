import { join, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns, inChunks } from '@/lib/db/engine/rows'
import { isTrashedSql } from '@/lib/db/forget/derived'
import { rememberedSql } from '@/lib/db/turns/turn-texts'
import { type FACT_ORIGINS, type FACT_STATUSES, isDenial, subjectOfSample } from '@/lib/shared/memory/facts'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'

/** What was stated once, in a turn or on the Facts page. Everything else about facts follows from it. */
export type Statement = {
  id: string
  subjectId: string
  subject: string
  predicate: string
  object: string
  confidence: number
  /** Since when it is so, which may be long before it was said, or after it. */
  from: Date
  /** When it was said, or written on the Facts page if no turn says it. */
  at: Date
  /** When the person last wrote it on the Facts page; null = never. */
  written: Date | null
  origin: (typeof FACT_ORIGINS)[number]
  status: (typeof FACT_STATUSES)[number]
  pinned: boolean
  quote: string | null
  said: { turnId: string; number: number; conversationId: string; branchId: string; title: string } | null
  /** Turns that say that its subject goes by this name, if its own message names it in another way. */
  namedBy?: readonly string[]
}

type Row = Omit<Statement, 'said' | 'at'> & {
  saidAt: Date | null
  turnId: string | null
  number: number | bigint
  conversationId: string
  branchId: string
  title: string
  cameBy: string
}

/** The statements of a turn begin a millisecond apart from each other, plans much later. */
const ONE_TURN_MS = 1_000
function madeAt({ from, written }: Pick<Row, 'from' | 'written'>, saidAt: Date | null) {
  if (!saidAt) return written ?? from
  const isPlan = from.getTime() - saidAt.getTime() > ONE_TURN_MS
  return saidAt < from && !isPlan ? from : saidAt
}

/** Most statements that are read at once: the newest, and proposed ones only if there is room. */
const MOST = 5_000

/** An owner's statements in the order they were made, without those in the trash. `which` = on `f`. */
export async function statementsOf(db: Db, ownerId: string, which: Sql = sqltag`1 = 1`, most = MOST) {
  const rows = await db.$queryRaw<Row[]>`
    SELECT f."id", f."subjectId", e."name" AS "subject", f."predicate", f."object", f."confidence",
      f."validFrom" AS "from", f."writtenAt" AS "written", f."origin", f."status", f."pinned", f."quote", f."sourceTurnId" AS "turnId",
      t."number", t."conversationId", t."branchId", t."createdAt" AS "saidAt", c."title", c."origin" AS "cameBy"
    FROM "Fact" f JOIN "Entity" e ON e."id" = f."subjectId"
    LEFT JOIN "Turn" t ON t."id" = f."sourceTurnId" LEFT JOIN "Conversation" c ON c."id" = t."conversationId"
    WHERE f."ownerId" = ${ownerId} AND f."trashId" IS NULL AND (${which})
      AND (f."sourceTurnId" IS NULL OR (${rememberedSql(sqltag`t.`)} AND c."trashId" IS NULL))
      AND (NOT EXISTS (SELECT 1 FROM "Trash" h WHERE h."ownerId" = ${ownerId})
        OR NOT ${isTrashedSql('fact', sqltag`f."id"`)})
    ORDER BY f."status", f."validFrom" DESC, f."id" DESC LIMIT ${most}`
  return rows
    .reverse()
    .map(({ turnId, number, conversationId, branchId, title, saidAt, cameBy, ...row }) => ({
      ...row,
      subjectId: cameBy === SAMPLE_ORIGIN ? subjectOfSample(row.subjectId) : row.subjectId,
      at: madeAt(row, saidAt),
      pinned: Boolean(row.pinned),
      said: turnId === null ? null : { turnId, number: Number(number), conversationId, branchId, title },
    }))
    .sort(
      (a, b) =>
        a.at.getTime() - b.at.getTime() ||
        a.from.getTime() - b.from.getTime() ||
        // A value that is written with a denial replaces what it denies.
        Number(isDenial(b)) - Number(isDenial(a)),
    )
}

/** How many facts were learned from these turns, or from all turns of these conversations, proposed ones too. */
export async function countStatements(
  db: Db,
  ownerId: string,
  of: { turns: readonly string[] } | { conversations: readonly string[] },
): Promise<number> {
  const [column, ids] =
    'turns' in of ? [sqltag`t."id"`, of.turns] : [sqltag`t."conversationId"`, of.conversations]
  const counts = await inChunks(
    ids,
    (some) => db.$queryRaw<{ facts: number | bigint }[]>`
      SELECT COUNT(*) AS "facts" FROM "Turn" t JOIN "Fact" f ON f."sourceTurnId" = t."id"
      WHERE ${column} IN (${join(some)}) AND NOT t."ownerId" <> ${ownerId}
        AND t."trashId" IS NULL AND f."trashId" IS NULL`,
  )
  return counts.reduce((sum, { facts }) => sum + Number(facts), 0)
}

/** What may have replaced, or been replaced by, what the messages of these turns state; without proposals. */
export async function statementsLike(db: Db, ownerId: string, turnIds: readonly string[]) {
  const where = { sourceTurnId: { in: [...turnIds] }, status: 'active' }
  const rows = await db.fact.findMany({ where, select: columns('subjectId predicate') })
  if (rows.length === 0) return []
  const one = (column: keyof (typeof rows)[number]) => join([...new Set(rows.map((row) => row[column]))])
  const [subjects, predicates] = [one('subjectId'), one('predicate')]
  return statementsOf(
    db,
    ownerId,
    sqltag`f."status" = 'active' AND f."subjectId" IN (${subjects}) AND f."predicate" IN (${predicates})`,
  )
}

/** What says the same as one of these statements, on whichever version of a message. */
export const alikeTo = (ids: readonly string[]): Sql => sqltag`
  EXISTS (SELECT 1 FROM "Fact" g WHERE g."id" IN (${join([...ids])}) AND g."ownerId" = f."ownerId"
    AND g."subjectId" = f."subjectId" AND g."predicate" = f."predicate" AND g."objectNorm" = f."objectNorm")`

export const ofTurn = (turnId: string): Sql => sqltag`f."sourceTurnId" = ${turnId}`
