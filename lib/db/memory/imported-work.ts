import { empty, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { numbers } from '@/lib/db/engine/rows'
import { IMPORTED_FACTS, IMPORTED_SUMMARY, jobOps } from '@/lib/db/turns/jobs'
import type { WorkOnImports } from '@/lib/shared/transfer/transfer'

/** `over` = statuses whose jobs are deleted when the work is requested again. */
const WORK: Record<WorkOnImports, { kind: string; over: string[]; from: Sql; isOpen: Sql }> = {
  summaries: {
    kind: IMPORTED_SUMMARY,
    over: ['done', 'failed'],
    from: sqltag`JOIN "Context" c ON c."turnId" = t."id" JOIN "Summary" s ON s."contextId" = c."id" AND s."conversationId" = v."id"`,
    isOpen: sqltag`s."level" = 0 AND s."status" <> 'model'`,
  },
  // Only the jobs say which turns were read: most turns state nothing.
  facts: {
    kind: IMPORTED_FACTS,
    over: ['failed'],
    from: empty,
    isOpen: sqltag`t."userText" <> '' AND NOT EXISTS (SELECT 1 FROM "Job" j
      WHERE j."ownerId" = t."ownerId" AND j."kind" = ${IMPORTED_FACTS} AND j."key" = t."id" AND j."status" = 'done')`,
  },
}

/** Imported turns with work to do; what was chatted in an imported conversation later is not among them. */
const openTurns = (work: WorkOnImports, ownerId: string) => sqltag`
  FROM "Conversation" v JOIN "Turn" t ON t."conversationId" = v."id" ${WORK[work].from}
  WHERE v."ownerId" = ${ownerId} AND v."trashId" IS NULL AND v."origin" LIKE 'import:%'
    AND t."status" = 'completed' AND t."trashId" IS NULL AND t."attempt" = 0 AND ${WORK[work].isOpen}`

/** How many, and the tokens of their texts. */
export async function countOpenTurns(db: Db, ownerId: string, work: WorkOnImports) {
  const [row] = await db.$queryRaw<Record<string, unknown>[]>`
    SELECT COUNT(*) AS "turns", COALESCE(SUM(t."userTokens"), 0) AS "userTokens",
      COALESCE(SUM(t."answerTokens"), 0) AS "answerTokens" ${openTurns(work, ownerId)}`
  return numbers(row, 'turns userTokens answerTokens')
}

/** A page of those turns by id, after the one named last. */
export async function openTurnIds(db: Db, ownerId: string, work: WorkOnImports, after: string, take: number) {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT t."id" AS "id" ${openTurns(work, ownerId)} AND t."id" > ${after} ORDER BY t."id" LIMIT ${take}`
  return rows.map((row) => row.id)
}

export function importedWorkOps(db: Db, ownerId: string, work: WorkOnImports, turnIds: string[], now: Date) {
  const jobs = turnIds.map((turnId) => ({
    ...{ id: `job_${work}_${turnId}`, kind: WORK[work].kind, key: turnId, payload: { turnId } },
  }))
  return jobOps(db, ownerId, jobs, now)
}

export async function importedWorkCounts(db: Db, ownerId: string, work: WorkOnImports) {
  const where = { ownerId, kind: WORK[work].kind }
  const rows = await db.job.groupBy({ by: ['status'], where, _count: { _all: true } })
  const of = (...statuses: string[]) =>
    rows.filter((row) => statuses.includes(row.status)).reduce((sum, row) => sum + row._count._all, 0)
  return { left: of('waiting', 'running'), over: of('done', 'failed'), failed: of('failed') }
}

/** Deletes jobs that are `over`, so that failed ones can be requested again, or those still `waiting`. */
export function clearImportedWork(db: Db, ownerId: string, work: WorkOnImports, what: 'over' | 'waiting') {
  const { kind, over } = WORK[work]
  return db.job.deleteMany({ where: { ownerId, kind, status: { in: what === 'over' ? over : ['waiting'] } } })
}
