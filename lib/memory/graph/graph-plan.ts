import type { Db } from '@/lib/db/engine/client'
import { type LaneRow, type TurnChoice, turnsPerNumber } from '@/lib/db/memory/graph'
import { turnsSaying } from '@/lib/memory/search/turns-saying'
import { gaps, type Range } from '@/lib/memory/summaries/ranges'
import { limits } from '@/lib/shared/limits'

export type Span = Range & { conversationId: string }
/** Which turns are shown themselves, and which numbers are collapsed into ranges of `size`. */
export type GraphPlan = { detail: TurnChoice[]; ranges: (Span & { size: number })[] }

type PlanQuery = {
  /** How many turns may be shown themselves. */
  room: number
  /** How many ranges may stand for the others. */
  ranges: number
  /** Numbers to expand, in the only lane. */
  expand?: Range
  /** A node whose turns must be visible. */
  focus?: Span
  text?: string
}

const SIZES = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000, 1_000_000]
const ROW = 20
/**
 * Few ranges per lane, so that expanding one is worthwhile; round sizes, so that they match roll-ups and stay
 * stable as the conversation grows.
 */
const sizeFor = (length: number, most: number) =>
  SIZES.find((size) => Math.ceil(length / size) + 1 <= Math.max(2, Math.min(most, ROW))) ?? 1_000_000

/** The numbers nearest to `anchor` with at most `room` turns, including siblings on other branches. */
async function nearest(
  db: Db,
  ownerId: string,
  lane: LaneRow,
  anchor: number,
  room: number,
): Promise<Range | null> {
  const around = { from: Math.max(1, anchor - room), to: Math.min(lane.last, anchor + room) }
  const rows = await turnsPerNumber(db, ownerId, lane.id, around.from, around.to)
  const chosen: number[] = []
  let left = room
  for (const { number, turns } of rows.sort(
    (a, b) => Math.abs(a.number - anchor) - Math.abs(b.number - anchor) || b.number - a.number,
  )) {
    if (turns > left) break
    left -= turns
    chosen.push(number)
  }
  return chosen.length ? { from: Math.min(...chosen), to: Math.max(...chosen) } : null
}

const split = (lane: LaneRow, spans: Range[], most: number) =>
  spans.map((span) => ({ ...span, conversationId: lane.id, size: sizeFor(span.to - span.from + 1, most) }))

async function expanded(
  db: Db,
  ownerId: string,
  lane: LaneRow,
  range: Range,
  { room, ranges }: PlanQuery,
): Promise<GraphPlan> {
  const inside = { from: range.from, to: Math.min(range.to, lane.last) }
  const outside = split(lane, gaps([inside], { from: 1, to: lane.last }), ranges / 3)
  if (inside.from > inside.to) return { detail: [], ranges: outside }
  const turns = (await turnsPerNumber(db, ownerId, lane.id, inside.from, inside.to)).reduce(
    (sum, row) => sum + row.turns,
    0,
  )
  if (turns <= room) return { detail: [{ conversationId: lane.id, ...inside }], ranges: outside }
  return {
    detail: [],
    ranges: [...outside, ...split(lane, [inside], ranges)].sort((a, b) => a.from - b.from),
  }
}

/**
 * The newest turns of the newest conversations (or those around the focus, or in the expanded range) in full,
 * and all other numbers in ranges.
 */
export async function planGraph(
  db: Db,
  ownerId: string,
  lanes: LaneRow[],
  query: PlanQuery,
): Promise<GraphPlan> {
  const { room, text, expand, focus } = query
  const all = lanes.reduce((sum, lane) => sum + lane.turns, 0)
  if (text) {
    const laneIds = lanes.map((lane) => lane.id)
    return { detail: [{ ids: await turnsSaying(db, ownerId, text, laneIds, room) }], ranges: [] }
  }
  const [only] = lanes
  if (expand && only && lanes.length === 1) return expanded(db, ownerId, only, expand, query)
  if (all <= room)
    return { detail: lanes.map((lane) => ({ conversationId: lane.id, from: 1, to: lane.last })), ranges: [] }

  const plan: GraphPlan = { detail: [], ranges: [] }
  const most = Math.max(1, Math.floor(query.ranges / lanes.length))
  let left = room
  const focused = focus ? lanes.filter((lane) => lane.id === focus.conversationId) : []
  for (const lane of [...focused, ...lanes.filter((lane) => !focused.includes(lane))]) {
    const half = Math.max(limits.graph.leastTurns, Math.floor(left / 2))
    const share = lanes.length === 1 ? left : Math.min(left, lane.turns, half)
    const middle = focus && focused.includes(lane) ? Math.round((focus.from + focus.to) / 2) : lane.last
    const anchor = Math.min(lane.last, middle)
    const detail = share > 0 ? await nearest(db, ownerId, lane, anchor, share) : null
    if (detail) {
      plan.detail.push({ conversationId: lane.id, ...detail })
      left -= share
    }
    plan.ranges.push(...split(lane, gaps(detail ? [detail] : [], { from: 1, to: lane.last }), most))
  }
  return plan
}
