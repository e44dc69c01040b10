'use client'
import { MessageSquare } from 'lucide-react'
import Link from 'next/link'
import { turnHref } from '@/components/chat/conversation/history/turn-href'
import { lineOf } from '@/components/memory/canvas/node-names'
import { isMany, ofConversation } from '@/components/memory/list/list-row'
import { NodeGlyph } from '@/components/memory/toolbar/kind-glyph'
import { cn } from '@/components/ui/cn'
import { groupBy } from '@/lib/shared/group-by'
import { type GraphNode, type GraphNodeDetails, parseNodeId } from '@/lib/shared/memory/graph'
import { headingOf, relatedOrder } from './related-words'

type Related = GraphNodeDetails['related'][number]
type Props = { details: GraphNodeDetails; nodes: ReadonlyMap<string, GraphNode>; onSelect(id: string): void }

/** What a memory is linked to: recalls (strongest first), its records and its files. */
export function DetailsRelated({ details, nodes, onSelect }: Props) {
  const sorted = [...details.related].sort(
    (a, b) => relatedOrder(a.kind) - relatedOrder(b.kind) || (b.score ?? 0) - (a.score ?? 0),
  )
  return [...groupBy(sorted, (related) => headingOf(details.node.kind, related))].map(
    ([heading, members]) => (
      <section key={heading} className="flex flex-col gap-1">
        <h3 className="font-medium text-ink-soft text-xs">
          {heading} {members.length > 1 && <span className="text-ink-faint tabular">{members.length}</span>}
        </h3>
        <ul className="flex flex-col">
          {members.map((related) => (
            <RelatedItem
              key={`${related.kind} ${related.direction} ${related.node} ${related.label}`}
              related={related}
              node={nodes.get(related.node)}
              onSelect={onSelect}
            />
          ))}
        </ul>
      </section>
    ),
  )
}

const isNamed = ({ label }: Related, node: GraphNode) => label.startsWith(node.label)

type ItemProps = { related: Related; node: GraphNode | undefined; onSelect(id: string): void }
function RelatedItem({ related, node, onSelect }: ItemProps) {
  const kind = parseNodeId(related.node)?.kind ?? 'turn'
  const text =
    node && !related.conversation && !isMany(node) && node.kind !== 'context' && !isNamed(related, node)
      ? lineOf(node)
      : ''
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        onClick={() => onSelect(related.node)}
        className="-mx-1.5 flex h-7 min-w-0 flex-1 items-center gap-2 rounded-sm px-1.5 text-left hover:bg-sunken"
      >
        <NodeGlyph kind={kind} hue={node?.hue} />
        <span className={cn('truncate', text ? 'shrink-0' : 'min-w-0')}>
          {related.label}
          {related.conversation && ` ${ofConversation({ kind }, related.conversation)}`}
        </span>
        {text && <span className="truncate text-ink-soft text-xs">{text}</span>}
      </button>
      {kind === 'turn' && node?.turnId && (
        <Link
          href={turnHref(node)}
          aria-label={`Open message ${node.turnNumber} in chat`}
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink"
        >
          <MessageSquare aria-hidden className="size-3.5" />
        </Link>
      )}
    </li>
  )
}
