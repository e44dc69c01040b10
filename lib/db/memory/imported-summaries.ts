import { sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { numbers } from '@/lib/db/engine/columns'
import { IMPORTED_SUMMARY, jobOps } from '@/lib/db/turns/jobs'

/**
 * Imported turns whose own summary no model wrote; what was chatted in an imported conversation later is not
 * among them.
 */
const PLAIN = (ownerId: string) => sqltag`
  FROM "Conversation" v JOIN "Turn" t ON t."conversationId" = v."id" JOIN "Context" c ON c."turnId" = t."id" JOIN "Summary" s ON s."contextId" = c."id" AND s."conversationId" = v."id"
  WHERE v."ownerId" = ${ownerId} AND v."trashId" IS NULL AND v."origin" LIKE 'import:%'
    AND t."status" = 'completed' AND t."trashId" IS NULL AND t."attempt" = 0 AND s."level" = 0 AND s."status" <> 'model'`

export async function plainSummaries(db: Db, ownerId: string): Promise<{ turns: number; tokens: number }> {
  const [row] = await db.$queryRaw<{ turns: unknown; tokens: unknown }[]>`
    SELECT COUNT(*) AS "turns", COALESCE(SUM(t."userTokens" + t."answerTokens"), 0) AS "tokens" ${PLAIN(ownerId)}`
  return numbers(row, 'turns tokens')
}

/** A page of those turns by id, after the one named last. */
export async function plainTurnIds(db: Db, ownerId: string, after: string, take: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT t."id" AS "id" ${PLAIN(ownerId)} AND t."id" > ${after} ORDER BY t."id" LIMIT ${take}`
  return rows.map((row) => row.id)
}

/** One job for each of these turns. */
export const summaryJobsOps = (db: Db, ownerId: string, turnIds: string[], now: Date) =>
  jobOps(
    db,
    ownerId,
    turnIds.map((turnId) => ({
      id: `job_${turnId}`,
      kind: IMPORTED_SUMMARY,
      key: turnId,
      payload: { turnId },
    })),
    now,
  )

export async function summaryJobCounts(db: Db, ownerId: string) {
  const where = { ownerId, kind: IMPORTED_SUMMARY }
  const rows = await db.job.groupBy({ by: ['status'], where, _count: { _all: true } })
  const of = (...statuses: string[]) =>
    rows.filter((row) => statuses.includes(row.status)).reduce((sum, row) => sum + row._count._all, 0)
  return { left: of('waiting', 'running'), over: of('done', 'failed'), failed: of('failed') }
}

const STATUSES = { over: ['done', 'failed'], waiting: ['waiting'] }
/** Finished jobs are deleted, so the next count starts at zero and a failed one can be requested again. */
export const clearSummaryJobs = (db: Db, ownerId: string, what: keyof typeof STATUSES) =>
  db.job.deleteMany({ where: { ownerId, kind: IMPORTED_SUMMARY, status: { in: STATUSES[what] } } })
