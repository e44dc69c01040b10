import type { Core, NodeSingular } from 'cytoscape'
import { groupBy } from '@/lib/base/group-by'

/** Pixels between two glyphs of a row below which they become strokes of a strip. */
const CLOSE = 12
const THINNEST = 2

/**
 * In Time: turns and roll-ups that would cover each other are strokes, so that a row shows how dense it is.
 */
export function thinOut(cy: Core) {
  const rows = groupBy(
    cy.nodes('[kind = "turn"], [kind = "roll-up"]').toArray() as NodeSingular[],
    (node) => `${node.data('kind')} ${Math.round(node.position('y'))}`,
  )
  for (const row of rows.values()) {
    const sorted = [...row].sort((a, b) => a.position('x') - b.position('x'))
    sorted.forEach((node, index) => {
      const far = (other: NodeSingular | undefined) =>
        other ? Math.abs(other.position('x') - node.position('x')) : Number.POSITIVE_INFINITY
      const gap = Math.min(far(sorted[index - 1]), far(sorted[index + 1]))
      const isDense = gap < CLOSE
      const width = isDense ? Math.max(THINNEST, gap - 1) : node.data('height')
      const dense = isDense ? 1 : 0
      if (node.data('dense') !== dense || node.data('width') !== width) node.data({ dense, width })
    })
  }
}
