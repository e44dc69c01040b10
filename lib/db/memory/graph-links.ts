import { type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { allTrashed } from '@/lib/db/forget/trash'
import { trashedFinds } from '@/lib/db/forget/visible'
import { nodeId } from '@/lib/shared/memory/graph'
import { pick } from '@/lib/shared/pick'
import { inList, type Num, remembered } from './graph'

/** A recall of turn `to` by turn `from`; `node` = what was found: that turn, or its file or summary. */
export type RecallRow = { from: string; to: string; node: string; score: number }
type StoredRecall = Omit<RecallRow, 'node'> & { kind: string; refId: string; level: Num | null }
/** A file outlives the turn that wrote it; whether it is in the trash itself, `trashedFinds` knows. */
const recallsWhere = (db: Db, ownerId: string, condition: Sql) => db.$queryRaw<StoredRecall[]>`
  SELECT r."turnId" AS "from", h."sourceTurnId" AS "to", h."kind" AS "kind", h."refId" AS "refId",
    CASE WHEN h."kind" = 'summary' THEN (SELECT s."level" FROM "Summary" s WHERE s."id" = h."refId") END AS "level", MAX(h."score") AS "score"
  FROM "Recall" r JOIN "RecallHit" h ON h."recallId" = r."id" JOIN "Turn" a ON a."id" = r."turnId" JOIN "Turn" b ON b."id" = h."sourceTurnId"
  WHERE r."ownerId" = ${ownerId} AND ${remembered(sqltag`a.`)} AND (h."kind" = 'file' OR (${remembered(sqltag`b.`)})) AND ${condition}
  GROUP BY r."turnId", h."sourceTurnId", h."kind", h."refId" ORDER BY 1, 2, 4`

function nodeOf({ kind, refId, level, to }: StoredRecall): string {
  if (kind === 'file') return nodeId('file', refId)
  if (kind !== 'summary' || level === null) return nodeId('turn', to)
  return nodeId(Number(level) > 0 ? 'roll-up' : 'summary', refId)
}

/** Recall links from or to these turns, one per node found. An OR over two tables would scan them. */
export async function recallRows(db: Db, ownerId: string, turnIds: string[]): Promise<RecallRow[]> {
  const [isTrashed, asked, given] = await Promise.all([
    trashedFinds(db, ownerId),
    recallsWhere(db, ownerId, inList(sqltag`r."turnId"`, turnIds)),
    recallsWhere(db, ownerId, inList(sqltag`h."sourceTurnId"`, turnIds)),
  ])
  const rows = [...asked, ...given].filter((row) => !isTrashed(row))
  const pairs = new Map(rows.map((row) => [`${row.from} ${nodeOf(row)}`, row]))
  return [...pairs.values()].map((row) => ({ ...pick(row, 'from to score'), node: nodeOf(row) }))
}

export async function touchRows(db: Db, ownerId: string, turnIds: string[]) {
  const trashed = (await allTrashed(db, ownerId)).flatMap((one) =>
    one.files.flatMap(({ path, hashes }) => hashes.map((hash) => `${path} ${hash}`)),
  )
  const rows = await db.fileTouch.findMany({
    where: { ownerId, turnId: { in: turnIds } },
    select: columns('turnId path op tokens fromHash toHash'),
    orderBy: [{ path: 'asc' }, { turnId: 'asc' }, { op: 'asc' }],
  })
  return rows.flatMap(({ fromHash, toHash, ...row }) =>
    trashed.includes(`${row.path} ${toHash ?? fromHash}`) ? [] : [row],
  )
}
