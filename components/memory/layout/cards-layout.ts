import { groupBy } from '@/lib/shared/group-by'
import { type GraphNode, NODE_KINDS } from '@/lib/shared/memory/graph'
import { nodeSize } from '../canvas/graph-style'
import type { Placed, Point, Row, Size } from './placed'

/** In graph units, each a pixel of the first view: a card, with its name and dates above its turns. */
export const CARD = { width: { least: 250, most: 620 }, gap: 16, head: 46, foot: 10, inset: 22 } as const
/** Turns in a card: lines of text, and what they have at least and between them. */
const LINE = { height: 16, between: 8, least: 28, most: 3, letter: 6.5 } as const
/** Turns for whose lines there is no room, at the foot of their card. */
const DOT = { size: 8, pitch: 13, above: 10 } as const
/** Facts, strategies and entities: beside the cards, or below them where these would become narrow. */
const SHELF = { width: 270, height: 32, gap: 24, most: 8, least: 3, wide: 840 } as const
/** Around all: at the right are the zoom buttons, on a phone also below. */
const AROUND = {
  wide: { side: 48, top: 24, bottom: 24 },
  narrow: { side: 14, top: 16, bottom: 104 },
} as const
/** Lines of a card that are tried, until everything fits. */
const SHOWN = [24, 16, 12, 8, 6, 4, 3, 2, 1]
const MOST_COLUMNS = 6

const bySize = (a: GraphNode, b: GraphNode) =>
  b.count - a.count || b.at.localeCompare(a.at) || (a.id < b.id ? -1 : 1)

/**
 * An opened island: its conversations as cards as high as what is in them, each with lines of its turns: as
 * many as the canvas has room for, in full if it has room for that, and the most telling ones otherwise; the
 * others are dots. Facts and the rest stand beside or below. If even one line of each does not fit, the picture
 * is higher than the canvas. `top` = pixels that a note takes.
 */
export function cardsLayout(nodes: readonly GraphNode[], canvas: Size, top = 0): Placed {
  const around = canvas.width < SHELF.width * 2 ? AROUND.narrow : AROUND.wide
  const room = {
    width: canvas.width - 2 * around.side,
    height: canvas.height - top - around.top - around.bottom,
  }
  const cards = nodes.filter(({ kind }) => kind === 'conversation').sort(bySize)
  const turns = groupBy(
    nodes.filter(({ kind }) => kind === 'turn'),
    ({ conversationId }) => conversationId,
  )
  const rest = nodes.filter(({ kind }) => kind !== 'conversation' && kind !== 'turn')
  const shelves = [SHELF.most, SHELF.least].map((most) => shelfOf(rest, room, cards.length > 0, most))
  const free = ({ isBeside, width, height }: Shelf): Size =>
    isBeside
      ? { ...room, width: room.width - width - SHELF.gap }
      : { ...room, height: room.height - height - SHELF.gap }
  const most = ({ width }: Size) =>
    Math.max(1, Math.min(cards.length, MOST_COLUMNS, Math.floor(width / CARD.width.least)))
  const tried = SHOWN.flatMap((shown) =>
    shelves.flatMap((shelf) =>
      [...Array(LINE.most).keys()].flatMap((less) =>
        [...Array(most(free(shelf))).keys()].map((index) => ({
          ...{ shelf, shown, lines: LINE.most - less, across: index + 1 },
        })),
      ),
    ),
  )
  const stacked = (how: (typeof tried)[number]) => stack(cards, turns, free(how.shelf).width, how)
  const chosen = tried.find((how) => stacked(how).height <= free(how.shelf).height) ?? tried.at(-1)
  if (!chosen) return { positions: new Map(), sizes: new Map() }
  const { shelf } = chosen
  const { positions, sizes, rows, width, height } = stacked(chosen)
  const left = shelf.isBeside && cards.length ? width + SHELF.gap : 0
  const below = shelf.isBeside || cards.length === 0 ? 0 : height + SHELF.gap
  for (const [node, { x, y }] of shelf.points) {
    positions.set(node.id, { x: x + left, y: y + below })
    sizes.set(node.id, nodeSize(node))
  }
  const right = Math.max(width, left + shelf.width)
  const bottom = Math.max(height, below + shelf.height)
  const box = { x1: -around.side, y1: -around.top - top, x2: right + around.side, y2: bottom + around.bottom }
  return { positions, sizes, rows, area: { ...box, zoom: 1 } }
}

