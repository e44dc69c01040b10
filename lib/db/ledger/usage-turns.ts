import type { Sql } from '@prisma/client/runtime/client'
import { breath } from '@/lib/base/breath'
import type { Db } from '@/lib/db/engine/client'
import { getConversation } from '@/lib/db/turns/conversations'
import type { UsagePoint } from '@/lib/shared/usage'
import { foldUsage, num, type Row } from './usage-fold'
import {
  callsQuery,
  extentQuery,
  type Period,
  placed,
  pointsQuery,
  sectionsQuery,
  type UsageScope,
  upkeepPointQuery,
  upkeepQuery,
} from './usage-sql'

/** Turns read at once: few enough for memory, many enough that a large ledger is not read too often. */
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
  const [extent] = await read(extentQuery(scope))
  const turns = num(extent?.ran) + num(extent?.came)
  for (let low = 1; low <= turns; low += slabTurns) {
    const high = low + slabTurns - 1
    const places = { from: low, to: high, size: 1, imported: false }
    const plain = placed(scope, places, false)
    const rows = {
      points: await read(pointsQuery(plain)),
      calls: await read(callsQuery(placed(scope, places, true), low, high)),
      sections: await read(sectionsQuery(plain, low, high)),
    }
    yield foldUsage(rows, 1).points
  }
  if (conversationId) return
  const calls = await read(upkeepQuery(scope))
  yield foldUsage({ points: await read(upkeepPointQuery(scope)), calls, sections: [] }, 1).outside
}
