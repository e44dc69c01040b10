import { join, raw, sqltag } from '@prisma/client/runtime/client'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, insertOps } from '@/lib/db/engine/rows'
import { REPORTED, reportedBy, type StepRecord } from '@/lib/db/turns/steps'
import { DAY_MS } from '@/lib/shared/day'
import { OUR_MODELS } from '@/lib/shared/own-models'
import { pick } from '@/lib/shared/pick'
import type { CallDto } from '@/lib/shared/usage/usage'

const KEPT = 'id phase role provider model promptVersion finish estInputTokens estOutputTokens'

/** Writes: the figures of a call that belongs to no turn; forgetting has nothing to remove from them. */
export const upkeepCallOps = (db: Db, ownerId: string, step: StepRecord): Batch =>
  insertOps(db, 'UpkeepCall', [
    {
      ...pick(step, KEPT),
      ...pick(step, 'startedAt firstMs totalMs'),
      ...reportedBy(step.usage),
      ownerId,
      errorCode: step.error?.code ?? null,
      tries: Math.max(1, step.tries.length),
      costMicros: step.usage.costMicros,
    },
  ])

/** The phase of calls whose conversation is deleted: they count against a budget, and `/usage` leaves them out. */
export const DELETED = 'deleted'
/** No budget looks back further than the first of the month. */
const BUDGET_MS = 32 * DAY_MS
const COPIED = raw(
  `id ownerId role provider model promptVersion finish ${REPORTED} estInputTokens estOutputTokens costMicros startedAt firstMs totalMs`
    .split(' ')
    .map((name) => `"${name}"`)
    .join(', '),
)

/** Limits calls, as `s`, to those made here: not the ones an import brought. */
export const MADE_HERE = sqltag`EXISTS (SELECT 1 FROM "Turn" t WHERE t."id" = s."turnId"
  AND (t."importedAt" IS NULL OR t."importedAt" <= s."startedAt"))`

/** Writes for a transaction that deletes these turns: the figures of their calls that a budget may count. */
export const deletedCallOps = (db: Db, turnIds: readonly string[], now: Date): Batch => [
  db.$executeRaw`INSERT INTO "UpkeepCall" (${COPIED}, "phase", "tries")
    SELECT ${COPIED}, CAST(${DELETED} AS TEXT), 1 FROM "Step" s
    WHERE s."turnId" IN (${join([...turnIds])}) AND s."model" NOT IN (${join(OUR_MODELS)})
      AND s."startedAt" >= ${new Date(now.getTime() - BUDGET_MS)} AND ${MADE_HERE}
    ON CONFLICT ("id") DO NOTHING`,
]

/** The calls of a span of time that belong to no turn, newest first. */
export async function upkeepCalls(
  db: Db,
  ownerId: string,
  { from, before, model }: { from: Date | null; before: Date | null; model: { notIn: string[] } },
): Promise<CallDto[]> {
  const rows = await db.upkeepCall.findMany({
    where: {
      ...{ ownerId, model, phase: { not: DELETED } },
      startedAt: { ...(from && { gte: from }), ...(before && { lt: before }) },
    },
    select: {
      ...columns('id phase provider model inputTokens cachedTokens outputTokens estInputTokens'),
      ...columns('estOutputTokens costMicros firstMs totalMs finish tries errorCode startedAt'),
    },
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(({ startedAt, errorCode, ...call }) => ({
    ...call,
    turn: null,
    attempt: 1,
    round: null,
    at: startedAt.toISOString(),
    error: errorCode && 'The provider did not answer.',
  }))
}
