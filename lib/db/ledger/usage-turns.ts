import { type Db, onSqlite } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/rows'
import { getConversation } from '@/lib/db/turns/conversations'
import { limits } from '@/lib/shared/limits'
import type { UsagePoint } from '@/lib/shared/usage/usage'
import { uncountedModels } from './uncounted'
import { readPlace, UsageFold } from './usage-fold'
import { addToPoint, ledgerReader, type PointRow, placedTurns } from './usage-places'
import { placeTable, type SqlPeriod, type UsageScope, upkeepQuery } from './usage-sql'

type Query = { conversationId: string | null; period: SqlPeriod | null }

/**
 * Every turn with calls of a conversation or of all, in time order, a slab at a time, on any branch and imported
 * ones too. Over all conversations a last point holds the calls that no turn caused, so
 * that everything adds up to the report of the same query. @throws MnemeError not_found.
 */
export async function* usageTurns(
  db: Db,
  ownerId: string,
  { conversationId, period }: Query,
  slabTurns: number = limits.usage.slabTurns,
): AsyncGenerator<UsagePoint[]> {
  if (conversationId) await getConversation(db, ownerId, conversationId)
  const scope: UsageScope = {
    ownerId,
    period,
    conversationId,
    uncounted: await uncountedModels(db, ownerId, conversationId),
  }
  const read = ledgerReader(db)
  for (const [place, slab] of chunks(await placedTurns(db, scope), slabTurns).entries()) {
    const points = new Map<number, PointRow>()
    for (const [i, turn] of slab.entries()) {
      turn.bucket = i
      turn.pos = place * slabTurns + i + 1
      addToPoint(points, turn)
    }
    const fold = new UsageFold([...points.values()], 1)
    fold.addPlace(await readPlace(placeTable(slab, onSqlite(db)), scope, read))
    yield fold.result().points.filter(({ calls }) => calls > 0)
  }
  if (conversationId) return
  const upkeep = await read(upkeepQuery(scope, onSqlite(db)))
  if (upkeep.length === 0) return
  const fold = new UsageFold([{ ...upkeep[0], bucket: 0 }], 2)
  fold.addCalls(upkeep.map((row) => ({ ...row, bucket: 0 })))
  yield fold.result().points
}
