import type { Ribbon, Warmth } from '@/lib/db/memory/map'
import { type EdgeKind, edgeId, type GraphEdge, type GraphNode } from '@/lib/shared/memory/graph'
import { conversationNode } from '@/lib/shared/memory/map'
import { UNTITLED } from '@/lib/shared/untitled'

type Colour = Pick<GraphNode, 'topicId' | 'hue'>

/** A conversation, or the part of it about a topic. */
export const conversationNodeOf = (
  { id, title, last, at }: { id: string; title: string; last: number; at: string },
  turns: number,
  warmth?: Warmth,
  colour: Colour = {},
): GraphNode => ({
  ...{ id: conversationNode(id), kind: 'conversation', label: title || UNTITLED, conversationId: id },
  ...{ turnId: null, turnNumber: last, from: 1, to: last, level: 0, branchId: null, tokens: 0, at },
  ...{ status: '', count: turns, ...warmth, ...colour },
})

export function warmthOfRibbons(ribbons: readonly Ribbon[]): Map<string, Warmth> {
  const found = new Map<string, Warmth>()
  for (const { to, count, at } of ribbons) {
    const known = found.get(to)
    const recalledAt = known && known.recalledAt > at ? known.recalledAt : at
    found.set(to, { recalls: count + (known?.recalls ?? 0), recalledAt })
  }
  return found
}

const LINE = /\S[^\n]*/
/** The first line of a text that says something. */
const firstLine = (text: string) => LINE.exec(text)?.[0].trim() ?? ''
/** What stands for a turn without a sentence that tells more. */
export const lineOf = ({ label, turnNumber }: Pick<GraphNode, 'label' | 'turnNumber'>) =>
  firstLine(label) || `Message ${turnNumber}`

/** Turns that are not on the branch shown. */
export const attemptsOf = (conversations: readonly { turns: number; last: number }[]) =>
  sum(conversations.map(({ turns, last }) => Math.max(0, turns - last)))

/** Of a node that is many turns, or none. */
export const OF_MANY = {
  ...{ conversationId: '', turnId: null, turnNumber: 0, from: 0, to: 0, level: 0, branchId: null },
  ...{ tokens: 0, status: '' },
}

/** A bundled link of the map. */
export const edge = (kind: EdgeKind, from: string, to: string, count: number): GraphEdge => ({
  ...{ id: edgeId(kind, from, to), kind, from, to, score: null, count },
})

export const most = <T>(items: readonly T[], take: number, size: (item: T) => number): T[] =>
  [...items].sort((a, b) => size(b) - size(a)).slice(0, take)
export const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)
export const turnsIn = (of: readonly { turns: number }[]) => sum(of.map(({ turns }) => turns))
