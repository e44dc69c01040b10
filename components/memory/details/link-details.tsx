'use client'
import { X } from 'lucide-react'
import { EDGE_STYLES, edgeLabel } from '@/components/memory/canvas/graph-style'
import { countOf, fullName } from '@/components/memory/canvas/node-names'
import { isIsland } from '@/components/memory/layout/island-layout'
import { EdgeGlyph, NodeGlyph } from '@/components/memory/toolbar/kind-glyph'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { IconButton } from '@/components/ui/icon-button'
import { useFormat } from '@/components/ui/words/use-format'
import type { GraphEdge, NodeKind } from '@/lib/shared/memory/graph'
import type { Bundle } from '@/lib/shared/memory/map'
import { BundledRecalls } from './bundled-recalls'
import { LinkWhy } from './link-why'

/** The recalls bundled in a link between islands or conversations; else null. */
function bundleOf(edge: GraphEdge | undefined, { place, nodes }: MemoryState): Bundle | null {
  const from = nodes.get(edge?.from ?? '')
  if (edge?.kind !== 'recalled' || !from || !isIsland(from)) return null
  return { from: edge.from, to: edge.to, ...(place.topic ? { topicId: place.topic } : {}) }
}

/** What a recall finds besides turns. */
const FOUND: ReadonlySet<NodeKind> = new Set(['file', 'summary', 'roll-up'])

/** What a link connects, how often, and why. */
export function LinkDetails({ id, state }: { id: string; state: MemoryState }) {
  const format = useFormat()
  const { picture, nodes, titles, select } = state
  const edge = picture.graph.edges.find((one) => one.id === id)
  const ends = [nodes.get(edge?.from ?? ''), nodes.get(edge?.to ?? '')].filter((node) => node !== undefined)
  const [from, to] = ends
  const bundle = bundleOf(edge, state)
  const asking = from?.turnId
  const found = to && (FOUND.has(to.kind) ? to.id : to.turnId)
  if (!bundle && !(edge && from && to))
    return <p className="px-4 py-3 text-ink-soft">This link is not shown here.</p>
  const kind = edge?.kind ?? 'recalled'
  const count = edge && countOf(edge, format)
  return (
    <>
      <header className="flex items-start gap-2 border-line border-b py-2.5 pr-2 pl-4">
        <EdgeGlyph kind={kind} className="mt-1.5 h-3.5 w-5 shrink-0" />
        <div className="min-w-0 flex-1">
          <h2 className="font-medium text-base leading-6">Link: {edgeLabel(kind)}</h2>
          <p className="text-ink-soft text-xs">{EDGE_STYLES[kind].about}</p>
        </div>
        <IconButton small label="Close details" keys="Esc" onClick={() => select(null)}>
          <X />
        </IconButton>
      </header>
      <div className="flex flex-col gap-3 px-4 py-3">
        {ends.map((node, index) => (
          <button
            key={node.id}
            type="button"
            onClick={() => select(node.id)}
            className="flex items-start gap-2 rounded-md border border-line bg-raised px-3 py-2 text-left hover:border-line-strong"
          >
            <NodeGlyph kind={node.kind} hue={node.hue} className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0">
              <span className="block break-words text-ink-faint text-xs">
                {[index === 0 ? 'From' : 'To', titles?.get(node.conversationId)].filter(Boolean).join(' · ')}
              </span>
              <span className="line-clamp-3 break-words">{fullName(node)}</span>
            </span>
          </button>
        ))}
        {bundle ? (
          <BundledRecalls key={id} bundle={bundle} onOpen={state.openRecall} />
        ) : (
          <>
            {count && <p className="text-ink-soft">{count}</p>}
            {kind === 'recalled' && asking && found && <LinkWhy key={id} asking={asking} found={found} />}
          </>
        )}
      </div>
    </>
  )
}
