import type { Format } from '@/components/ui/words/use-format'
import { ofThemOnBranches } from '@/components/ui/words/words'
import type { GraphEdge, GraphNode, NodeKind } from '@/lib/shared/memory/graph'
import { plainLine } from '@/lib/shared/memory/readable'

const span = ({ from, to }: GraphNode) => (from === to ? String(from) : `${from}–${to}`)
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
/** Kinds whose label is the beginning of a text that may be Markdown; others have names. */
const TEXTS: ReadonlySet<NodeKind> = new Set(['turn', 'summary', 'roll-up'])
export const nodeLine = ({ kind, label }: Pick<GraphNode, 'kind' | 'label'>) =>
  TEXTS.has(kind) ? plainLine(label) : oneLine(label)

/** "41 messages (1 of them on another branch)". */
export const turnsWith = (turns: number, branched: number, format: Format) =>
  format.plural(turns, 'message') + (branched > 0 ? ` (${ofThemOnBranches(branched, format)})` : '')

/** "10 messages", or "7 of 10 messages": how many are of the open topic or the period. */
export const turnCountWords = (
  { id, kind, count, to, topicId }: GraphNode,
  format: Format,
  inPeriod: ReadonlyMap<string, number> | null = null,
) =>
  inPeriod
    ? `${format.number(inPeriod.get(id) ?? 0)} of ${format.plural(count, 'message')}`
    : kind !== 'conversation'
      ? format.plural(count, 'message')
      : topicId !== undefined && count < to
        ? `${format.number(count)} of ${format.plural(to, 'message')}`
        : turnsWith(count, count - to, format)

/** "recalled by 3 answers": an answer counts once, however many of its prompts show it. */
export const recalledBy = ({ recalls = 0 }: GraphNode, format: Format) =>
  recalls > 0 ? `recalled by ${format.plural(recalls, 'answer')}` : null

/** What a link stands for, if that is more than one thing: "2 answers". */
export const edgeCount = ({ kind, count }: Pick<GraphEdge, 'kind' | 'count'>, format: Format) =>
  count > 1 ? format.plural(count, kind === 'recalled' ? 'answer' : 'message') : null

/** A node's name in a list of its own kind. */
export function shortName(node: GraphNode): string {
  const text = nodeLine(node)
  if (node.kind === 'turn') return `${node.turnNumber} · ${text}`
  if (node.kind === 'context') return `Context of message ${node.turnNumber}`
  if (node.kind === 'roll-up') return `${span(node)} · ${text}`
  if (node.kind === 'file') return node.label.split('/').at(-1) ?? node.label
  return text
}

/** A node's full name, for the announcer and for links. */
export function fullName(node: GraphNode): string {
  const text = nodeLine(node)
  if (node.kind === 'topic') return `Topic: ${text}`
  if (node.kind === 'conversation') return `Conversation: ${text}`
  if (node.kind === 'turn') return `Message ${node.turnNumber}: ${text}`
  if (node.kind === 'summary') return `Summary of message ${node.turnNumber}: ${text}`
  if (node.kind === 'roll-up') return `Roll-up of messages ${span(node)}: ${text}`
  if (node.kind === 'fact') return `Fact: ${text}`
  if (node.kind === 'strategy') return `Lesson${node.status && `, ${node.status}`}: ${text}`
  return text
}
