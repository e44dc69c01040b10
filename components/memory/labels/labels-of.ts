import { CARD, SHELF_ROW } from '@/components/memory/layout/cards-layout'
import { isIsland } from '@/components/memory/layout/island-layout'
import type { Row, Size } from '@/components/memory/layout/placed'
import { ROW_SIZE } from '@/components/memory/layout/rows-layout'
import { ABOVE } from '@/components/memory/layout/turn-layout'
import type { Format } from '@/components/ui/words/use-format'
import { groupBy } from '@/lib/shared/group-by'
import type { GraphNode, NodeKind } from '@/lib/shared/memory/graph'
import { UNTITLED } from '@/lib/shared/untitled'
import { drawnSize, type Picture } from '../canvas/elements'
import { oneLine, shortName, turnCountWords } from '../canvas/node-names'
import type { Label } from './label'
import type { Shape } from './place-labels'

/** Which kinds keep their labels when there is no room for all. */
const WEIGHTS: Record<NodeKind, number> = {
  ...{ topic: 9_000, conversation: 8_000, entity: 700, 'roll-up': 650, fact: 600, strategy: 550 },
  ...{ turn: 500, file: 400, summary: 300, context: 200 },
}
/** Kinds whose labels may stand elsewhere before they are hidden. */
const NAMES: ReadonlySet<NodeKind> = new Set(['entity', 'fact', 'strategy', 'turn', 'file'])
/** Space between a shape and its label, in graph units. */
const GAP = 5
const most = { island: 190, row: 640, near: 150 } as const

type Plain = Pick<Label, 'id' | 'x' | 'y' | 'weight' | 'text'>

/** How many turns each island has that a search found, or of the period that is shown. */
export type NodeCounts = { hits: ReadonlyMap<string, number>; inPeriod: ReadonlyMap<string, number> | null }

/** Every label that a picture would have, if there were room. */
export function labelsOf(
  picture: Picture,
  format: Format,
  { hits, inPeriod }: NodeCounts = { hits: new Map(), inPeriod: null },
): Label[] {
  const left = leftOut(picture)
  return picture.graph.nodes.flatMap((node) => {
    const { id, conversationId, kind, count, recalls = 0 } = node
    const point = picture.positions.get(id)
    if (!point) return []
    const weight = WEIGHTS[kind] + Math.min(90, count) + Math.min(9, recalls) * 8
    const plain = { id, ...point, weight, text: shortName(node) }
    const about = {
      ...{ left: left.get(conversationId) ?? 0, hits: hits.get(id) ?? 0 },
      ...{ inPeriod: inPeriod && (inPeriod.get(id) ?? 0), format },
    }
    return labelOf(picture, node, plain, about) ?? []
  })
}

function labelOf({ level, rows, sizes }: Picture, node: GraphNode, plain: Plain, about: About): Label | null {
  const size = drawnSize(node, sizes)
  const { kind, id } = node
  if (level === 1 && isIsland(node)) return island(plain, node, size.width, about)
  if (level === 2 && kind === 'conversation') return card(plain, node, size, about)
  if (level === 2 && kind === 'turn' && !rows?.has(id)) return null
  if (level === 2) return row(plain, size.width, rows?.get(id) ?? SHELF_ROW, rows?.has(id))
  // What belongs to a turn stands next to it, and is read when one points at it.
  if (level === 3 && kind !== 'turn') return null
  if (level === 3) return row(plain, size.width, { width: roomOf(size.width), lines: 1 })
  const label: Label = {
    ...plain,
    text: kind === 'context' ? 'Context' : plain.text,
    ...{ side: 'below', gap: size.height / 2 + GAP, width: 0, most: most.near, lines: 1, size: 'normal' },
  }
  const others = NAMES.has(kind) ? (['right'] as const) : []
  if (level === 1) return { ...label, or: ['above', ...others] }
  // Away from their links, which lead to the turn.
  const [side, or] = ABOVE.includes(kind) ? (['above', 'below'] as const) : (['below', 'above'] as const)
  return { ...label, lines: 2, side, or: [or, ...others] }
}

const island = (
  plain: Plain,
  { count, label }: GraphNode,
  width: number,
  { hits, inPeriod, format }: About,
): Label => {
  const text = oneLine(label) || UNTITLED
  const all = format.plural(count, 'message')
  const turns = inPeriod === null ? all : `${format.number(inPeriod)} of ${all}`
  return {
    ...plain,
    ...{ text, weight: plain.weight + Math.min(900, count), note: turns },
    ...(hits > 0 ? { note: `${format.number(hits)} found · ${turns}`, keepsNote: true } : {}),
    ...{ side: 'inside', gap: 0, width, most: most.island, lines: 3, size: 'large' },
  }
}

/** How many turns of each card have no line in it. */
function leftOut({ graph, positions }: Picture): Map<string, number> {
  const drawn = graph.nodes.filter(({ kind, id }) => kind === 'turn' && positions.has(id))
  const lines = groupBy(drawn, ({ conversationId }) => conversationId)
  const cards = graph.nodes.filter(({ kind }) => kind === 'conversation')
  return new Map(
    cards.map(({ conversationId: id, count }) => [id, Math.max(0, count - (lines.get(id)?.length ?? 0))]),
  )
}

type About = { left: number; hits: number; inPeriod: number | null; format: Format }
const card = (plain: Plain, node: GraphNode, { width, height }: Size, { left, format }: About): Label => {
  const { at, label } = node
  const day = at && format.day(new Date(at))
  const more = left > 0 && `${format.number(left)} more`
  return {
    ...plain,
    y: plain.y - (height - CARD.head) / 2,
    text: oneLine(label) || UNTITLED,
    note: [turnCountWords(node, format), more, day].filter(Boolean).join(' · '),
    ...{ side: 'middle', gap: 0, width: width - 16, height: CARD.head - 2, most: width - 16 },
    ...{ lines: 1, size: 'normal' },
  }
}

const row = (plain: Plain, shape: number, { width, lines }: Row, inCard = false): Label => ({
  ...plain,
  ...(inCard ? { inCard } : {}),
  ...{ side: 'right', gap: shape / 2 + GAP, lines, size: 'normal', most: most.row, width },
})
const roomOf = (width: number) => ROW_SIZE.width - width - 2 * GAP - 24

/** Of an island the middle: its coast is water. */
const SOLID = 0.8
/** What labels of other nodes must not cover. Where turns stand in rows each text has its place. */
export function shapesOf({ graph, positions, sizes, level }: Picture): Shape[] {
  if (level === 2 || level === 3) return []
  return graph.nodes.flatMap((node) => {
    const at = positions.get(node.id)
    if (!at) return []
    const { width, height } = drawnSize(node, sizes)
    const isRound = isIsland(node)
    const share = isRound ? SOLID : 1
    return [{ id: node.id, isRound, ...at, width: width * share, height: height * share }]
  })
}
