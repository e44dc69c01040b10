import type { EdgeKind, GraphNodeDetails, NodeKind } from '@/lib/shared/graph'

/** Headings by link and direction, as seen from the node. */
const HEADINGS: Record<EdgeKind, { out: string; in: string }> = {
  recalled: { out: 'Recalled', in: 'Recalled by' },
  injected: { out: 'Stood in the prompt of', in: 'Had in its prompt' },
  snapshot: { out: 'Its context', in: 'Its turn' },
  summarises: { out: 'Its turn', in: 'Its summary' },
  'rolls-up': { out: 'Sums up', in: 'Summed up by' },
  touched: { out: 'Files', in: 'Touched by' },
  next: { out: 'Next', in: 'Before' },
  branch: { out: 'Branches', in: 'Branched from' },
}
const ORDER: EdgeKind[] = [
  'recalled',
  'injected',
  'touched',
  'rolls-up',
  'snapshot',
  'summarises',
  'next',
  'branch',
]
/** A context shows its turn's recalls. */
export const headingOf = (
  of: NodeKind,
  { kind, direction }: Pick<GraphNodeDetails['related'][number], 'kind' | 'direction'>,
) =>
  of === 'context' && kind === 'recalled'
    ? direction === 'out'
      ? 'Its turn recalled'
      : 'Recalled by'
    : HEADINGS[kind][direction]
export const relatedOrder = (kind: EdgeKind) => ORDER.indexOf(kind)
