import type { Db } from '@/lib/db/engine/client'

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

/** What a day's finished calls cost, and the most that running ones may add. */
export async function spendOn(db: Db, whose: Whose): Promise<{ spent: number; held: number }> {
  const row = await db.daySpend.findUnique({ where: { ownerId_day: ofDay(whose) } })
  const held = Number(row?.held ?? 0)
  return { spent: Number(row?.counted ?? 0) - held, held }
}

/** Deletes the sums of the days before that of this moment. */
export const pruneSpend = (db: Db, at: Date) => db.daySpend.deleteMany({ where: { day: { lt: dayOf(at) } } })
