import { join, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { breath } from '@/lib/shared/breath'
import { OUR_MODELS } from '@/lib/shared/own-models'
import type { DaySpend } from '@/lib/shared/usage/budget'
import { MADE_HERE } from './upkeep-calls'
import { num, type Row } from './usage-sql'

const TABLES = [sqltag`(SELECT s.* FROM "Step" s WHERE ${MADE_HERE}) s`, sqltag`"UpkeepCall" s`]
const dayQuery = (table: Sql, ownerId: string, since: Date, until: Date) => sqltag`
  SELECT SUM(COALESCE(s."costMicros", 0)) AS "costMicros",
    SUM(COALESCE(s."inputTokens", s."estInputTokens") + COALESCE(s."outputTokens", s."estOutputTokens")) AS "tokens",
    SUM(CASE WHEN s."costMicros" IS NULL THEN 1 ELSE 0 END) AS "unpricedCalls"
  FROM ${table} WHERE s."ownerId" = ${ownerId} AND s."model" NOT IN (${join(OUR_MODELS)})
    AND s."startedAt" >= ${since} AND s."startedAt" < ${until}`

/**
 * What all calls made here used on each day, except the built-in engine's, with estimates where a provider
 * reported no tokens; calls that failed without a price count as unpriced. `starts` ends with the end of the
 * last day.
 * Read day by day: one query over a busy month would hold up everything else.
 */
export async function spendByDay(db: Db, ownerId: string, starts: readonly Date[]): Promise<DaySpend[]> {
  const days: DaySpend[] = []
  for (const [i, until] of starts.slice(1).entries()) {
    const rows: Row[] = []
    for (const table of TABLES) {
      await breath()
      rows.push(...(await db.$queryRaw<Row[]>(dayQuery(table, ownerId, starts[i] ?? until, until))))
    }
    const sum = (name: keyof DaySpend) => rows.reduce((total, row) => total + num(row[name]), 0)
    days.push({ costMicros: sum('costMicros'), tokens: sum('tokens'), unpricedCalls: sum('unpricedCalls') })
  }
  return days
}
