'use client'
import { nodeName } from '@/components/memory/list/list-row'
import { DEPTHS, type Depth, depthOf } from '@/components/memory/place'
import type { GraphNode } from '@/lib/shared/memory/graph'

type Props = { centre: GraphNode; depth: Depth; onDepth(depth: Depth): void }

/** The centre of the local view and its depth. */
export const LocalBar = ({ centre, depth, onDepth }: Props) => (
  <label className="absolute top-3 left-3 z-10 inline-flex h-8 max-w-[calc(100%-1.5rem)] items-center gap-2.5 rounded-md border border-line bg-raised px-3 text-xs shadow-float">
    <span className="truncate font-medium">Around {nodeName(centre)}</span>
    <span className="text-ink-soft">Depth</span>
    <input
      type="range"
      aria-label="Depth"
      min={DEPTHS[0]}
      max={DEPTHS.at(-1)}
      value={depth}
      onChange={(event) => onDepth(depthOf(event.target.value))}
      className="w-20 shrink-0 accent-accent"
    />
    <output className="tabular">{depth}</output>
  </label>
)
