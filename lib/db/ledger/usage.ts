import { breath, pacer } from '@/lib/base/breath'
import { type Db, onSqlite } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { activePath } from '@/lib/db/turns/active-path'
import { getConversation, samplesOf } from '@/lib/db/turns/conversations'
import type { BranchPath } from '@/lib/db/turns/path'
import { limits } from '@/lib/shared/limits'
import type { UsageReport } from '@/lib/shared/usage/usage'
import { pointSize } from '@/lib/shared/usage/usage-maths'
import { conversationSavings } from './conversation-savings'
import { type Folded, UsageFold, windowsOf } from './usage-fold'
import { addToPoint, ledgerReader, type PlacedTurn, type PointRow, placedTurns } from './usage-places'
import { OUTSIDE, type Period, placeTable, type UsageScope, upkeepPointQuery, upkeepQuery } from './usage-sql'

export type UsageQuery = {
  conversationId: string | null
  range: { from: number; to: number } | null
  period?: Period | null
}
/** Everything recorded, added up by the database; prices are the caller's to add. */
export type Recorded = Omit<UsageReport, 'models'> & Pick<Folded, 'models'>

type Sizes = { maxPoints: number; slabTurns: number }

/**
 * The ledger of a conversation or of all, turn by turn: points for the turns of the active path that ran (or
 * for all that ran, in time order), and what is outside of them, together every recorded call.
 * @throws MnemeError not_found.
 */
export async function recordedUsage(
  db: Db,
  ownerId: string,
  query: UsageQuery,
  { maxPoints, slabTurns }: Sizes = limits.usage,
): Promise<Recorded> {
  const conversation = query.conversationId ? await getConversation(db, ownerId, query.conversationId) : null
  const active = conversation ? await activePath(db, ownerId, conversation.id) : null
  const period = query.period ?? null
  const path = active?.path ?? []
  const scope: UsageScope = {
    ownerId,
    period,
    conversation: conversation ? { id: conversation.id, path } : null,
  }
  const read = ledgerReader(db)
  const turns = await placedTurns(db, scope)
  const isShown = onPath(conversation ? path : null)
  const pace = pacer()
  let [least, last, versions] = [0, 0, 0]
  const places = new Map<string, Set<number>>()
  for (const turn of turns) {
    await pace()
    if (turn.came || !isShown(turn)) continue
    const taken = places.get(turn.conversationId) ?? new Set()
    turn.again = taken.has(turn.number)
    if (turn.again) versions += 1
    places.set(turn.conversationId, taken.add(turn.number))
    least = Math.min(least || turn.pos, turn.pos)
    last = Math.max(last, turn.pos)
  }
  const first = conversation ? least || 1 : 1
  const end = conversation && !period ? (active?.leaf.number ?? 0) : last
  const from = Math.max(first, Math.min(end, query.range?.from ?? first))
  const to = Math.max(from, Math.min(end, query.range?.to ?? end))
  const size = pointSize(to - from + 1, maxPoints)
  const bucketOf = (turn: PlacedTurn) => {
    if (turn.came) return OUTSIDE.imported
    if (!isShown(turn)) return OUTSIDE.branches
    if (turn.pos < from) return OUTSIDE.before
    return turn.pos > to ? OUTSIDE.after : Math.floor((turn.pos - from) / size)
  }

  const points = new Map<number, PointRow>()
  for (const turn of turns) {
    await pace()
    turn.bucket = bucketOf(turn)
    addToPoint(points, turn)
  }
  const ofNone = conversation ? [] : await read(upkeepPointQuery(scope))
  const fold = new UsageFold([...points.values(), ...ofNone], size)
  for (const slab of chunks(turns, slabTurns)) await fold.addPlace(placeTable(slab, onSqlite(db)), read)
  if (!conversation) fold.addCalls(await read(upkeepQuery(scope)))
  await breath()
  const { conversations, ...folded } = fold.result()
  return {
    conversationId: conversation?.id ?? null,
    title: conversation?.title ?? '',
    turns: Math.max(0, end - first + 1),
    versions,
    oneConversation: conversation !== null || places.size === 1,
    size,
    range: query.range && { from, to },
    period: period && { since: period.since.toISOString(), until: period.until.toISOString() },
    ...folded,
    savings: conversation ? null : await conversationSavings(db, ownerId, conversations),
    depths: fold.depthsOf(turns),
    windows: windowsOf(turns, await samplesOf(db, ownerId)),
  }
}

/** Whether a turn is on the path that is shown; without a path every turn is. */
function onPath(path: BranchPath | null): (turn: PlacedTurn) => boolean {
  if (path === null) return () => true
  const spans = new Map(path.map(([branchId, max], i) => [branchId, { after: path[i - 1]?.[1] ?? 0, max }]))
  return ({ branchId, number }) => {
    const span = spans.get(branchId)
    return span !== undefined && number > span.after && number <= span.max
  }
}
