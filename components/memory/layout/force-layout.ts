import Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import { partNodes } from './part-nodes'

/** The layout's input: plain data that can be sent to a worker. `size` is a radius. */
export type ForceInput = {
  nodes: { id: string; size: number }[]
  edges: { from: string; to: string; weight: number }[]
}
/** `goOn` is called between rounds. */
type ForceLimits = { rounds: number; goOn: () => boolean }

const ROUND = 25
const GOLDEN = Math.PI * (3 - Math.sqrt(5))
const ROOM = 30

/**
 * ForceAtlas2 (Jacomy et al. 2014), started from a spiral in the given order, so that a graph always gives
 * the same picture unless `goOn` stops it early. Positions are around the origin and nodes do not overlap.
 */
export function forceLayout(
  { nodes, edges }: ForceInput,
  { rounds, goOn }: ForceLimits,
): [id: string, x: number, y: number][] {
  const graph = new Graph({ type: 'undirected', multi: true })
  nodes.forEach(({ id, size }, index) => {
    graph.addNode(id, {
      x: ROOM * Math.sqrt(index + 1) * Math.cos(index * GOLDEN),
      y: ROOM * Math.sqrt(index + 1) * Math.sin(index * GOLDEN),
      size,
    })
  })
  for (const { from, to, weight } of edges)
    if (graph.hasNode(from) && graph.hasNode(to) && from !== to) graph.addEdge(from, to, { weight })
  const settings = {
    ...forceAtlas2.inferSettings(nodes.length),
    gravity: 0.06,
    scalingRatio: 14,
    barnesHutOptimize: nodes.length > 600,
  }
  for (let round = 0; round < rounds && goOn(); round += 1)
    forceAtlas2.assign(graph, { iterations: ROUND, settings })
  const discs = nodes.map(({ id, size }) => ({
    id,
    size,
    x: Number(graph.getNodeAttribute(id, 'x')),
    y: Number(graph.getNodeAttribute(id, 'y')),
  }))
  return partNodes(discs).map(({ id, x, y }) => [id, Math.round(x), Math.round(y)])
}
