'use client'
import { useMemo, useState } from 'react'
import { toast } from 'sonner'
import { resetPositions, savePositions } from '@/components/memory/actions'
import type { Point } from '@/components/memory/layout/placed'
import type { MemoryPart } from '@/components/memory/memory-part'
import type { GraphPosition } from '@/lib/shared/memory/graph'

const byNode = (positions: GraphPosition[]) => new Map(positions.map(({ node, x, y }) => [node, { x, y }]))

/** Where a person put nodes of the map. They stay there, on later visits too. `key` = the level. */
export function useMoves({ moved }: MemoryPart, key: string) {
  const [own, setOwn] = useState<{ key: string; moves: ReadonlyMap<string, Point> } | null>(null)
  const moves = useMemo(() => (own?.key === key ? own.moves : byNode(moved)), [own, moved, key])
  const move = async (dragged: GraphPosition[]) => {
    setOwn({ key, moves: new Map([...moves, ...byNode(dragged)]) })
    const result = await savePositions(key, dragged)
    if (!result.ok)
      toast.error('The new positions could not be saved.', { description: result.error.message })
  }
  const reset = async () => {
    const before = [...moves].map(([node, point]) => ({ node, ...point }))
    setOwn({ key, moves: new Map() })
    const result = await resetPositions(key)
    if (!result.ok)
      return toast.error('The layout could not be reset.', { description: result.error.message })
    toast(`${before.length} moved ${before.length === 1 ? 'node is' : 'nodes are'} back in place.`, {
      action: { label: 'Undo', onClick: () => void move(before) },
    })
  }
  return { moves, move, reset }
}
