'use client'
import { MessageSquare } from 'lucide-react'
import Link from 'next/link'
import { turnHref } from '@/components/chat/conversation/history/turn-href'
import { isIsland } from '@/components/memory/layout/island-layout'
import { useFormat } from '@/components/ui/words/use-format'
import { capitalised } from '@/lib/shared/capitalised'
import { groupBy } from '@/lib/shared/group-by'
import type { EdgeKind, GraphEdge, GraphNode, GraphNodeDetails } from '@/lib/shared/memory/graph'
import { edgeCount, nodeLine } from '../canvas/node-names'
import { isNamed, nodeName, ofConversation } from '../list/list-row'
import { NodeGlyph } from '../toolbar/kind-glyph'
import type { MemoryState } from '../use-memory-view'

/** Headings by link and direction, as seen from the node. */
const HEADINGS: Record<EdgeKind, { out: string; in: string }> = {
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

const headingOf = ({ edge: { kind, from }, node }: { edge: GraphEdge; node: GraphNode }, id: string) =>
  kind === 'holds' && node.kind === 'turn' ? 'Messages' : HEADINGS[kind][from === id ? 'out' : 'in']

type Related = { edge: GraphEdge; node: GraphNode; heading: string }

/** What a node is linked to on this level, and what else it is `linked` to, the strongest recalls first. */
export function relatedTo(
  id: string,
  { map, nodes }: Pick<MemoryState, 'map' | 'nodes'>,
  linked: NonNullable<GraphNodeDetails['linked']> = [],
): Related[] {
  const order = Object.keys(HEADINGS)
  const onLevel = map.edges.flatMap((edge) => {
    if (edge.from !== id && edge.to !== id) return []
    const node = nodes.get(edge.from === id ? edge.to : edge.from)
    return node ? [{ edge, node }] : []
  })
  const shown = new Set(onLevel.map(({ edge }) => edge.id))
  return [...onLevel, ...linked.filter(({ edge }) => !shown.has(edge.id))]
    .map((one) => ({ ...one, heading: headingOf(one, id) }))
    .sort(
      (a, b) =>
        order.indexOf(a.edge.kind) - order.indexOf(b.edge.kind) ||
        (b.edge.score ?? b.edge.count) - (a.edge.score ?? a.edge.count),
    )
}

export function DetailsRelated({ related, state }: { related: readonly Related[]; state: MemoryState }) {
  return [...groupBy(related, ({ heading }) => heading)].map(([heading, members]) => (
    <section key={heading} className="flex flex-col gap-1">
      <h3 className="font-medium text-ink-soft text-xs">{heading}</h3>
      <ul className="flex flex-col">
        {members.map((one) => (
          <RelatedItem key={one.edge.id} related={one} state={state} />
        ))}
      </ul>
    </section>
  ))
}

function RelatedItem({ related: { edge, node }, state }: { related: Related; state: MemoryState }) {
  const own = state.nodes.get(edge.from === node.id ? edge.to : edge.from)
  const isElsewhere = !isIsland(node) && node.conversationId !== own?.conversationId
  const title = isElsewhere && edge.kind !== 'holds' && state.titles?.get(node.conversationId)
  const format = useFormat()
  const note = isNamed(node) || node.kind === 'context' ? edgeCount(edge, format) : nodeLine(node)
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        onClick={() => state.follow(node.id)}
        className="-mx-1.5 flex h-7 min-w-0 flex-1 items-center gap-2 rounded-sm px-1.5 text-left hover:bg-sunken"
      >
        <NodeGlyph kind={node.kind} hue={node.hue} />
        <span className="min-w-0 max-w-[75%] shrink-0 truncate">
          {capitalised(nodeName(node))}
          {title && ` ${ofConversation(node, title)}`}
        </span>
        {note && <span className="truncate text-ink-soft text-xs">{note}</span>}
      </button>
      {node.kind === 'turn' && node.turnId && (
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
