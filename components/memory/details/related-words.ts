import type { EdgeKind, GraphNodeDetails, NodeKind } from '@/lib/shared/memory/graph'

/** Headings by link and direction, as seen from the node, in the order of the sections. */
const HEADINGS: Record<EdgeKind, { out: string; in: string }> = {
  holds: { out: 'Conversations', in: 'Topics' },
  ties: { out: 'Related to', in: 'Related to' },
  recalled: { out: 'Recalled', in: 'Recalled by' },
  injected: { out: 'In the prompt of', in: 'In its prompt' },
  touched: { out: 'Files', in: 'Used by' },
  states: { out: 'States', in: 'Stated by' },
  about: { out: 'About', in: 'Facts' },
  supersedes: { out: 'Replaced', in: 'Replaced by' },
  taught: { out: 'Lessons learned', in: 'Learned from' },
  cited: { out: 'Cited lessons', in: 'Cited by' },
  duplicate_of: { out: 'Duplicate of', in: 'Duplicates' },
  contradicts: { out: 'Contradicts', in: 'Contradicted by' },
  refines: { out: 'Refines', in: 'Refined by' },
  entails: { out: 'Follows from', in: 'Implies' },
  'rolls-up': { out: 'Summarises', in: 'Summarised by' },
  snapshot: { out: 'Its context', in: 'Its message' },
  summarises: { out: 'Its message', in: 'Its summary' },
  next: { out: 'Next', in: 'Previous' },
  branch: { out: 'Branches', in: 'Branched from' },
}
type Related = Pick<GraphNodeDetails['related'][number], 'kind' | 'direction'>

/** A context shows its turn's recalls. */
export const headingOf = (of: NodeKind, { kind, direction }: Related) =>
  of === 'context' && kind === 'recalled' && direction === 'out'
    ? 'Its message recalled'
    : HEADINGS[kind][direction]
/** In the order of the headings. */
export const relatedOrder = (kind: EdgeKind) => Object.keys(HEADINGS).indexOf(kind)
