import type { Core } from 'cytoscape'
import type { NodeKind } from '@/lib/shared/memory/graph'
import type { Point } from '../layout/placed'
import { ROW } from '../layout/rows-layout'
import type { Camera } from './camera'

const OPENS: ReadonlySet<NodeKind> = new Set(['topic', 'conversation', 'turn'])
/** Pixels from a shape at which it is still meant. */
const CLOSE = 48

/** What can be opened at a point of the canvas, or so close to it that nothing else was meant. */
export function opensAt(cy: Core, { zoom, pan }: Camera, { x, y }: Point): string | null {
  let best: { id: string; far: number } | null = null
  for (const node of cy.nodes()) {
    if (!OPENS.has(node.data('kind'))) continue
    const isTurn = node.data('kind') === 'turn'
    const at = { x: node.position('x') * zoom + pan.x, y: node.position('y') * zoom + pan.y }
    const [across, down] = [(zoom * node.width()) / 2, (zoom * node.height()) / 2]
    // The line of a turn's text belongs to it.
    const text = isTurn ? ROW.width * zoom * 0.8 : across
    const dx = Math.max(0, at.x - across - x, x - at.x - text)
    const dy = Math.max(0, Math.abs(at.y - y) - down)
    const far = Math.hypot(dx, dy)
    // A turn in a card is meant before the card.
    if (far <= CLOSE && (!best || far < best.far || (isTurn && far === best.far)))
      best = { id: node.id(), far }
  }
  return best?.id ?? null
}
