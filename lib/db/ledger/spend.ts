import { join, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { breath } from '@/lib/shared/breath'
import { OUR_MODELS } from '@/lib/shared/own-models'
import type { DaySpend } from '@/lib/shared/usage/budget'
import { MADE_HERE } from './upkeep-calls'
import { num, type UsageRow } from './usage-sql'

/** One person's day of UTC. */
type Whose = { ownerId: string; at: Date }
const ofDay = ({ ownerId, at }: Whose) => ({ ownerId, day: dayOf(at) })
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/**
 * Counts the most that a call may cost, before it runs, unless the day then came to more than `most`. One
 * statement, so that calls at the same time cannot pass together, in other processes either. Amounts are
 * millionths of a dollar. @returns whether it was counted.
 */
export async function holdSpend(db: Db, whose: Whose, micros: number, most: number) {
  const { ownerId, day } = ofDay(whose)
  if (micros > most) return false
  const counted = await db.$executeRaw`
    INSERT INTO "DaySpend" ("ownerId", "day", "counted", "held")
    VALUES (${ownerId}, ${day}, ${micros}, ${micros})
    ON CONFLICT ("ownerId", "day") DO UPDATE SET
      "counted" = "DaySpend"."counted" + excluded."counted", "held" = "DaySpend"."held" + excluded."held"
    WHERE "DaySpend"."counted" + excluded."counted" <= ${most}`
  return counted > 0
}

/** Replaces what `holdSpend` counted by what the call cost. */
export async function settleSpend(db: Db, whose: Whose, held: number, micros: number) {
  const data = { counted: { increment: micros - held }, held: { decrement: held } }
  await db.daySpend.updateMany({ where: ofDay(whose), data })
}

/** The cost of a day's finished calls, and the most that running ones may add. */
export async function spendOn(db: Db, whose: Whose): Promise<{ spent: number; held: number }> {
  const row = await db.daySpend.findUnique({ where: { ownerId_day: ofDay(whose) } })
  const held = Number(row?.held ?? 0)
  return { spent: Number(row?.counted ?? 0) - held, held }
}

/** Deletes the sums of the days before that of this moment. */
export const pruneSpend = (db: Db, at: Date) => db.daySpend.deleteMany({ where: { day: { lt: dayOf(at) } } })

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
    const rows: UsageRow[] = []
    for (const table of TABLES) {
      await breath()
      rows.push(...(await db.$queryRaw<UsageRow[]>(dayQuery(table, ownerId, starts[i] ?? until, until))))
    }
    const sum = (name: keyof DaySpend) => rows.reduce((total, row) => total + num(row[name]), 0)
    days.push({ costMicros: sum('costMicros'), tokens: sum('tokens'), unpricedCalls: sum('unpricedCalls') })
  }
  return days
}
