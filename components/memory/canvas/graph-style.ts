import type { EdgeKind, GraphNode, NodeKind } from '@/lib/shared/memory/graph'

/** Outlines under Cytoscape's names, as paths of 16 by 16; an island has its own coast. */
export const SHAPES = {
  ellipse: 'M8 2.4a5.6 5.6 0 1 1 0 11.2a5.6 5.6 0 1 1 0-11.2z',
  island:
    'M8 1.8c2 .1 2.6 1.4 4.2 2 1.7.6 2.4 2.2 1.9 4-.4 1.5.2 2.6-1 4-1.2 1.3-2.7.9-4.3 1.7-1.8.9-3.6.8-5-.7C2.4 11.4 1.7 9.9 1.9 8c.2-1.7 1-2.6 1.9-3.9C4.9 2.5 6.2 1.7 8 1.8z',
  'round-rectangle': 'M4.5 3.5h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z',
  'round-octagon': 'M5.5 2.2h5L13.8 5.5v5L10.5 13.8h-5L2.2 10.5v-5z',
  'round-diamond': 'M8 1.9 14.1 8 8 14.1 1.9 8z',
  'round-hexagon': 'M4.6 2.4h6.8L14.8 8l-3.4 5.6H4.6L1.2 8z',
  'cut-rectangle': 'M5.2 1.8h5.6l2 2v8.4l-2 2H5.2l-2-2V3.8z',
  'round-tag': 'M2.6 4.2h7.2L14 8l-4.2 3.8H2.6z',
  'round-pentagon': 'M8 1.8 14.2 6.4 11.8 13.6H4.2L1.8 6.4z',
  'round-triangle': 'M8 2.2 14.4 13.4H1.6z',
}

/** A kind's shape, the same on every page; its colour is its topic's. `fill` = opacity inside, 0 to 1. */
type NodeStyle = { label: string; shape: keyof typeof SHAPES; fill: number; about: string }
/** `quiet` = opacity in the background. */
type EdgeStyle = { color: string; quiet: number; about: string; dashed?: boolean }

export const NODE_STYLES: Record<NodeKind, NodeStyle> = {
  topic: {
    label: 'Topic',
    shape: 'island',
    fill: 0.2,
    about: 'A subject that many messages share. Larger islands have more messages.',
  },
  conversation: {
    label: 'Conversation',
    shape: 'round-rectangle',
    fill: 0.1,
    about: 'A conversation, or the part of it about this topic.',
  },
  turn: {
    label: 'Message',
    shape: 'ellipse',
    fill: 1,
    about: 'A message and its answer. A warm rim shows how often it was recalled.',
  },
  context: {
    label: 'Context',
    shape: 'round-octagon',
    fill: 0,
    about: 'The complete record of one message.',
  },
  summary: {
    label: 'Summary',
    shape: 'round-diamond',
    fill: 0.45,
    about: 'One message in a few sentences.',
  },
  'roll-up': {
    label: 'Roll-up',
    shape: 'round-hexagon',
    fill: 0.7,
    about: 'One summary over a range of messages.',
  },
  file: {
    label: 'File',
    shape: 'cut-rectangle',
    fill: 0.3,
    about: 'A file that messages wrote or changed.',
  },
  fact: {
    label: 'Fact',
    shape: 'round-tag',
    fill: 0.55,
    about: 'What a message stated, and since when it has been true. Dashed if a newer value replaced it.',
  },
  entity: {
    label: 'Name',
    shape: 'round-pentagon',
    fill: 0.35,
    about: 'A person, a place or a thing that facts are about.',
  },
  strategy: {
    label: 'Lesson',
    shape: 'round-triangle',
    fill: 0.55,
    about: 'What a message taught. Dashed while it waits for approval, hollow once it is retired.',
  },
}
export const pluralOf = (kind: NodeKind) => (kind === 'summary' ? 'Summaries' : `${NODE_STYLES[kind].label}s`)

export const EDGE_STYLES: Record<EdgeKind, EdgeStyle> = {
  holds: { color: '--line-strong', quiet: 0.45, about: 'The conversation is about this topic.' },
  ties: { color: '--line-strong', quiet: 0.45, about: 'They share messages, or people, places and things.' },
  recalled: {
    color: '--recall-fill',
    quiet: 0.8,
    about: 'A message looked up an earlier one, a file or a summary. Wider means more answers did.',
  },
  next: { color: '--line-strong', quiet: 0.65, about: 'The message that followed.' },
  branch: {
    color: '--accent',
    quiet: 0.8,
    about: 'An edited or repeated message started another branch here.',
    dashed: true,
  },
  snapshot: { color: '--line-strong', quiet: 0.45, about: 'The context this message saved.' },
  summarises: { color: '--series-summaries', quiet: 0.6, about: 'A summary and its message.' },
  'rolls-up': { color: '--accent-strong', quiet: 0.14, about: 'A roll-up and the messages it summarises.' },
  touched: {
    color: '--series-workspace',
    quiet: 0.3,
    about: 'The message wrote, changed or read this file.',
  },
  states: { color: '--series-facts', quiet: 0.35, about: 'The message states this fact.' },
  about: { color: '--series-thoughts', quiet: 0.5, about: 'Who or what the fact is about.' },
  supersedes: {
    color: '--series-facts',
    quiet: 0.9,
    about: 'A newer value replaced an earlier one.',
    dashed: true,
  },
  taught: { color: '--series-playbook', quiet: 0.45, about: 'The lesson was learned from this message.' },
  cited: { color: '--series-playbook', quiet: 0.45, about: 'The answer cites this lesson.', dashed: true },
  duplicate_of: {
    color: '--series-strategies',
    quiet: 0.9,
    about: 'Both say the same thing; they were merged.',
  },
  contradicts: {
    color: '--series-task',
    quiet: 0.9,
    about: 'The two lessons seem to contradict each other.',
    dashed: true,
  },
  refines: {
    color: '--series-strategies',
    quiet: 0.9,
    about: 'The more detailed of two similar lessons.',
  },
  entails: { color: '--series-strategies', quiet: 0.9, about: 'One lesson follows from the other.' },
}
const EDGE_LABELS: Partial<Record<EdgeKind, string>> = {
  snapshot: 'kept as',
  ties: 'shares messages with',
  'rolls-up': 'sums up',
  summarises: 'sums up',
  next: 'followed by',
}
export const edgeLabel = (kind: EdgeKind) => EDGE_LABELS[kind] ?? kind.replace(/[-_]/, ' ')

/** Width and height in graph units. A turn's area grows with its tokens, up to 4,000. */
export function nodeSize({ kind, tokens, level }: Pick<GraphNode, 'kind' | 'tokens' | 'level'>) {
  if (kind === 'file') return { width: 15, height: 18 }
  if (kind === 'fact') return { width: 19, height: 14 }
  const turn = 14 + Math.round(10 * Math.sqrt(Math.min(1, tokens / 4_000)))
  const side = {
    topic: 60,
    conversation: 30,
    turn,
    context: 14,
    summary: 17,
    entity: 17,
    strategy: 17,
    'roll-up': 18 + 3 * Math.min(4, level),
  }[kind]
  return { width: side, height: side }
}
