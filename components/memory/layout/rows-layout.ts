import { type GraphNode, NODE_KINDS } from '@/lib/shared/memory/graph'
import type { Placed, Point, Size } from './placed'

/** In graph units: a row of turns or facts, and columns of them. */
export const ROW = { height: 34, width: 330, indent: 18 } as const
export const SIDE = { height: 34, width: 280, gap: 60 } as const
const SHORTEST = 10

const PARTS: ReadonlySet<string> = new Set(['context', 'summary'])
/** Whether a node is drawn as a part of its turn's glyph where turns stand in rows. */
export const isPart = ({ kind }: Pick<GraphNode, 'kind'>) => PARTS.has(kind)

/** Pixels of the canvas around the rows. */
const AROUND = 150

/** The rows of the columns that are largest once all of them fit the canvas. */
function rowsFor(turns: number, { width, height }: Size): number {
  const columns = [...Array(Math.ceil(turns / SHORTEST)).keys()].map((index) => {
    const rows = Math.ceil(turns / (index + 1))
    const across = (width - AROUND) / ((index + 1) * ROW.width)
    return { rows, zoom: Math.min(1, across, (height - AROUND) / (rows * ROW.height)) }
  })
  return columns.reduce((best, one) => (one.zoom > best.zoom ? one : best), { rows: turns, zoom: 0 }).rows
}

/**
 * The turns of a conversation in reading order: down a column, then on to the next. Turns of later branches
 * are indented. Contexts and summaries are parts of their turns' glyphs, so they have no place.
 */
export function turnRows(nodes: readonly GraphNode[], canvas: Size, tall = false): Placed {
  const turns = nodes
    .filter(({ kind }) => kind === 'turn')
    .sort((a, b) => a.turnNumber - b.turnNumber || a.at.localeCompare(b.at) || (a.id < b.id ? -1 : 1))
  const rows = tall ? turns.length + 1 : Math.max(SHORTEST, rowsFor(turns.length, canvas))
  const main = turns[0]?.branchId
  const positions = new Map<string, Point>(
    turns.map(({ id, branchId }, index) => [
      id,
      {
        x: Math.floor(index / rows) * ROW.width + (branchId === main ? 0 : ROW.indent),
        y: (index % rows) * ROW.height,
      },
    ]),
  )
  const rest = nodes.filter((node) => node.kind !== 'turn' && !isPart(node))
  const right = Math.ceil(turns.length / rows) * ROW.width
  for (const [id, point] of sideColumns(
    rest,
    right + SIDE.gap / 2,
    Math.min(rows, turns.length) * ROW.height,
  ))
    positions.set(id, point)
  return { positions, sizes: new Map() }
}

/** Nodes one below the other by kind, in columns no longer than `height`; each kind begins a column. */
function sideColumns(nodes: readonly GraphNode[], left: number, height: number): [string, Point][] {
  const rows = Math.max(SHORTEST, Math.floor(height / SIDE.height))
  const order = ({ kind }: GraphNode) => NODE_KINDS.indexOf(kind)
  const sorted = [...nodes].sort(
    (a, b) => order(a) - order(b) || b.count - a.count || b.at.localeCompare(a.at) || (a.id < b.id ? -1 : 1),
  )
  let [column, row] = [-1, rows]
  return sorted.map((node, index) => {
    const isFirst = index > 0 && sorted[index - 1]?.kind !== node.kind
    if (row >= rows || (isFirst && rows - row < SHORTEST / 2)) [column, row] = [column + 1, 0]
    else if (isFirst) row += 0.5
    const point = { x: left + column * SIDE.width, y: row * SIDE.height + SIDE.height / 2 }
    row += 1
    return [node.id, point]
  })
}
