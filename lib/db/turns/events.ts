import type { Batch, Db, Prisma } from '@/lib/db/engine/client'
import { insertOps } from '@/lib/db/engine/rows'
import { storableJson, wellFormed } from '@/lib/shared/storable'
import { type Frame, turnEventSchema } from '@/lib/shared/turn/events'

export type LogRow = {
  turnId: string
  attempt: number
  seq: number
  type: string
  data: Prisma.InputJsonObject
}
/** A frame as it is stored. A delta is a piece of a text, so an emoji's joiner may stand at its edge. */
export const logRow = (turnId: string, { attempt, seq, event }: Frame): LogRow => ({
  ...{ turnId, attempt, seq, type: event.type },
  data: storableJson(event, wellFormed) as Prisma.InputJsonObject,
})

export const appendLogOps = (db: Db, rows: LogRow[]): Batch => insertOps(db, 'Event', rows)

export const lastFrame = (db: Db, turnId: string, attempt: number) =>
  db.event.findFirst({
    where: { turnId, attempt },
    orderBy: { seq: 'desc' },
    select: { seq: true, type: true },
  })

type From = { turnId: string; attempt: number; after: number }
/** The logs of several turns, each from its own place on; rows that no longer parse are left out. */
export async function readLogs(db: Db, wanted: From[]) {
  const found = new Map<string, Frame[]>()
  if (wanted.length === 0) return found
  const where = { OR: wanted.map(({ turnId, attempt, after }) => ({ turnId, attempt, seq: { gt: after } })) }
  const rows = await db.event.findMany({ where, orderBy: { seq: 'asc' } })
  for (const { turnId, attempt, seq, data } of rows) {
    const { data: event } = turnEventSchema.safeParse(data)
    const frames = found.get(turnId) ?? []
    if (event) frames.push({ attempt, seq, event })
    found.set(turnId, frames)
  }
  return found
}
export const readLog = async (db: Db, turnId: string, attempt: number) =>
  (await readLogs(db, [{ turnId, attempt, after: 0 }])).get(turnId) ?? []

/** Logs of turns that settled before then: a settled turn is shown from its rows. */
export const pruneLogs = (db: Db, before: Date) =>
  db.event.deleteMany({ where: { turn: { endedAt: { lt: before } } } })
