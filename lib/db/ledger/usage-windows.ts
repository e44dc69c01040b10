import { sqltag } from '@prisma/client/runtime/client'
import { type Db, onSqlite } from '@/lib/db/engine/client'
import type { WindowUsage } from '@/lib/shared/usage/usage'
import { num, type Row } from './usage-fold'
import { ofScope, type UsageScope } from './usage-sql'

/**
 * Turns that ended by the size of their windows. One that a person stopped tells nothing of success; one that
 * they rated down did not succeed.
 */
const windowsQuery = (scope: UsageScope, isSqlite: boolean) => {
  const tokens = sqltag`CAST(t."window" ->> 'tokens' AS INTEGER)`
  const earlier = sqltag`CAST(t."window" ->> 'earlier' AS INTEGER)`
  const status = sqltag`CAST(t."status" AS TEXT)`
  const took = isSqlite
    ? sqltag`(julianday(t."endedAt") - julianday(t."startedAt")) * 86400000`
    : sqltag`EXTRACT(EPOCH FROM (t."endedAt" - t."startedAt")) * 1000`
  return sqltag`
  SELECT CAST(t."window" ->> 'size' AS TEXT) AS "size", COUNT(*) AS "turns",
    SUM(${tokens}) AS "tokens", SUM(${earlier}) AS "earlier", COUNT(${earlier}) AS "counted",
    SUM(CASE WHEN ${status} = 'stopped' THEN 0 ELSE 1 END) AS "judged",
    SUM(CASE WHEN ${status} = 'completed' AND COALESCE(f."value", 0) >= 0 THEN 1 ELSE 0 END) AS "succeeded",
    SUM(CASE WHEN ${status} = 'completed' THEN 1 ELSE 0 END) AS "completed",
    CAST(ROUND(SUM(CASE WHEN ${status} = 'completed' THEN ${took} ELSE 0 END)) AS BIGINT) AS "ms"
  FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId" LEFT JOIN "Feedback" f ON f."turnId" = t."id"
  WHERE t."ownerId" = ${scope.ownerId} AND c."trashId" IS NULL AND t."window" ->> 'size' IS NOT NULL
    AND ${status} IN ('completed', 'stopped', 'failed', 'interrupted') AND t."startedAt" IS NOT NULL AND t."endedAt" IS NOT NULL${ofScope(scope)}
  GROUP BY 1`
}

/** Smallest first; a full window is the largest. */
export async function windowUsage(db: Db, scope: UsageScope): Promise<WindowUsage[]> {
  const rows = await db.$queryRaw<Row[]>(windowsQuery(scope, onSqlite(db)))
  const place = ({ size }: WindowUsage) => (size === 'full' ? Number.POSITIVE_INFINITY : size)
  return rows
    .map(
      (row): WindowUsage => ({
        size: String(row.size) === 'full' ? 'full' : num(row.size),
        turns: num(row.turns),
        tokens: num(row.tokens),
        earlier: num(row.earlier),
        counted: num(row.counted),
        judged: num(row.judged),
        succeeded: num(row.succeeded),
        completed: num(row.completed),
        ms: Math.round(num(row.ms)),
      }),
    )
    .sort((a, b) => place(a) - place(b))
}
