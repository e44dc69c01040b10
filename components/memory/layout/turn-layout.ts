import type { GraphNode, NodeKind } from '@/lib/shared/memory/graph'
import { localLayout } from './local-layout'
import type { Neighbourhood } from './neighbourhood'
import type { Point, Size } from './placed'

/** Graph units down from the turn to its parts, and between two of them. */
const REACH = { y: 130 } as const
const STEP = { x: 210, y: 84 } as const
/** Parts stand above the turn, what it stated, taught and wrote below. */
const ABOVE: readonly NodeKind[] = ['summary', 'context', 'roll-up']
const BELOW: readonly NodeKind[] = ['fact', 'strategy', 'file', 'entity']
/** Linked with the turn through a summary or a fact. */
const WIDER: ReadonlySet<NodeKind> = new Set(['roll-up', 'entity'])
const NARROW = 640

/**
 * A turn opened: its own records fan out from it, so that each has a line of its own to the turn, with the
 * turns that it recalled and that recalled it on both sides.
 */
export function turnLayout(
  near: Neighbourhood,
  centre: string,
  born: ReadonlyMap<string, number>,
  canvas: Size,
): Map<string, Point> {
  const across = canvas.width < NARROW ? 2 : 4
  const own = near.nodes.filter(({ id, kind }) => near.steps.get(id) === 1 || WIDER.has(kind))
  const fanned = own.filter(({ kind }) => ABOVE.includes(kind) || BELOW.includes(kind))
  const beside = new Set(fanned.map(({ id }) => id))
  const others = near.nodes.filter(({ id }) => !beside.has(id))
  const positions = localLayout({ ...near, nodes: others }, centre, born)
  fan(fanned, ABOVE, -1, across, positions)
  fan(fanned, BELOW, 1, across, positions)
  return positions
}

/**
 * Rows above or below the turn; an even row leaves the middle free, an odd one is moved aside by half a step.
 */
function fan(
  nodes: readonly GraphNode[],
  kinds: readonly NodeKind[],
  sign: 1 | -1,
  across: number,
  positions: Map<string, Point>,
) {
  const own = nodes
    .filter(({ kind }) => kinds.includes(kind))
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.id < b.id ? -1 : 1))
  // Turns of the middle column would be crossed by what stands straight above or below them.
  const lowest = Math.max(0, ...[...positions.values()].map(({ y }) => Math.abs(y)))
  const start = Math.max(REACH.y, lowest > 0 ? lowest + STEP.y : 0)
  own.forEach(({ id }, index) => {
    const row = Math.floor(index / across)
    const inRow = Math.min(across, own.length - row * across)
    const column = (index % across) - (inRow - 1) / 2
    positions.set(id, { x: column * STEP.x + (row % 2) * (STEP.x / 2), y: sign * (start + row * STEP.y) })
  })
}
