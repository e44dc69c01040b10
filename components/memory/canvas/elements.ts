import type { ElementDefinition } from 'cytoscape'
import { DAY_MS } from '@/lib/shared/day'
import { LINK_RELATIONS } from '@/lib/shared/learning/strategies'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import type { EdgeKind, GraphDto, GraphEdge, GraphNode, NodeKind } from '@/lib/shared/memory/graph'
import { conversationNode } from '@/lib/shared/memory/map'
import { namesIn } from '@/lib/shared/pick'
import { isIsland } from '../layout/island-layout'
import type { Placed, Point, Size } from '../layout/placed'
import { ROW_SIZE } from '../layout/rows-layout'
import type { Level } from '../place'
import { nodeSize } from './graph-style'
import { fullName } from './node-names'
import { hash, hueOf } from './palette'

/** What is drawn: nodes with a position. */
export type Picture = Placed & { graph: Pick<GraphDto, 'nodes' | 'edges'>; level: Level }

const SETTLED = new Set(['completed', 'retired', 'superseded', ''])
const MAY_BE_UNSETTLED: ReadonlySet<NodeKind> = new Set(['turn', 'fact', 'strategy'])
/** Pixels of the widest ribbon, and how much it grows each time its recalls double. */
const RIBBON = { least: 1.6, perDoubling: 1.5, most: 11 } as const
/** Width of the warm rim: of islands in pixels of the first view, of other nodes in graph units. */
const RIM = { island: { least: 2, more: 4 }, node: { least: 1.5, more: 2.5 } } as const
/** Drawn on an opened island only for what is pointed at or selected. */
const ON_DEMAND: ReadonlySet<EdgeKind> = new Set(namesIn('states taught cited about supersedes touched'))
/**
 * The strongest recalls between islands are drawn; others only for the node under the pointer or selected.
 */
const STRONGEST = 3
/** How visible recalls from one column of turns to another are, since texts are in front of them. */
const ACROSS = 0.35
/** Topics that share fewer turns than this are linked only for what is pointed at or selected. */
const isWeak = ({ from, count }: Pick<GraphEdge, 'from' | 'count'>) =>
  from.startsWith('topic:') && count < limitsOfTopics.map.leastTies
const IN_ROW: ReadonlySet<string> = new Set(['snapshot', 'summarises'])
export const CURVED: readonly EdgeKind[] = ['recalled', 'supersedes', ...LINK_RELATIONS]

export const drawnSize = (node: GraphNode, sizes: ReadonlyMap<string, Size>): Size =>
  sizes.get(node.id) ?? nodeSize(node)

export function pictureElements(picture: Picture): ElementDefinition[] {
  const { graph, positions, sizes } = picture
  const drawn = graph.nodes.filter(({ id }) => positions.has(id))
  const latest = graph.nodes.reduce(
    (last, { recalledAt = '' }) => (recalledAt > last ? recalledAt : last),
    '',
  )
  const rim = picture.level === 1 ? RIM.island : RIM.node
  const unitsPerPixel = picture.level === 1 && picture.area ? 1 / picture.area.zoom : 1
  const nodeElement = (node: GraphNode): ElementDefinition => {
    const warm = warmth(node, latest)
    return {
      group: 'nodes',
      data: {
        id: node.id,
        kind: node.kind,
        label: fullName(node),
        ...drawnSize(node, sizes),
        hue: hueOf(node),
        ...(warm > 0 ? { warm, warmBorder: unitsPerPixel * (rim.least + rim.more * warm) } : {}),
        unsettled: MAY_BE_UNSETTLED.has(node.kind) && !SETTLED.has(node.status) ? 1 : 0,
        retired: node.status === 'retired' || node.status === 'superseded' ? 1 : 0,
        ...(picture.level === 2 && picture.rows?.has(node.id)
          ? { card: conversationNode(node.conversationId) }
          : {}),
        ...(node.kind === 'topic' || (picture.level === 1 && node.kind === 'conversation')
          ? { coast: coastOf(node.id) }
          : {}),
      },
      position: { ...(positions.get(node.id) as Point) },
    }
  }
  return [...drawn.map(nodeElement), ...edgeElements(picture)]
}

/** From 0 to 1: how often something was recalled, less if that was long before the latest recall. */
function warmth({ recalls = 0, recalledAt = '' }: GraphNode, latest: string): number {
  if (recalls <= 0) return 0
  const days = Math.max(0, Date.parse(latest) - Date.parse(recalledAt)) / DAY_MS || 0
  return Math.min(1, Math.log2(1 + recalls) / 5) * (0.45 + 0.55 * 0.5 ** (days / 14))
}

