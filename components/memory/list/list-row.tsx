'use client'
import { ChevronDown } from 'lucide-react'
import { edgeLabel, NODE_STYLES } from '@/components/memory/canvas/graph-style'
import { edgeCount, nodeLine, recalledBy, turnCountWords } from '@/components/memory/canvas/node-names'
import { isIsland } from '@/components/memory/layout/island-layout'
import { EdgeGlyph, NodeGlyph } from '@/components/memory/toolbar/kind-glyph'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { STATUS_WORDS } from '@/components/playbook/strategy/strategy-words'
import { cn } from '@/components/ui/cn'
import { useFormat } from '@/components/ui/words/use-format'
import type { GraphNode, NodeKind } from '@/lib/shared/memory/graph'
import type { ListGroup } from './list-rows'

const ROW = 'scroll-my-8 flex cursor-pointer -outline-offset-2 hover:bg-sunken aria-selected:bg-accent-soft'
const turnsOf = ({ from, to }: GraphNode) => (from === to ? `message ${from}` : `messages ${from}–${to}`)
const LINK_ROW = cn(ROW, 'h-6 items-center gap-2 pr-3 pl-[2.125rem] text-ink-soft text-xs')
/** Nodes without a text of their own in a prompt, or with one that changes. */
const UNCOUNTED: ReadonlySet<NodeKind> = new Set(['topic', 'conversation', 'fact', 'entity', 'strategy'])
export const isNamed = ({ kind }: Pick<GraphNode, 'kind'>) => kind === 'file' || UNCOUNTED.has(kind)
export const hasTokens = ({ kind }: Pick<GraphNode, 'kind'>) => !UNCOUNTED.has(kind)
/** A state of a node that its row names. */
const STATES: Record<string, string> = { ...STATUS_WORDS, superseded: 'Replaced' }
/** A short node name, for rows about something else. */
export function nodeName(node: GraphNode): string {
  if (isNamed(node)) return node.label
  if (node.kind === 'turn') return `message ${node.turnNumber}`
  return `${NODE_STYLES[node.kind].label.toLowerCase()} of ${turnsOf(node)}`
}

/** "of Boat repairs", after the name of a node in another conversation. */
export const ofConversation = ({ kind }: Pick<GraphNode, 'kind'>, title: string) =>
  `${isNamed({ kind }) ? 'in' : 'of'} ${title}`

/** `stop` = the row in the tab order. */
export type RowProps = {
  selected: string | null
  stop: string | null
  inPeriod: MemoryState['inPeriod']
  onSelect(id: string): void
}
const rowProps = (id: string, { selected, stop, onSelect }: RowProps) => ({
  'data-id': id,
  'aria-selected': selected === id,
  tabIndex: stop === id ? 0 : -1,
  onClick: () => onSelect(id),
})

export function NodeRow({
  group: { node, conversation, links },
  ...shared
}: RowProps & { group: ListGroup }) {
  const format = useFormat()
  const recalled = recalledBy(node, format)
  return (
    <tr
      {...rowProps(node.id, shared)}
      data-element="node"
      aria-level={1}
      aria-expanded={links.length > 0 || undefined}
      className={cn(
        ROW,
        'flex-wrap items-center gap-x-2 border-line/60 border-t pt-1.5 pr-3 pb-1 pl-[2.125rem] text-xs',
      )}
    >
      <td className="-ml-[1.375rem] flex w-[calc(100%+1.375rem)] min-w-0 items-center gap-2 text-ink text-sm">
        <NodeGlyph kind={node.kind} hue={node.hue} />
        <span className="truncate">{nodeLine(node) || NODE_STYLES[node.kind].label}</span>
      </td>
      <td className={isIsland(node) || node.kind === 'entity' ? 'sr-only' : 'text-ink-soft'}>
        {NODE_STYLES[node.kind].label}
      </td>
      <td className="text-ink-soft tabular">
        {node.kind === 'turn'
          ? node.turnNumber
          : isIsland(node)
            ? turnCountWords(node, format, shared.inPeriod)
            : node.turnNumber > 0 && turnsOf(node)}
      </td>
      {recalled && <td className="text-recall tabular">{recalled}</td>}
      {hasTokens(node) && <td className="text-ink-faint tabular">{format.tokens(node.tokens)} tokens</td>}
      {STATES[node.status] && <td className="text-ink-faint">{STATES[node.status]?.toLowerCase()}</td>}
      <td className={cn('flex gap-2 text-ink-faint', conversation ? 'min-w-0 flex-1 basis-36' : 'ml-auto')}>
        {conversation && <span className="truncate text-ink-soft">{conversation}</span>}
        <time dateTime={node.at} suppressHydrationWarning className="ml-auto shrink-0">
          {node.at && format.relative(new Date(node.at), new Date())}
        </time>
      </td>
    </tr>
  )
}

export function LinksRow({ onOpen }: { onOpen(): void }) {
  return (
    <tr
      data-element="links"
      aria-level={2}
      aria-expanded={false}
      tabIndex={-1}
      onClick={onOpen}
      className={LINK_ROW}
    >
      <td>Links</td>
      <td className="ml-auto">
        <ChevronDown aria-label="Show them" className="size-3.5 text-ink-faint" />
      </td>
    </tr>
  )
}

type LinkRowProps = RowProps & { link: ListGroup['links'][number] }
export function LinkRow({ link: { edge, to, of }, ...shared }: LinkRowProps) {
  const count = edgeCount(edge, useFormat())
  return (
    <tr {...rowProps(edge.id, shared)} data-element="edge" aria-level={2} className={LINK_ROW}>
      <td className="flex min-w-0 flex-1 items-center gap-2">
        <EdgeGlyph kind={edge.kind} className="h-3 w-4 shrink-0" />
        <span className="truncate">
          {edgeLabel(edge.kind)} {nodeName(to)}
          {of && ` ${ofConversation(to, of)}`}
        </span>
      </td>
      {count && <td className="shrink-0 text-ink-faint tabular">{count}</td>}
    </tr>
  )
}
