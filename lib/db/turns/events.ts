import { storableJson } from '@/lib/base/storable'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { type Frame, turnEventSchema } from '@/lib/shared/events'

export type LogRow = {
  turnId: string
  attempt: number
  seq: number
  type: string
  data: Prisma.InputJsonObject
}
/** A frame as it is stored: whoever wrote its texts, both databases take them. */
export const logRow = (turnId: string, frame: Frame): LogRow => ({
  turnId,
  attempt: frame.attempt,
  seq: frame.seq,
  type: frame.event.type,
  data: storableJson(frame.event) as Prisma.InputJsonObject,
})

/** Appends to the log of many turns in one insert. */
export const appendLog = (db: Db, rows: LogRow[]) => db.event.createMany({ data: rows })

/** The last frame of an attempt that is stored. */
export const lastFrame = (db: Db, turnId: string, attempt: number) =>
  db.event.findFirst({
    where: { turnId, attempt },
    orderBy: { seq: 'desc' },
    select: { seq: true, type: true },
  })

/** A turn's log from a cursor on, in order; rows that no longer parse are left out. */
export async function readLog(db: Db, turnId: string, attempt: number, afterSeq: number): Promise<Frame[]> {
  const rows = await db.event.findMany({
    where: { turnId, attempt, seq: { gt: afterSeq } },
    orderBy: { seq: 'asc' },
  })
  return rows.flatMap((row) => {
    const event = turnEventSchema.safeParse(row.data)
    return event.success ? [{ attempt: row.attempt, seq: row.seq, event: event.data }] : []
  })
}

/** The logs of several turns, each from its own place on, in one query. */
export async function readLogs(
  db: Db,
  wanted: { turnId: string; attempt: number; after: number }[],
): Promise<Map<string, Frame[]>> {
  const found = new Map<string, Frame[]>()
  if (wanted.length === 0) return found
  const rows = await db.event.findMany({
    where: { OR: wanted.map(({ turnId, attempt, after }) => ({ turnId, attempt, seq: { gt: after } })) },
    orderBy: { seq: 'asc' },
  })
  for (const row of rows) {
    const event = turnEventSchema.safeParse(row.data)
    if (event.success)
      found.set(row.turnId, [
        ...(found.get(row.turnId) ?? []),
        { attempt: row.attempt, seq: row.seq, event: event.data },
      ])
  }
  return found
}

/**
 * Logs of turns that settled before `before` are not needed any more: a settled turn is shown from its rows.
 */
export const pruneLogs = (db: Db, before: Date) =>
  db.event.deleteMany({ where: { turn: { endedAt: { lt: before } } } })
