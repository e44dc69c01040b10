import { type Frame, turnEventSchema } from '@/lib/shared/events'
import type { Db } from './client'

export type LogRow = { turnId: string; attempt: number; seq: number; type: string; data: object }
export const logRow = (turnId: string, frame: Frame): LogRow => ({ turnId, attempt: frame.attempt, seq: frame.seq, type: frame.event.type, data: frame.event })

/** Appends to the log of many turns in one insert. */
export const appendLog = (db: Db, rows: LogRow[]) => db.event.createMany({ data: rows })

/** A turn's log from a cursor on, in order; rows that no longer parse are left out. */
export async function readLog(db: Db, turnId: string, attempt: number, afterSeq: number): Promise<Frame[]> {
  const rows = await db.event.findMany({ where: { turnId, attempt, seq: { gt: afterSeq } }, orderBy: { seq: 'asc' } })
  return rows.flatMap((row) => {
    const event = turnEventSchema.safeParse(row.data)
    return event.success ? [{ attempt: row.attempt, seq: row.seq, event: event.data }] : []
  })
}

/** Logs of turns that settled before `before` are not needed any more: a settled turn is shown from its rows. */
export const pruneLogs = (db: Db, before: Date) => db.event.deleteMany({ where: { turn: { endedAt: { lt: before } } } })
