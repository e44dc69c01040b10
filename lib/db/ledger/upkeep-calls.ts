import type { Batch, Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { insertOps } from '@/lib/db/engine/insert'
import type { StepRecord } from '@/lib/db/turns/steps'
import { each, pick } from '@/lib/shared/pick'
import type { CallDto } from '@/lib/shared/usage/usage'

const REPORTED = 'inputTokens cachedTokens outputTokens reasoningTokens'
const KEPT = 'id phase role provider model promptVersion finish estInputTokens estOutputTokens'

/**
 * Writes for a transaction: a call that belongs to no turn. Only its figures are stored, so forgetting has
 * nothing to remove from it.
 */
export const upkeepCallOps = (db: Db, ownerId: string, step: StepRecord): Batch =>
  insertOps(db, 'UpkeepCall', [
    {
      ...pick(step, KEPT),
      ...pick(step, 'startedAt firstMs totalMs'),
      ...(step.usage.estimated ? each(REPORTED, null) : pick(step.usage, REPORTED)),
      ownerId,
      errorCode: step.error?.code ?? null,
      tries: Math.max(1, step.tries.length),
      costMicros: step.usage.costMicros,
    },
  ])

/** The calls of a span of time that belong to no turn, newest first. */
export async function upkeepCalls(
  db: Db,
  ownerId: string,
  { from, before, model }: { from: Date | null; before: Date | null; model: { notIn: string[] } },
): Promise<CallDto[]> {
  const rows = await db.upkeepCall.findMany({
    where: { ownerId, model, startedAt: { ...(from && { gte: from }), ...(before && { lt: before }) } },
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
