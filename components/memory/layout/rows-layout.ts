import { type GraphNode, NODE_KINDS } from '@/lib/shared/memory/graph'
import { boxOf, ZOOM } from '../canvas/viewport'
import type { Placed, Point, Size } from './placed'

/** In graph units: a conversation's card, a row of turns or facts, and columns of them. */
export const CARD = { width: { least: 230, most: 430 }, height: { least: 84, most: 190 }, gap: 22 } as const
export const ROW = { height: 34, width: 330, indent: 18 } as const
export const SIDE = { height: 34, width: 280, gap: 60 } as const
const SHORTEST = 10

const bySize = (a: GraphNode, b: GraphNode) =>
  b.count - a.count || b.at.localeCompare(a.at) || (a.id < b.id ? -1 : 1)

/**
 * An opened island: its conversations as cards, the higher the more turns, then facts, strategies and the
 * rest in columns. Of all numbers of columns it takes the one that fills the canvas best.
 */
export function cardsLayout(nodes: readonly GraphNode[], canvas: Size): Placed {
  const cards = nodes.filter(({ kind }) => kind === 'conversation').sort(bySize)
  const rest = nodes.filter(({ kind }) => kind !== 'conversation')
  const columns = [...Array(Math.max(1, Math.min(cards.length, MOST_COLUMNS))).keys()]
  const [best] = columns
    .map((index) => {
      const most = MOST_STRETCH * (cards.length === 1 && rest.length ? ALONE : 1)
      return stretched((stretch) => inColumns(cards, rest, index + 1, canvas, stretch), canvas, most)
    })
    .sort((a, b) => b.zoom - a.zoom || b.filled - a.filled)
  return best?.placed ?? { positions: new Map(), sizes: new Map() }
}

const MOST_COLUMNS = 8

/**
 * How much taller cards may become to fill an otherwise empty canvas. A single card may also be wider, or
 * taller still if facts stand beside it.
 */
const MOST_STRETCH = 1.7
const ALONE = 1.5
type Columns = { placed: Placed; zoom: number; height: number; filled: number }
function stretched(laid: (stretch: number) => Columns, canvas: Size, most: number): Columns {
  const plain = laid(1)
  const room = (canvas.height - 2 * ZOOM.padding) / plain.zoom
  return laid(Math.min(most, Math.max(1, room / plain.height)))
}

function inColumns(
  cards: readonly GraphNode[],
  rest: readonly GraphNode[],
  across: number,
  canvas: Size,
  stretch: number,
): Columns {
  const room = { width: canvas.width - 2 * ZOOM.padding, height: canvas.height - 2 * ZOOM.padding }
  const isNarrow = canvas.width < canvas.height
  const side = rest.length > 0 && !isNarrow ? SIDE.width + SIDE.gap : 0
  const wished = (room.width - side + CARD.gap) / across - CARD.gap
  const widest = CARD.width.most * (cards.length > 1 ? 1 : ALONE)
  const width = Math.min(widest, Math.max(CARD.width.least, wished))
  const most = cards[0]?.count ?? 1
  const heights = cards.map(({ count }) => {
    const share = Math.log2(1 + count) / Math.log2(1 + most)
    return Math.round(stretch * (CARD.height.least + (CARD.height.most - CARD.height.least) * share))
  })
  const ends = Array<number>(across).fill(0)
  const positions = new Map<string, Point>()
  const sizes = new Map<string, Size>()
  cards.forEach(({ id }, index) => {
    const column = ends.indexOf(Math.min(...ends))
    const [top, height] = [ends[column] ?? 0, heights[index] ?? CARD.height.least]
    positions.set(id, { x: column * (width + CARD.gap) + width / 2, y: top + height / 2 })
    sizes.set(id, { width, height })
    ends[column] = top + height + CARD.gap
  })
  const bottom = Math.max(...ends)
  const right = cards.length ? across * (width + CARD.gap) - CARD.gap : 0
  const columns = isNarrow
    ? sideColumns(rest, 12, Number.MAX_SAFE_INTEGER)
    : sideColumns(rest, right + SIDE.gap, Math.max(bottom, room.height))
  for (const [id, { x, y }] of columns) positions.set(id, { x, y: isNarrow ? y + bottom : y })
  const box = boxOf({ positions, sizes }, rest.length ? ROW.width * 0.95 : 0)
  const [w, h] = [box.x2 - box.x1, box.y2 - box.y1]
  const zoom = Math.min(ZOOM.fit, room.width / w, room.height / h)
  return { placed: { positions, sizes }, zoom, height: h, filled: w * h }
}

const PARTS: ReadonlySet<string> = new Set(['context', 'summary'])
/** Whether a node is drawn as a part of its turn's glyph where turns stand in rows. */
export const isPart = ({ kind }: Pick<GraphNode, 'kind'>) => PARTS.has(kind)

/**
 * The turns of a conversation in reading order: down a column, then on to the next. Turns of later branches
 * are indented. Contexts and summaries are parts of their turns' glyphs, so they have no place.
 */
export function turnRows(nodes: readonly GraphNode[], tall = false): Placed {
  const turns = nodes
    .filter(({ kind }) => kind === 'turn')
    .sort((a, b) => a.turnNumber - b.turnNumber || a.at.localeCompare(b.at) || (a.id < b.id ? -1 : 1))
  const balanced = Math.ceil(Math.sqrt((turns.length * ROW.width) / ROW.height / 1.4))
  const rows = tall ? turns.length + 1 : Math.max(SHORTEST, balanced)
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