type How = { shown: number; lines: number; across: number }
type Stack = Required<Pick<Placed, 'positions' | 'sizes' | 'rows'>> & Size

/** Cards in columns, each on the shortest one. */
function stack(
  cards: readonly GraphNode[],
  turns: ReadonlyMap<string, GraphNode[]>,
  room: number,
  { shown, lines, across }: How,
): Stack {
  const width = Math.min(CARD.width.most, (room + CARD.gap) / across - CARD.gap)
  const [positions, sizes, rows] = [new Map<string, Point>(), new Map<string, Size>(), new Map<string, Row>()]
  const ends = Array<number>(cards.length ? across : 0).fill(0)
  const text = width - CARD.inset - 34
  for (const { id, conversationId } of cards) {
    const column = ends.indexOf(Math.min(...ends))
    const [left, start] = [column * (width + CARD.gap), ends[column] ?? 0]
    const all = turns.get(conversationId) ?? []
    const own = all.slice(0, shown).sort(inOrder)
    let y = start + CARD.head
    for (const turn of own) {
      const row = { width: text, lines: Math.min(lines, linesOf(turn.label, text)) }
      const height = Math.max(LINE.least, row.lines * LINE.height + LINE.between)
      positions.set(turn.id, { x: left + CARD.inset, y: y + height / 2 })
      sizes.set(turn.id, nodeSize(turn))
      rows.set(turn.id, row)
      y += height
    }
    const inRow = Math.floor((width - 2 * CARD.inset) / DOT.pitch) + 1
    const dots = all.slice(shown).sort(inOrder)
    for (const [index, { id }] of dots.entries()) {
      const [across, down] = [index % inRow, Math.floor(index / inRow)]
      positions.set(id, { x: left + CARD.inset + across * DOT.pitch, y: y + DOT.above + down * DOT.pitch })
      sizes.set(id, { width: DOT.size, height: DOT.size })
    }
    if (dots.length > 0) y += Math.ceil(dots.length / inRow) * DOT.pitch + 4
    const height = y - start + (own.length ? CARD.foot : 0)
    positions.set(id, { x: left + width / 2, y: start + height / 2 })
    sizes.set(id, { width, height })
    ends[column] = start + height + CARD.gap
  }
  const used = Math.min(across, cards.length)
  const height = Math.max(0, Math.max(0, ...ends) - CARD.gap)
  return { positions, sizes, rows, height, width: Math.max(0, used * (width + CARD.gap) - CARD.gap) }
}

const inOrder = (a: GraphNode, b: GraphNode) => a.turnNumber - b.turnNumber || (a.id < b.id ? -1 : 1)
/** Lines that a text and the number before it take, about. */
const linesOf = (text: string, width: number) => Math.ceil(((text.length + 5) * LINE.letter) / width)

type Shelf = Size & { points: [GraphNode, Point][]; isBeside: boolean }

/** As many of the rest as fit, of each kind the first ones. */
function shelfOf(rest: readonly GraphNode[], room: Size, hasCards: boolean, rows: number): Shelf {
  const isBeside = hasCards && room.width >= SHELF.wide
  const columns = isBeside ? 1 : Math.max(1, Math.floor(room.width / SHELF.width))
  const most = isBeside ? Math.floor(room.height / SHELF.height) : Math.ceil(rows / columns) * columns
  const kinds = groupBy([...rest].sort(bySize), ({ kind }) => kind)
  const ranked = [...kinds.values()].flatMap((own) => own.map((node, rank) => ({ node, rank })))
  const order = ({ node }: (typeof ranked)[number]) => NODE_KINDS.indexOf(node.kind)
  const kept = ranked
    .sort((a, b) => a.rank - b.rank || order(a) - order(b))
    .slice(0, most)
    .sort((a, b) => order(a) - order(b) || a.rank - b.rank)
  const points = kept.map(({ node }, index): [GraphNode, Point] => [
    node,
    {
      x: (index % columns) * SHELF.width + CARD.inset,
      y: (Math.floor(index / columns) + 0.5) * SHELF.height,
    },
  ])
  return {
    ...{ points, isBeside, height: Math.ceil(kept.length / columns) * SHELF.height },
    width: Math.min(columns, kept.length) * SHELF.width,
  }
}
/** Pixels for the text of what stands on the shelf. */
export const SHELF_ROW: Row = { width: SHELF.width - 50, lines: 1 }
