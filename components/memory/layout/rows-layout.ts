import { groupBy } from '@/lib/shared/group-by'
import type { GraphNode } from '@/lib/shared/memory/graph'
import { isNarrow, type Placed, type Point, type Size } from './placed'

/** In graph units: a row with a turn and its text, and columns of them. */
export const ROW_SIZE = { height: 34, width: 330, indent: 18 } as const
/** Left of a turn: its context, its summary, and a column for each level of roll-ups. */
const PARTS = { context: 20, summary: 39, rollUp: 66, level: 26, half: 8 } as const
/** From the middle of a turn to what is left of it, without its parts. */
const HALF_TURN = 22
const SHORTEST = 10
/** Pixels of the canvas around the rows. */
const AROUND = 150

/** The rows of the columns that are largest once all of them fit the canvas. */
function rowsFor(turns: number, pitch: number, { width, height }: Size): number {
  const columns = [...Array(Math.ceil(turns / SHORTEST)).keys()].map((index) => {
    const rows = Math.ceil(turns / (index + 1))
    const across = (width - AROUND) / ((index + 1) * pitch)
    return { rows, zoom: Math.min(1, across, (height - AROUND) / (rows * ROW_SIZE.height)) }
  })
  return columns.reduce((best, one) => (one.zoom > best.zoom ? one : best), { rows: turns, zoom: 0 }).rows
}

/** How far the parts of turns reach to the left. */
function reachOf(nodes: readonly GraphNode[]): number {
  const levels = Math.max(0, ...nodes.map(({ level }) => level))
  if (levels > 0) return PARTS.rollUp + (levels - 1) * PARTS.level + 2 * PARTS.half
  if (nodes.some(({ kind }) => kind === 'summary')) return PARTS.summary + PARTS.half
  return nodes.some(({ kind }) => kind === 'context') ? PARTS.context + PARTS.half : HALF_TURN
}

/** Turns in reading order, by column, with context and summary; later branches are indented. */
export function rowsLayout(nodes: readonly GraphNode[], canvas: Size): Placed {
  const turns = nodes
    .filter(({ kind }) => kind === 'turn')
    .sort((a, b) => a.turnNumber - b.turnNumber || a.at.localeCompare(b.at) || (a.id < b.id ? -1 : 1))
  const pitch = ROW_SIZE.width + reachOf(nodes)
  // A phone is scrolled down only.
  const rows = isNarrow(canvas) ? turns.length + 1 : Math.max(SHORTEST, rowsFor(turns.length, pitch, canvas))
  const main = turns[0]?.branchId
  const positions = new Map<string, Point>(
    turns.map(({ id, branchId }, index) => [
      id,
      {
        x: Math.floor(index / rows) * pitch + (branchId === main ? 0 : ROW_SIZE.indent),
        y: (index % rows) * ROW_SIZE.height,
      },
    ]),
  )
  const atTurn = new Map(turns.map(({ id, turnId }) => [turnId, positions.get(id) as Point]))
  for (const { id, kind, turnId } of nodes) {
    const turn = atTurn.get(turnId)
    if (turn && (kind === 'context' || kind === 'summary'))
      positions.set(id, { x: turn.x - PARTS[kind], y: turn.y })
  }
  for (const rollUp of nodes.filter(({ kind }) => kind === 'roll-up')) {
    const at = besideTurns(rollUp, turns, positions)
    if (at) positions.set(rollUp.id, at)
  }
  return { positions, sizes: new Map() }
}

/** Next to the middle of the turns that it covers, in the column that has most of them. */
function besideTurns(
  { level, from, to }: GraphNode,
  turns: readonly GraphNode[],
  positions: ReadonlyMap<string, Point>,
): Point | null {
  const covered = turns
    .filter(({ turnNumber }) => from <= turnNumber && turnNumber <= to)
    .flatMap(({ id }) => positions.get(id) ?? [])
  const [most = []] = [...groupBy(covered, ({ x }) => x).values()].sort((a, b) => b.length - a.length)
  const [first, last] = [most[0], most.at(-1)]
  if (!first || !last) return null
  return { x: first.x - PARTS.rollUp - (level - 1) * PARTS.level, y: (first.y + last.y) / 2 }
}
