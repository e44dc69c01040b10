'use client'
import { useMemo, useState } from 'react'
import { toast } from 'sonner'
import { resetPositions, savePositions } from '@/components/memory/actions'
import type { Point } from '@/components/memory/layout/spine'
import { type MemoryPart, type SavedView, savedViewName } from '@/components/memory/memory-part'
import type { GraphPosition } from '@/lib/shared/graph'

/** Nodes moved by hand: an offset in the time view, a position in the force view. */
export type Moves = Record<SavedView, ReadonlyMap<string, Point>>

const byNode = (positions: GraphPosition[]) => new Map(positions.map(({ node, x, y }) => [node, { x, y }]))

/** Dragged nodes stay where they were put, on later visits too. */
export function useMoves({ moved }: MemoryPart, conversation: string | null) {
  const [own, setOwn] = useState<{ conversation: string | null; moves: Moves } | null>(null)
  const moves = useMemo<Moves>(
    () =>
      own?.conversation === conversation
        ? own.moves
        : { time: byNode(moved.time), force: byNode(moved.force) },
    [own, moved, conversation],
  )
  const put = (view: SavedView, positions: ReadonlyMap<string, Point>) =>
    setOwn({ conversation, moves: { ...moves, [view]: positions } })
  const move = async (view: SavedView, dragged: GraphPosition[]) => {
    put(view, new Map([...moves[view], ...byNode(dragged)]))
    const result = await savePositions(savedViewName(view, conversation), dragged)
    if (!result.ok) toast.error('The new places could not be saved.', { description: result.error.message })
  }
  const reset = async (view: SavedView) => {
    const before = [...moves[view]].map(([node, point]) => ({ node, ...point }))
    put(view, new Map())
    const result = await resetPositions(savedViewName(view, conversation))
    if (!result.ok)
      return toast.error('The layout could not be reset.', { description: result.error.message })
    toast(`${before.length} moved ${before.length === 1 ? 'node is' : 'nodes are'} back in place.`, {
      action: { label: 'Undo', onClick: () => void move(view, before) },
    })
  }
  return { moves, move, reset }
}
