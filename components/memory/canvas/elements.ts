import type { ElementDefinition } from 'cytoscape'
import type { EdgeKind, GraphDto, GraphEdge, GraphNode, NodeKind } from '@/lib/shared/graph'
import { LINK_RELATIONS } from '@/lib/shared/strategies'
import type { Point } from '../layout/spine'
import { arcDepth } from '../layout/time-layout'
import type { View } from '../place'
import { nodeSize } from './graph-style'

const EVERY = 5
/** Below this many nodes, all are labelled. */
const FEW = 40
const SHORT_CHARS = 26
/** Links within a band hang below what is in between. */
const SAG = 38
const WITHIN_BAND: ReadonlySet<EdgeKind> = new Set(['supersedes', ...LINK_RELATIONS])
const SETTLED = new Set(['completed', 'retired', ''])
const MAY_BE_UNSETTLED: ReadonlySet<NodeKind> = new Set(['turn', 'fact', 'strategy'])
const NAMED: Record<View, string> = { time: 'named', force: 'named', local: 'named boxed' }

/** Nodes labelled without hover: few, so that the graph stays readable. */
function isNamed(node: GraphNode, view: View, nodes: number): boolean {
  if (view === 'local') return true
  if (node.kind === 'turn') return nodes <= FEW || node.turnNumber % EVERY === 0 || node.turnNumber === 1
  return (
    node.kind === 'range' ||
    (view === 'time' && (node.kind === 'roll-up' || node.kind === 'file')) ||
    node.kind === 'entity'
  )
}

const cut = (text: string) =>
  text.length > SHORT_CHARS ? `${text.slice(0, SHORT_CHARS - 1).trimEnd()}…` : text
const span = ({ from, to }: GraphNode) => (from === to ? String(from) : `${from}–${to}`)

/** A node's permanent label. */
function shortName(node: GraphNode, view: View): string {
  if (node.kind === 'turn' && view === 'time') return String(node.turnNumber)
  if (node.kind === 'turn' && view === 'local') return cut(`${node.turnNumber} ${node.label}`)
  if (node.kind === 'turn') return `Turn ${node.turnNumber}`
  if (node.kind === 'roll-up' || node.kind === 'range') return span(node)
  if (node.kind === 'file') return cut(node.label.split('/').at(-1) ?? node.label)
  if (node.kind === 'fact' || node.kind === 'entity' || node.kind === 'strategy') return cut(node.label)
  return `${node.kind} ${node.turnNumber}`
}

/** A node's label on hover. */
export function fullName(node: GraphNode): string {
  const text = node.label.replace(/\s+/g, ' ').trim()
  if (node.kind === 'turn') return `Turn ${node.turnNumber}: ${text}`
  if (node.kind === 'summary') return `Summary of turn ${node.turnNumber}: ${text}`
  if (node.kind === 'roll-up') return `Roll-up of turns ${span(node)}: ${text}`
  if (node.kind === 'range') return `Turns ${span(node)}, folded. Click to open`
  if (node.kind === 'fact') return `Fact: ${text}`
  if (node.kind === 'strategy') return `Strategy${node.status && `, ${node.status}`}: ${text}`
  return text
}

export type Picture = {
  graph: Pick<GraphDto, 'nodes' | 'edges'>
  positions: ReadonlyMap<string, Point>
  view: View
}

/** A graph as Cytoscape elements: every node and link once. */
export function pictureElements({ graph, positions, view }: Picture): ElementDefinition[] {
  const recalled = new Set(graph.edges.filter((edge) => edge.kind === 'recalled').map((edge) => edge.to))
  const at = (id: string) => positions.get(id) ?? { x: 0, y: 0 }
  const nodeElement = (node: GraphNode): ElementDefinition => ({
    group: 'nodes',
    data: {
      id: node.id,
      kind: node.kind,
      label: fullName(node),
      short: shortName(node, view),
      ...nodeSize(node),
      recalled: recalled.has(node.id) ? 1 : 0,
      unsettled: MAY_BE_UNSETTLED.has(node.kind) && !SETTLED.has(node.status) ? 1 : 0,
      retired: node.status === 'retired' ? 1 : 0,
    },
    position: { ...at(node.id) },
    classes: isNamed(node, view, graph.nodes.length) ? NAMED[view] : '',
  })
  return [
    ...graph.nodes.map(nodeElement),
    ...graph.edges.map((edge) => edgeElement(edge, view, at(edge.from), at(edge.to))),
  ]
}

/**
 * In the time view arcs hang below their ends. Elsewhere they bend slightly, so that two links between the
 * same nodes stay apart.
 */
function edgeElement(edge: GraphEdge, view: View, from: Point, to: Point): ElementDefinition {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const hanging = WITHIN_BAND.has(edge.kind) ? SAG : 2 * arcDepth(edge, distance)
  const depth = view === 'time' ? hanging : Math.min(60, distance * 0.22)
  const score = edge.score ?? 0.5
  return {
    group: 'edges',
    data: {
      id: edge.id,
      kind: edge.kind,
      source: edge.from,
      target: edge.to,
      bend: to.x < from.x ? -depth : depth,
      weight: 1 + 2.4 * score,
      strength: 0.35 + 0.6 * score,
    },
  }
}
