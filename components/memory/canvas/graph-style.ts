import type { EdgeKind, NodeKind } from '@/lib/shared/graph'

/** A node's outline, as Cytoscape names it. */
export type Shape =
  | 'ellipse'
  | 'round-rectangle'
  | 'round-diamond'
  | 'round-hexagon'
  | 'cut-rectangle'
  | 'barrel'
/** Colours are CSS variables of the theme, the same on every page. */
export type NodeStyle = {
  label: string
  plural: string
  shape: Shape
  fill: string
  border: string
  about: string
}
export type EdgeStyle = { label: string; color: string; dashed: boolean; warm: boolean; about: string }

export const NODE_STYLES: Record<NodeKind, NodeStyle> = {
  turn: {
    label: 'Turn',
    plural: 'Turns',
    shape: 'ellipse',
    fill: '--series-window',
    border: '--series-window',
    about: 'A message and its answer. Larger circles have more tokens.',
  },
  context: {
    label: 'Context',
    plural: 'Contexts',
    shape: 'round-rectangle',
    fill: '--raised',
    border: '--line-strong',
    about: 'The complete record of one turn.',
  },
  summary: {
    label: 'Summary',
    plural: 'Summaries',
    shape: 'round-diamond',
    fill: '--series-summaries',
    border: '--accent',
    about: 'One turn in a few sentences.',
  },
  'roll-up': {
    label: 'Roll-up',
    plural: 'Roll-ups',
    shape: 'round-hexagon',
    fill: '--accent-strong',
    border: '--accent-strong',
    about: 'One summary over a range of turns.',
  },
  file: {
    label: 'File',
    plural: 'Files',
    shape: 'cut-rectangle',
    fill: '--series-workspace',
    border: '--series-workspace',
    about: 'A workspace file that turns wrote or changed.',
  },
  range: {
    label: 'Folded',
    plural: 'Folded',
    shape: 'barrel',
    fill: '--sunken',
    border: '--line-strong',
    about: 'Many turns in one place. Open it to see them.',
  },
}

export const EDGE_STYLES: Record<EdgeKind, EdgeStyle> = {
  recalled: {
    label: 'recalled',
    color: '--recall-fill',
    dashed: false,
    warm: true,
    about: 'A turn looked up an earlier one, a file or a summary. Wider means a better match.',
  },
  injected: {
    label: 'injected',
    color: '--recall-fill',
    dashed: true,
    warm: true,
    about: 'A context stood in the prompt of this turn.',
  },
  next: {
    label: 'next',
    color: '--line-strong',
    dashed: false,
    warm: false,
    about: 'The turn that followed.',
  },
  branch: {
    label: 'branch',
    color: '--accent',
    dashed: true,
    warm: false,
    about: 'An edited or repeated message started another branch here.',
  },
  snapshot: {
    label: 'snapshot',
    color: '--line-strong',
    dashed: false,
    warm: false,
    about: 'The context this turn left behind.',
  },
  summarises: {
    label: 'summarises',
    color: '--series-summaries',
    dashed: false,
    warm: false,
    about: 'A summary and its turn.',
  },
  'rolls-up': {
    label: 'rolls up',
    color: '--accent-strong',
    dashed: false,
    warm: false,
    about: 'A roll-up and what it sums up.',
  },
  touched: {
    label: 'touched',
    color: '--series-workspace',
    dashed: false,
    warm: false,
    about: 'The turn wrote, changed or read this file.',
  },
}

/** Diameter in graph units. A turn's area grows with its tokens, up to 4,000. */
export function nodeSize(node: { kind: NodeKind; tokens: number; level: number; count: number }): {
  width: number
  height: number
} {
  const square = (side: number) => ({ width: side, height: side })
  switch (node.kind) {
    case 'turn':
      return square(14 + Math.round(18 * Math.sqrt(Math.min(1, node.tokens / 4_000))))
    case 'context':
      return square(11)
    case 'summary':
      return square(17)
    case 'roll-up':
      return square(22 + 4 * Math.min(4, node.level))
    case 'file':
      return { width: 18, height: 22 }
    case 'range':
      return { width: 74, height: 30 }
  }
}
