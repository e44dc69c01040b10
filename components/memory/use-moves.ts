'use client'
import { useMemo, useState } from 'react'
import { toast } from 'sonner'
import { resetPositions, savePositions } from '@/components/memory/actions'
import type { Point } from '@/components/memory/layout/placed'
import type { GraphPosition } from '@/lib/shared/memory/graph'

const NONE: GraphPosition[] = []
const byNode = (positions: GraphPosition[]) => new Map(positions.map(({ node, x, y }) => [node, { x, y }]))

/** Where a person put islands and names. They stay there, on later visits too. */
export function useMoves(stored = NONE) {
  const [own, setOwn] = useState<ReadonlyMap<string, Point> | null>(null)
  const moves = useMemo(() => own ?? byNode(stored), [own, stored])
  const move = async (dragged: GraphPosition[]) => {
    setOwn(new Map([...moves, ...byNode(dragged)]))
    const result = await savePositions(dragged)
    if (!result.ok)
      toast.error('The new positions could not be saved.', { description: result.error.message })
  }
  const reset = async () => {
    const before = [...moves].map(([node, point]) => ({ node, ...point }))
    setOwn(new Map())
    const result = await resetPositions()
    if (!result.ok)
      return toast.error('The layout could not be reset.', { description: result.error.message })
    toast(`${before.length} moved ${before.length === 1 ? 'node is' : 'nodes are'} back in place.`, {
      action: { label: 'Undo', onClick: () => void move(before) },
    })
  }
  return { moves, move, reset }
}
