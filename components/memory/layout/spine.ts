import type { GraphNode } from '@/lib/shared/memory/graph'

/** Turns and folded ranges: the nodes of the time axis. */
export const isSpine = (node: GraphNode) => node.kind === 'turn' || node.kind === 'range'

/** Turns and ranges at their own dates, oldest first; ties go by number, then id. */
export const spineInTime = (nodes: readonly GraphNode[]): GraphNode[] =>
  nodes.filter(isSpine).sort((a, b) => a.at.localeCompare(b.at) || a.from - b.from || (a.id < b.id ? -1 : 1))
