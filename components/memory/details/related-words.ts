import type { EdgeKind } from '@/lib/shared/memory/graph'

/** Headings by link and direction, as seen from the node. */
export const HEADINGS: Record<EdgeKind, { out: string; in: string }> = {
  holds: { out: 'Conversations', in: 'Topics' },
  ties: { out: 'Related to', in: 'Related to' },
  recalled: { out: 'Recalled', in: 'Recalled by' },
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
