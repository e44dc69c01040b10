import type { Db } from '@/lib/db/engine/client'
import { type LaneRow, laneRows, memoryTotals, type TurnNodeRow } from '@/lib/db/memory/graph'
import { strategiesOfTurns, strategyLinks } from '@/lib/db/memory/graph-strategies'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { attemptsOf } from '@/lib/memory/map/map-nodes'
import { limits } from '@/lib/shared/limits'
import {
  type Collapsed,
  type GraphDto,
  type GraphQuery,
  graphQuerySchema,
  NODE_KINDS,
  type NodeKind,
} from '@/lib/shared/memory/graph'
import { graphEdges } from './graph-edges'
import { factNodes, fittingFacts, statedIn } from './graph-facts'
import { resolveFocus } from './graph-focus'
import { nodesOf } from './graph-nodes'
import { readParts } from './graph-parts'
import { planGraph } from './graph-plan'
import { fittingStrategies, type GraphStrategies, withTurns } from './graph-strategies'

const PER_TURN: readonly NodeKind[] = ['turn', 'context', 'summary']

/** How many turns, ranges, roll-ups, files and conversations fit into the limit. */
function shareOut(
  limit: number,
  kinds: ReadonlySet<NodeKind>,
  total: { turns: number; rollUps: number; files: number },
) {
  const perTurn = Math.max(1, PER_TURN.filter((kind) => kinds.has(kind)).length)
  const wanted = (kind: 'range' | 'roll-up' | 'file', there: number) => (kinds.has(kind) ? there : 0)
  const everything = total.turns * perTurn + wanted('roll-up', total.rollUps) + wanted('file', total.files)
  if (everything <= limit)
    return { turns: total.turns, ranges: 0, rollUps: total.rollUps, files: total.files, lanes: limit }
  const { shares } = limits.graph
  const part = (kind: 'range' | 'roll-up' | 'file', there: number) =>
    Math.min(Math.floor(limit * shares[kind]), wanted(kind, there))
  const rollUps = part('roll-up', total.rollUps)
  const files = part('file', total.files)
  const ranges = part('range', limit)
  return {
    turns: Math.floor((limit - rollUps - files - ranges) / perTurn),
    ranges,
    rollUps,
    files,
    lanes: Math.max(1, Math.floor(limit * shares.range)),
  }
}

/**
 * Memory as a graph of at most `limit` nodes, in a fixed order (conversation, number, kind). What does not
 * fit is collapsed into ranges; a query with a range's conversation and numbers expands it. Unknown
 * conversations give an empty graph.
 */
export async function loadGraph(db: Db, ownerId: string, input: GraphQuery = {}): Promise<GraphDto> {
  const query = graphQuerySchema.parse(input)
  const kinds = new Set<NodeKind>(query.kinds?.length ? query.kinds : NODE_KINDS)
  const focus = query.focus ? await resolveFocus(db, ownerId, query.focus) : null
  const conversationId = query.conversationId ?? (query.range ? focus?.conversationId : undefined)
  const [all, totals] = await Promise.all([
    laneRows(db, ownerId, conversationId),
    memoryTotals(db, ownerId, conversationId),
  ])
  const turns = all.reduce((sum, lane) => sum + lane.turns, 0)
  const room = shareOut(query.limit, kinds, { turns, ...totals })
  const lanes = all.filter((lane, i) => i < room.lanes || lane.id === focus?.conversationId)
  const plan = await planGraph(db, ownerId, lanes, {
    room: room.turns,
    ranges: Math.max(1, room.ranges),
    ...(query.range ? { expand: query.range } : {}),
    ...(focus ? { focus } : {}),
    ...(query.text?.trim() ? { text: query.text.trim() } : {}),
  })
  const plain = await readParts(db, ownerId, lanes, plan, kinds, room)
  const left = query.limit - (await nodesOf(db, ownerId, lanes, plain, kinds)).length
  const learned = kinds.has('strategy') ? await strategiesIn(db, ownerId, plain.turns) : []
  const stated = kinds.has('fact') ? statedIn(await factsFor(everywhere(db, ownerId)), plain.turns) : []
  const { fact, strategy } = limits.graph.shares
  const kept = Math.min(learned.length, Math.floor(query.limit * strategy), Math.ceil(left / 3))
  const facts = fittingFacts(stated, Math.min(left - kept, Math.floor(query.limit * fact)), focus)
  const most = Math.min(left - factNodes(facts).length, Math.floor(query.limit * strategy))
  const strategies = await linked(db, ownerId, fittingStrategies(learned, most, focus))
  const parts = { ...plain, facts, strategies }
  const nodes = await nodesOf(db, ownerId, lanes, parts, kinds)
  const edges = await graphEdges(db, ownerId, parts, new Set(nodes.map((node) => node.id)))
  const collapsedLane = ({ id, last, turns, tokens }: LaneRow): Collapsed => {
    return { conversationId: id, from: 1, to: last, turns, tokens, node: null }
  }
  const beyond = all.filter((lane) => !lanes.includes(lane)).map(collapsedLane)
  return {
    conversations: lanes.map(({ id, title, turns }) => ({ id, title, turns })),
    nodes,
    edges,
    collapsed: [...parts.ranges, ...beyond],
    total: { conversations: all.length, turns, ...totals, attempts: attemptsOf(all) },
  }
}

const strategiesIn = async (db: Db, ownerId: string, turns: TurnNodeRow[]) =>
  withTurns(
    await strategiesOfTurns(
      db,
      ownerId,
      turns.map(({ id }) => id),
    ),
    turns,
  )

const linked = async (
  db: Db,
  ownerId: string,
  nodes: GraphStrategies['nodes'],
): Promise<GraphStrategies> => ({
  nodes,
  links: await strategyLinks(
    db,
    ownerId,
    nodes.map(({ row }) => row.id),
  ),
})