function edgeElements({ graph, positions, sizes, rows, level }: Picture): ElementDefinition[] {
  const elements: ElementDefinition[] = []
  const strongest = new Set(
    graph.edges
      .filter(({ kind }) => kind === 'recalled')
      .sort((a, b) => b.count - a.count)
      .slice(0, STRONGEST)
      .map(({ id }) => id),
  )
  const islands = (level === 1 ? graph.nodes : []).flatMap((node) => {
    const at = isIsland(node) && positions.get(node.id)
    return at ? { id: node.id, ...at, ...drawnSize(node, sizes) } : []
  })
  const most = rows ? MOST_BENT.cards : level === 3 ? MOST_BENT.column : MOST_BENT.free
  const bendOfLink = (from: Point, to: Point, between: typeof islands) => {
    const bend = bendPast(between, from, to, most)
    return level === 4 ? bentUp(from, to, bend) : bend
  }
  const islandOf = new Map(islands.map((island) => [island.id, island]))
  for (const edge of graph.edges) {
    const { from: source, to: target } = edge
    const [from, to] = [source, target].map((id) => islandOf.get(id) ?? positions.get(id))
    if (!from || !to) continue
    const isCurved = CURVED.includes(edge.kind)
    if (isCurved && overlap(from, to)) continue
    const between = islands.filter(({ id }) => id !== source && id !== target)
    const isBetweenCards = level === 2 && [source, target].every((id) => id.startsWith('conversation:'))
    const isAcross = level === 3 && Math.abs(from.x - to.x) > ROW_SIZE.width / 2
    elements.push({
      group: 'edges',
      data: {
        id: edge.id,
        kind: edge.kind,
        source,
        target,
        // The control point of a curve between cards could lie inside one, and nothing would be drawn.
        bend: isCurved && !isBetweenCards ? bendOfLink(from, to, between) : 0,
        ...(islandOf.has(source) && islandOf.has(target) ? { middle: gapMiddle(from, to) } : {}),
        // In a row of glyphs a plain line is drawn fast; there are many.
        ...(level === 3 && IN_ROW.has(edge.kind) ? { inRow: 1 } : {}),
        weight: Math.min(RIBBON.most, RIBBON.least + RIBBON.perDoubling * Math.log2(edge.count)),
        strength: (edge.score === null ? 0.6 : 0.35 + 0.6 * edge.score) * (isAcross ? ACROSS : 1),
        // From the end of a column of turns to the next one it would cross all text.
        // On an opened island a line to a fact would run behind cards it has nothing to do with.
        ...((level === 1 && edge.kind === 'recalled' && !strongest.has(edge.id)) ||
        (level === 1 && edge.kind === 'ties' && isWeak(edge)) ||
        (isAcross && (edge.kind === 'next' || edge.kind === 'rolls-up')) ||
        (level === 2 && ON_DEMAND.has(edge.kind))
          ? { faint: 1 }
          : {}),
      },
    })
  }
  return elements
}

const POINTS = 40
/** Bays add at most .153: Cytoscape throws for a point beyond 1. */
const RADIUS = 0.846

/** An island's outline for Cytoscape, from -1 to 1: a circle with bays, always the same for an id. */
function coastOf(id: string): string {
  const seed = hash(id)
  const phase = (wave: number) => (((seed >>> (wave * 4)) % 97) / 97) * 2 * Math.PI
  const points: number[] = []
  for (let index = 0; index < POINTS; index += 1) {
    const angle = (index / POINTS) * 2 * Math.PI
    const bays =
      0.055 * Math.sin(2 * angle + phase(1)) +
      0.05 * Math.sin(3 * angle + phase(2)) +
      0.03 * Math.sin(5 * angle + phase(3)) +
      0.018 * Math.sin(9 * angle + phase(4))
    const radius = RADIUS + bays
    points.push(round(radius * Math.cos(angle)), round(radius * Math.sin(angle)))
  }
  return points.join(' ')
}

const round = (value: number) => Math.round(value * 1_000) / 1_000

/** In graph units; `share` = of the distance between the ends. */
const BEND = { share: 0.2, least: 18 } as const
/** The most a link may bend, in graph units: between turns in cards, between turns in a column, elsewhere. */
const MOST_BENT = { cards: 40, column: 52, free: 90 } as const
/** How far a link swerves past an island, as multiples of its usual bend. */
const SWERVES = [1, 2, -0.7, -0.3, -1.5, 3, -2.5, 4, -3.5]
const STEPS = 12

/** A point, or an island with its diameter. */
type Round = Point & Partial<Size>
const distanceOf = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y)

/** The same bend, turned so that the curve runs above the line, because names stand below it. */
const bentUp = (from: Point, to: Point, bend: number) => (to.x < from.x ? Math.abs(bend) : -Math.abs(bend))

/** Whether two islands overlap: Cytoscape draws no curve between them, and warns. */
const overlap = (from: Round, to: Round) =>
  from.width !== undefined && to.width !== undefined && distanceOf(from, to) < (from.width + to.width) / 2
/** The middle of the gap between two islands, as a share of the line between their centres. */
function gapMiddle(from: Round, to: Round): number {
  const distance = distanceOf(from, to) || 1
  return (distance + (from.width ?? 0) / 2 - (to.width ?? 0) / 2) / (2 * distance)
}

/** The first of the swerves with which a link runs behind none of the islands, or else behind the fewest. */
function bendPast(islands: readonly (Point & Size)[], from: Round, to: Round, most: number): number {
  // Negative, so that two curves between the same ends bend to different sides.
  const usual = -Math.max(BEND.least, Math.min(most, distanceOf(from, to) * BEND.share))
  if (islands.length === 0) return usual
  let best = { bend: usual, behind: Number.POSITIVE_INFINITY }
  for (const swerve of SWERVES) {
    const bend = swerve * usual
    const curve = pointsOf(from, to, bend)
    const behind = islands.filter((island) => curve.some((point) => isOn(island, point))).length
    if (behind < best.behind) best = { bend, behind }
    if (behind === 0) break
  }
  return best.bend
}

const isOn = ({ x, y, width, height }: Point & Size, point: Point) =>
  ((point.x - x) / (width / 2)) ** 2 + ((point.y - y) / (height / 2)) ** 2 < 1

/** Points of Cytoscape's quadratic curve; its control point is `bend` away from the middle of the gap. */
function pointsOf(from: Round, to: Round, bend: number): Point[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const aside = bend / (distanceOf(from, to) || 1)
  const middle = gapMiddle(from, to)
  const control = { x: from.x + dx * middle - dy * aside, y: from.y + dy * middle + dx * aside }
  return Array.from({ length: STEPS - 1 }, (_, i) => {
    const t = (i + 1) / STEPS
    const on = (a: number, c: number, b: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t ** 2 * b
    return { x: on(from.x, control.x, to.x), y: on(from.y, control.y, to.y) }
  })
}
