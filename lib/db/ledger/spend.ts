import { type Sql, sqltag } from '@prisma/client/runtime/client'
import { breath } from '@/lib/base/breath'
import type { Db } from '@/lib/db/engine/client'
import { columns, numbers } from '@/lib/db/engine/columns'
import { PREPARED_MODEL } from '@/lib/shared/transfer/transfer'
import type { DaySpend } from '@/lib/shared/usage/budget'
import { num, type Row } from './usage-sql'

const SUMS = 'inputTokens cachedTokens outputTokens costMicros'
/**
 * What an owner's calls since a moment used, by model, of deleted conversations too: tokens as the provider
 * counted them, `costMicros` and `unpriced` calls as recorded. A model's calls without a turn are listed
 * apart. Left out are the sample's prepared calls, which nobody made, and calls without a price that failed
 * before the first word, such as those to a mistyped model.
 */
export async function spendSince(db: Db, ownerId: string, since: Date) {
  const made = {
    where: {
      ownerId,
      startedAt: { gte: since },
      model: { not: PREPARED_MODEL },
      NOT: { finish: 'error', costMicros: null, inputTokens: null, estOutputTokens: 0 },
    },
    _sum: columns(SUMS),
    _count: { _all: true, costMicros: true },
  } as const
  const [ofTurns, ofNone] = await Promise.all([
    db.step.groupBy({ by: ['model'], ...made }),
    db.upkeepCall.groupBy({ by: ['model'], ...made }),
  ])
  return [...ofTurns, ...ofNone].map(({ model, _sum, _count }) => ({
    model,
    ...numbers(_sum, SUMS),
    unpriced: _count._all - _count.costMicros,
  }))
}

const dayQuery = (table: Sql, ownerId: string, since: Date, until: Date) => sqltag`
  SELECT SUM(COALESCE(s."costMicros", 0)) AS "costMicros",
    SUM(COALESCE(s."inputTokens", s."estInputTokens") + COALESCE(s."outputTokens", s."estOutputTokens")) AS "tokens",
    SUM(CASE WHEN s."costMicros" IS NULL THEN 1 ELSE 0 END) AS "unpricedCalls"
  FROM ${table} s WHERE s."ownerId" = ${ownerId} AND s."model" <> ${PREPARED_MODEL}
    AND s."startedAt" >= ${since} AND s."startedAt" < ${until}`

/**
 * What all calls of each day used, with estimates where a provider reported no tokens; unlike in
 * `spendSince`, calls that failed without a price count as unpriced. `starts` ends with the end of the last
 * day. Read day by day: one query over a busy month would hold up everything else.
 */
export async function spendByDay(db: Db, ownerId: string, starts: readonly Date[]): Promise<DaySpend[]> {
  const days: DaySpend[] = []
  for (const [i, until] of starts.slice(1).entries()) {
    const rows: Row[] = []
    for (const table of [sqltag`"Step"`, sqltag`"UpkeepCall"`]) {
      await breath()
      rows.push(...(await db.$queryRaw<Row[]>(dayQuery(table, ownerId, starts[i] ?? until, until))))
    }
    const sum = (name: keyof DaySpend) => rows.reduce((total, row) => total + num(row[name]), 0)
    days.push({ costMicros: sum('costMicros'), tokens: sum('tokens'), unpricedCalls: sum('unpricedCalls') })
  }
  return days
}
