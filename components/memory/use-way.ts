'use client'
import { useMemo, useState } from 'react'
import type { Picture } from './canvas/elements'
import { pathBetween } from './layout/path-between'

/** A way between two nodes: `from` was chosen first, the next selected node ends it. */
export function useWay({ graph }: Picture, selected: string | null) {
  const [from, setFrom] = useState<string | null>(null)
  const ids = useMemo(
    () => (from && selected && from !== selected ? pathBetween(graph.edges, from, selected) : []),
    [graph, from, selected],
  )
  const isThere = from !== null && graph.nodes.some(({ id }) => id === from)
  return {
    /** The first end, while it is in the picture. */
    from: isThere ? from : null,
    ids: isThere ? ids : [],
    start: setFrom,
    stop: () => setFrom(null),
  }
}
