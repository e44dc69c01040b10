import type { Sql } from '@prisma/client/runtime/client'
import { breath } from '@/lib/base/breath'
import type { Db } from '@/lib/db/engine/client'
import { activePath } from '@/lib/db/turns/active-path'
import { getConversation } from '@/lib/db/turns/conversations'
import { limits } from '@/lib/shared/limits'
import type { UsageReport } from '@/lib/shared/usage/usage'
import { pointSize } from '@/lib/shared/usage/usage-maths'
import { conversationSavings } from './conversation-savings'
import { type Folded, foldDepths, foldUsage, num, type Row } from './usage-fold'
import {
  callsQuery,
  cappedQuery,
  depthsQuery,
  extentQuery,
  firstRunQuery,
  type Period,
  placed,
  pointsQuery,
  sectionsQuery,
  type UsageScope,
  upkeepPointQuery,
  upkeepQuery,
} from './usage-sql'
import { windowUsage } from './usage-windows'

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
  const scope: UsageScope = {
    ownerId,
    period,
    conversation: conversation ? { id: conversation.id, path: active?.path ?? [['', 0]] } : null,
  }
  const read = async (sql: Sql) => {
    await breath()
    return db.$queryRaw<Row[]>(sql)
  }
  const [extent] = await read(extentQuery(scope))
  const [run] = active ? await read(firstRunQuery(ownerId, active.path, period)) : []
  const first = num(run?.first) || 1
  const end = conversation ? (period ? num(run?.last) : (active?.leaf.number ?? 0)) : num(extent?.ran)
  const from = Math.max(first, Math.min(end, query.range?.from ?? first))
  const to = Math.max(from, Math.min(end, query.range?.to ?? end))
  const size = pointSize(to - from + 1, maxPoints)
  const places = { from, to, size, imported: num(extent?.came) > 0 }
  const plain = placed(scope, places, false)
  const withHistory = placed(scope, places, true)

  const rows: { points: Row[]; calls: Row[]; sections: Row[] } = {
    points: await read(pointsQuery(plain)),
    calls: [],
    sections: [],
  }
  const last = conversation ? num(extent?.number) : Math.max(end, num(extent?.came))
  for (let low = 1; low <= last; low += slabTurns) {
    const high = low + slabTurns - 1
    rows.calls.push(...(await read(callsQuery(withHistory, low, high))))
    rows.sections.push(...(await read(sectionsQuery(plain, low, high))))
  }
  if (!conversation) {
    rows.points.push(...(await read(upkeepPointQuery(scope))))
    const calls = await read(upkeepQuery(scope))
    rows.calls.push(...calls)
    rows.sections.push(...calls.map((row) => ({ ...row, section: 'task', tokens: num(row.estInputTokens) })))
  }
  const depths = await read(depthsQuery(scope))
  const capped = await read(cappedQuery(scope))
  await breath()
  const windows = await windowUsage(db, scope)
  const { conversations, ...folded } = foldUsage(rows, size)
  return {
    conversationId: conversation?.id ?? null,
    title: conversation?.title ?? '',
    turns: Math.max(0, end - first + 1),
    size,
    range: query.range && { from, to },
    period: period && { since: period.since.toISOString(), until: period.until.toISOString() },
    ...folded,
    savings: conversation ? null : await conversationSavings(db, ownerId, conversations),
    depths: foldDepths(depths, capped),
    windows,
  }
}
