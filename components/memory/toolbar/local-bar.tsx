'use client'
import { nodeName } from '@/components/memory/list/list-row'
import { DEPTHS, type Depth, depthOf } from '@/components/memory/place'
import type { GraphNode } from '@/lib/shared/memory/graph'

/** `missing` = what was selected is not in the graph, so the centre is another node. */
type Props = { centre: GraphNode; depth: Depth; missing: boolean; onDepth(depth: Depth): void }

/** The centre of the local view and its depth. */
export const LocalBar = ({ centre, depth, missing, onDepth }: Props) => (
  <div className="absolute top-3 left-3 z-10 flex max-w-[calc(100%-1.5rem)] flex-col items-start gap-1.5">
    <label className="inline-flex h-8 max-w-full items-center gap-2.5 rounded-md border border-line bg-raised px-3 text-xs shadow-float">
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
    {missing && (
      <p role="status" className="rounded-md border border-line bg-raised px-3 py-1 text-ink-soft text-xs">
        What you selected has no neighbours to show. This is the newest turn.
      </p>
    )}
  </div>
)
