'use client'
import { X } from 'lucide-react'
import { Strength } from '@/components/chat/turn/recalls/strength'
import { EDGE_STYLES, edgeLabel } from '@/components/memory/canvas/graph-style'
import { edgeCount, fullName, nodeLine } from '@/components/memory/canvas/node-names'
import { isIsland } from '@/components/memory/layout/island-layout'
import { EdgeGlyph, NodeGlyph } from '@/components/memory/toolbar/kind-glyph'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { ErrorNote } from '@/components/ui/error-note'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { IconButton } from '@/components/ui/icon-button'
import { WhyFound } from '@/components/ui/why'
import { useFormat } from '@/components/ui/words/use-format'
import type { GraphEdge, GraphNode, NodeKind } from '@/lib/shared/memory/graph'
import type { Bundle, BundledRecall } from '@/lib/shared/memory/map'
import { server } from '../actions'

/** The recalls bundled in a link between islands or conversations; else null. */
function bundleOf(edge: GraphEdge, from: GraphNode, { place }: MemoryState): Bundle | null {
  if (edge.kind !== 'recalled' || !isIsland(from)) return null
  return { from: edge.from, to: edge.to, ...(place.topic ? { topicId: place.topic } : {}) }
}

/** What a recall finds besides turns. */
const FOUND: ReadonlySet<NodeKind> = new Set(['file', 'summary', 'roll-up'])

export function LinkDetails({ id, state }: { id: string; state: MemoryState }) {
  const format = useFormat()
  const { picture, nodes, titles, select } = state
  const edge = picture.graph.edges.find((one) => one.id === id)
  const [from, to] = [nodes.get(edge?.from ?? ''), nodes.get(edge?.to ?? '')]
  if (!edge || !from || !to) return <p className="px-4 py-3 text-ink-soft">This link is not shown here.</p>
  const bundle = bundleOf(edge, from, state)
  const asking = from.turnId
  const found = FOUND.has(to.kind) ? to.id : to.turnId
  const { kind } = edge
  const count = edgeCount(edge, format)
  return (
    <>
      <header className="flex items-start gap-2 border-line border-b py-2.5 pr-2 pl-4">
        <EdgeGlyph kind={kind} className="mt-1.5 h-3.5 w-5 shrink-0" />
        <div className="min-w-0 flex-1">
          <h2 className="font-medium text-base leading-6">Link: {edgeLabel(kind)}</h2>
          <p className="text-ink-soft text-xs">{EDGE_STYLES[kind].about}</p>
        </div>
        <IconButton icon={<X />} small label="Close details" keys="Esc" onClick={() => select(null)} />
      </header>
      <div className="flex flex-col gap-3 px-4 py-3">
        {[from, to].map((node, index) => (
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

function LinkWhy({ asking, found }: { asking: string; found: string }) {
  const { value, error } = useLoaded(`${asking} ${found}`, () => server.loadLink({ asking, found }))
  if (error) return <ErrorNote error={error} />
  if (!value) return null
  return (
    <section aria-label="Why this" className="flex flex-col gap-3">
      <h3 className="font-medium">Why this?</h3>
      {value.links.map(({ hit, keywords, asked }) => (
        <div key={asked} className="flex flex-col gap-1.5">
          <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-xs">
            {keywords.length > 0
              ? `Searched for ${keywords.map((word) => `“${word}”`).join(', ')}`
              : 'Asked for directly'}
            <span className="text-recall">
              <Strength hit={hit} />
            </span>
          </p>
          <WhyFound hit={hit} keywords={keywords} />
          {hit.excerpt && (
            <p className="line-clamp-4 break-words border-recall-line border-l-2 pl-2.5 text-ink-soft text-xs">
              {hit.excerpt}
            </p>
          )}
        </div>
      ))}
    </section>
  )
}

type Props = { bundle: Bundle; onOpen(recall: BundledRecall): void; load?: typeof server.loadBundle }

export function BundledRecalls({ bundle, onOpen, load = server.loadBundle }: Props) {
  const { value, error } = useLoaded(JSON.stringify(bundle), () => load(bundle))
  const format = useFormat()
  if (error) return <ErrorNote error={error} />
  if (!value) return null
  const { recalls, all } = value
  const left = all - recalls.length
  return (
    <section aria-label="Its recalls" className="flex flex-col gap-1">
      <h3 className="font-medium text-ink-soft text-xs">
        Recalls <span className="text-ink-faint tabular">{format.number(all)}</span>
      </h3>
      <ul className="flex flex-col">
        {recalls.map((recall) => (
          <li key={`${recall.turnId} ${recall.found}`}>
            <button
              type="button"
              onClick={() => onOpen(recall)}
              className="-mx-1.5 flex w-[calc(100%+0.75rem)] items-start gap-2 rounded-sm px-1.5 py-1 text-left hover:bg-sunken"
            >
              <span className="line-clamp-2 min-w-0 flex-1 break-words">
                Message {recall.number} recalled message {recall.foundNumber}:{' '}
                <span className="text-ink-soft">{nodeLine({ kind: 'turn', label: recall.text })}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="text-ink-soft text-xs">and {format.number(left)} more</p>}
    </section>
  )
}
