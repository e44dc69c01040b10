'use client'
import { MousePointerClick } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { isLink } from '@/components/memory/place'
import { cn } from '@/components/ui/cn'
import { Sheet } from '@/components/ui/sheet'
import { useWide } from '@/components/ui/use-wide'
import type { GraphDto, GraphNode } from '@/lib/shared/graph'
import { Details } from './details'
import { LinkDetails } from './link-details'
import { useDetails } from './use-details'

type Props = {
  ref: Ref<HTMLElement>
  selected: string | null
  graph: Pick<GraphDto, 'edges'>
  /** Conversation names, if there are several conversations. */
  titles: ReadonlyMap<string, string> | null
  nodes: ReadonlyMap<string, GraphNode>
  /** Changes when memory is reloaded. */
  version: unknown
  onSelect(id: string | null): void
  onShow(node: GraphNode): void
  onLocal(id: string): void
  onExpand(node: GraphNode): void
}

/** The selected memory in full: a column next to the graph, or a sheet on narrow screens. */
export function DetailsPane(props: Props) {
  const narrow = !useWide()
  const [away, setAway] = useState<string | null>(null)
  const { selected, onSelect, ref } = props
  /** Looking at the graph closes a sheet that covers it. */
  const look = {
    onShow: (node: GraphNode) => {
      setAway(selected)
      props.onShow(node)
    },
    onLocal: (id: string) => {
      setAway(id)
      props.onLocal(id)
    },
  }
  const content = selected === null ? null : <Chosen {...props} {...look} id={selected} />
  if (narrow)
    return (
      <Sheet
        open={selected !== null && selected !== away}
        onOpenChange={(open) => !open && onSelect(null)}
        title="Details"
        from="bottom"
      >
        <aside
          ref={ref}
          aria-label="Details"
          tabIndex={-1}
          className="min-h-0 flex-1 overflow-y-auto outline-none"
        >
          {content}
        </aside>
      </Sheet>
    )
  return (
    <aside
      ref={ref}
      aria-label="Details"
      tabIndex={-1}
      className={cn(
        'min-h-0 shrink-0 overflow-y-auto border-line border-b bg-surface -outline-offset-2 max-md:hidden',
        content && 'h-[58%]',
      )}
    >
      {content ?? (
        <p className="flex items-center gap-2 px-3 py-2.5 text-ink-soft text-xs">
          <MousePointerClick aria-hidden className="size-4 shrink-0 text-ink-faint" /> Choose a node or a link
          to read it in full.
        </p>
      )}
    </aside>
  )
}

function Chosen({
  id,
  graph,
  titles,
  nodes,
  version,
  ...rest
}: Omit<Props, 'ref' | 'selected'> & { id: string }): ReactNode {
  const edge = isLink(id) ? graph.edges.find((one) => one.id === id) : undefined
  const from = edge && nodes.get(edge.from)
  const to = edge && nodes.get(edge.to)
  const loaded = useDetails(isLink(id) ? null : id, version)
  if (edge && from && to)
    return <LinkDetails edge={edge} from={from} to={to} titles={titles} onSelect={rest.onSelect} />
  if (isLink(id)) return <p className="px-4 py-3 text-ink-soft">This link is not in the picture.</p>
  return <Details node={nodes.get(id) ?? null} loaded={loaded} nodes={nodes} {...rest} />
}
