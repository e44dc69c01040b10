import { join, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns, numbers } from '@/lib/db/engine/columns'
import type { DaySpend } from '@/lib/shared/usage/budget'
import { num, type Row } from './usage-fold'

const SUMS = 'inputTokens cachedTokens outputTokens costMicros'
/**
 * What an owner's calls since a moment used, by model, of deleted conversations too: tokens as the provider
 * counted them, `costMicros` and `unpriced` calls as recorded. A model's calls without a turn are listed apart.
 * Calls without a price that failed before the first word, such as those to a mistyped model, are left out.
 */
export async function spendSince(db: Db, ownerId: string, since: Date) {
  const made = {
    where: {
      ownerId,
      startedAt: { gte: since },
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

const dayQuery = (table: Sql, ownerId: string, starts: readonly Date[]) => {
  const ends = starts.slice(1)
  const day = ends.map((end, i) => sqltag`WHEN s."startedAt" < ${end} THEN CAST(${i} AS INTEGER)`)
  return sqltag`SELECT CASE ${join(day, ' ')} END AS "day", SUM(COALESCE(s."costMicros", 0)) AS "costMicros",
    SUM(COALESCE(s."inputTokens", s."estInputTokens") + COALESCE(s."outputTokens", s."estOutputTokens")) AS "tokens",
    SUM(CASE WHEN s."costMicros" IS NULL THEN 1 ELSE 0 END) AS "unpricedCalls"
  FROM ${table} s WHERE s."ownerId" = ${ownerId} AND s."startedAt" >= ${starts[0]} AND s."startedAt" < ${ends.at(-1)} GROUP BY 1`
}

/** What an owner's calls used on each day, of deleted conversations too. `starts` ends with the last day's end. */
export async function spendByDay(db: Db, ownerId: string, starts: readonly Date[]): Promise<DaySpend[]> {
  const [ofTurns, ofNone] = await Promise.all([
    db.$queryRaw<Row[]>(dayQuery(sqltag`"Step"`, ownerId, starts)),
    db.$queryRaw<Row[]>(dayQuery(sqltag`"UpkeepCall"`, ownerId, starts)),
  ])
  const rows = [...ofTurns, ...ofNone]
  return starts.slice(1).map((_, day) => {
    const own = rows.filter((row) => num(row.day) === day)
    const sum = (name: keyof DaySpend) => own.reduce((total, row) => total + num(row[name]), 0)
    return { costMicros: sum('costMicros'), tokens: sum('tokens'), unpricedCalls: sum('unpricedCalls') }
  })
}
