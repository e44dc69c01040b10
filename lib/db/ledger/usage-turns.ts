import type { Sql } from '@prisma/client/runtime/client'
import { breath } from '@/lib/base/breath'
import type { Db } from '@/lib/db/engine/client'
import { getConversation } from '@/lib/db/turns/conversations'
import type { UsagePoint } from '@/lib/shared/usage/usage'
import { foldUsage, num, type Row } from './usage-fold'
import {
  callsOfTurnsQuery,
  type Period,
  sectionsOfTurnsQuery,
  turnsQuery,
  type UsageScope,
  upkeepPointQuery,
  upkeepQuery,
} from './usage-sql'

/** Turns whose calls are read at once. */
const SLAB_TURNS = 2_000

type Query = { conversationId: string | null; period: Period | null }

/**
 * Every turn of a conversation or of all, in time order, a slab at a time: each with all its calls, on any branch and
 * imported ones too. Over all conversations a last point holds the calls that no turn caused, so that everything adds up
 * to the report of the same query. @throws MnemeError not_found.
 */
export async function* usageTurns(
  db: Db,
  ownerId: string,
  { conversationId, period }: Query,
  slabTurns: number = SLAB_TURNS,
): AsyncGenerator<UsagePoint[]> {
  if (conversationId) await getConversation(db, ownerId, conversationId)
  const scope: UsageScope = {
    ownerId,
    period,
    conversation: conversationId ? { id: conversationId, path: null } : null,
  }
  const read = async (sql: Sql) => {
    await breath()
    return db.$queryRaw<Row[]>(sql)
  }
  const turns = await read(turnsQuery(scope))
  for (let low = 0; low < turns.length; low += slabTurns) {
    const slab = turns.slice(low, low + slabTurns)
    const ids = slab.map((turn) => String(turn.id))
    const places = new Map(ids.map((id, bucket) => [id, bucket]))
    const bucketOf = (row: Row) => places.get(String(row.turnId)) ?? 0
    const calls = (await read(callsOfTurnsQuery(ids))).map((row) => {
      const bucket = bucketOf(row)
      const each = (before: Row[string] | undefined) => num(before) * num(row.calls)
      const { plain, full, imported } = slab[bucket] ?? {}
      return { ...row, bucket, plain: each(plain), full: each(full), imported: each(imported) }
    })
    const sections = (await read(sectionsOfTurnsQuery(ids))).map((row) => ({ ...row, bucket: bucketOf(row) }))
    const points = slab.map((turn, bucket) => ({
      ...turn,
      bucket,
      turns: 1,
      from: low + bucket + 1,
      to: low + bucket + 1,
    }))
    yield foldUsage({ points, calls, sections }, 1).points
  }
  if (conversationId) return
  const calls = await read(upkeepQuery(scope))
  yield foldUsage({ points: await read(upkeepPointQuery(scope)), calls, sections: [] }, 1).outside
}
