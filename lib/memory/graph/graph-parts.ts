import type { Db } from '@/lib/db/engine/client'
import {
  bucketRows,
  contextRows,
  datesOf,
  type LaneRow,
  rollUpRows,
  type TurnNodeRow,
  turnRows,
  turnSummaryRows,
} from '@/lib/db/memory/graph'
import { touchRows } from '@/lib/db/memory/graph-links'
import { type Collapsed, type NodeKind, rangeId } from '@/lib/shared/memory/graph'
import type { GraphFact } from './graph-facts'
import type { GraphPlan, Span } from './graph-plan'
import { type GraphStrategies, NO_STRATEGIES } from './graph-strategies'

/** The rows of a graph before edges, by kind and in order. */
export type GraphParts = {
  turns: TurnNodeRow[]
  contexts: Awaited<ReturnType<typeof contextRows>>
  summaries: Awaited<ReturnType<typeof turnSummaryRows>>
  rollUps: Awaited<ReturnType<typeof rollUpRows>>
  touches: Awaited<ReturnType<typeof touchRows>>
  ranges: Collapsed[]
  facts: GraphFact[]
  strategies: GraphStrategies
}

export const NO_PARTS: GraphParts = {
  turns: [],
  contexts: [],
  summaries: [],
  rollUps: [],
  touches: [],
  ranges: [],
  facts: [],
  strategies: NO_STRATEGIES,
}

/** Reads the rows of a plan, without facts and strategies: they get the room that is left. */
export async function readParts(
  db: Db,
  ownerId: string,
  lanes: LaneRow[],
  plan: GraphPlan,
  kinds: ReadonlySet<NodeKind>,
  room: { rollUps: number; files: number },
): Promise<GraphParts> {
  const turns = await turnRows(db, ownerId, plan.detail)
  const ids = turns.map((turn) => turn.id)
  const spanOf = ({ id, last }: LaneRow): Span => {
    const shown = turns.filter((turn) => turn.conversationId === id).map((turn) => turn.number)
    const numbers = shown.length ? shown : [last]
    return { conversationId: id, from: Math.min(...numbers), to: Math.max(...numbers) }
  }
  const [contexts, touches, rollUps, ranges] = await Promise.all([
    kinds.has('context') || kinds.has('summary') ? contextRows(db, ownerId, ids) : [],
    kinds.has('file') ? touchRows(db, ownerId, ids) : [],
    kinds.has('roll-up') ? rollUpsOf(db, ownerId, lanes.map(spanOf), room.rollUps) : [],
    rangesOf(db, ownerId, lanes, plan, kinds.has('range')),
  ])
  const contextIds = contexts.map((context) => context.id)
  const summaries = kinds.has('summary') ? await turnSummaryRows(db, ownerId, contextIds) : []
  return {
    ...NO_PARTS,
    ...{ turns, contexts, summaries, rollUps, ranges },
    touches: mostTouched(touches, turns, room.files),
  }
}

/** Conversation after conversation, until there are enough. */
async function rollUpsOf(db: Db, ownerId: string, spans: Span[], most: number) {
  const found: GraphParts['rollUps'] = []
  for (const span of spans) {
    if (found.length >= most) break
    found.push(...(await rollUpRows(db, ownerId, span.conversationId, span, most - found.length)))
  }
  return found
}

async function rangesOf(
  db: Db,
  ownerId: string,
  lanes: LaneRow[],
  plan: GraphPlan,
  shown: boolean,
): Promise<Collapsed[]> {
  const found: Collapsed[] = []
  const laneOf = new Map(lanes.map((lane) => [lane.id, lane]))
  const isWhole = ({ conversationId, from, to, size }: GraphPlan['ranges'][number]) =>
    from === 1 && to === laneOf.get(conversationId)?.last && size >= to
  const dates = await datesOf(
    db,
    ownerId,
    plan.ranges.filter(isWhole).map(({ conversationId }) => conversationId),
  )
  for (const range of plan.ranges) {
    const { conversationId, from, to, size } = range
    const lane = laneOf.get(conversationId)
    const rows =
      lane && isWhole(range)
        ? [{ from, to, turns: lane.turns, tokens: lane.tokens, ...dates.get(conversationId) }]
        : await bucketRows(db, ownerId, conversationId, from, to, size)
    found.push(
      ...rows.map((row) => {
        const node = shown ? rangeId(conversationId, row.from, row.to) : null
        return { conversationId, ...row, node }
      }),
    )
  }
  return found
}

/** Touches of the most touched files. */
function mostTouched(
  touches: GraphParts['touches'],
  turns: TurnNodeRow[],
  most: number,
): GraphParts['touches'] {
  const conversationOf = new Map(turns.map((turn) => [turn.id, turn.conversationId]))
  const key = ({ turnId, path }: GraphParts['touches'][number]) => `${conversationOf.get(turnId)}:${path}`
  const counts = new Map<string, number>()
  for (const touch of touches) counts.set(key(touch), (counts.get(key(touch)) ?? 0) + 1)
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const kept = new Set(ranked.slice(0, most).map(([file]) => file))
  return touches.filter((touch) => kept.has(key(touch)))
}
