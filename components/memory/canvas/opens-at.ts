import type { Core } from 'cytoscape'
import type { NodeKind } from '@/lib/shared/memory/graph'
import type { Point } from '../layout/placed'
import { ROW_SIZE } from '../layout/rows-layout'
import type { Camera } from './camera'
import type { Picture } from './elements'

const OPENS: ReadonlySet<NodeKind> = new Set(['topic', 'conversation', 'turn'])
/** Pixels from a shape at which it is still meant. */
const CLOSE = 48

/** The node that can be opened at a point of the canvas, or close enough to be meant. */
export function opensAt(cy: Core, { zoom, pan }: Camera, { x, y }: Point): string | null {
  let best: { id: string; far: number } | null = null
  for (const node of cy.nodes()) {
    if (!OPENS.has(node.data('kind'))) continue
    const isTurn = node.data('kind') === 'turn'
    const at = { x: node.position('x') * zoom + pan.x, y: node.position('y') * zoom + pan.y }
    const [across, down] = [(zoom * node.width()) / 2, (zoom * node.height()) / 2]
    // The line of a turn's text belongs to it.
    const text = isTurn ? ROW_SIZE.width * zoom * 0.8 : across
    const dx = Math.max(0, at.x - across - x, x - at.x - text)
    const dy = Math.max(0, Math.abs(at.y - y) - down)
    const far = Math.hypot(dx, dy)
    // A turn in a card is meant before the card.
    if (far <= CLOSE && (!best || far < best.far || (isTurn && far === best.far)))
      best = { id: node.id(), far }
  }
  return best?.id ?? null
}

/** Half the size of a turn in a card, and half the least height of its row, in pixels. */
const HALF = { across: 14, down: 12, line: 8 } as const

/** The turn in a card whose line is at a point of the canvas. */
export function lineAt(
  { level, rows, positions }: Pick<Picture, 'level' | 'rows' | 'positions'>,
  { zoom, pan }: Pick<Camera, 'zoom' | 'pan'>,
  point: Point,
): string | null {
  if (level !== 2 || !rows) return null
  const [x, y] = [(point.x - pan.x) / zoom, (point.y - pan.y) / zoom]
  for (const [id, { width, lines }] of rows) {
    const at = positions.get(id)
    if (!at || x < at.x - HALF.across || x > at.x + HALF.across + width) continue
    if (Math.abs(y - at.y) <= Math.max(HALF.down, lines * HALF.line + 2)) return id
  }
  return null
}
