'use client'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toast } from 'sonner'
import { resetPositions, savePositions } from '@/components/memory/actions'
import type { Point } from '@/components/memory/layout/spine'
import { type MemoryPart, type SavedView, savedViewName } from '@/components/memory/memory-part'
import { limits } from '@/lib/shared/limits'
import { type Moves, movesOf } from './moves'

type Dragged = { node: string; x: number; y: number }
export type Mover = {
  moves: Moves
  move(view: SavedView, dragged: Dragged[]): void
  reset(view: SavedView): void
}

/** Dragged nodes stay where they were put, on later visits too. */
export function useMoves(part: MemoryPart | null, conversation: string | null): Mover {
  const [own, setOwn] = useState<{ conversation: string | null; moves: Moves } | null>(null)
  const moves = useMemo(
    () => (own?.conversation === conversation ? own.moves : part ? movesOf(part) : NONE),
    [own, part, conversation],
  )
  const waiting = useRef(
    new Map<string, { view: string; dragged: Map<string, Dragged>; timer: ReturnType<typeof setTimeout> }>(),
  )

  const flush = useCallback(async (name: string) => {
    const job = waiting.current.get(name)
    waiting.current.delete(name)
    if (!job) return
    clearTimeout(job.timer)
    const result = await savePositions(name, [...job.dragged.values()])
    if (!result.ok) toast.error('The new places could not be saved.', { description: result.error.message })
  }, [])
  useEffect(() => {
    const jobs = waiting.current
    return () => {
      for (const name of [...jobs.keys()]) void flush(name)
    }
  }, [flush])

  const move = useCallback(
    (view: SavedView, dragged: Dragged[]) => {
      setOwn({
        conversation,
        moves: {
          ...moves,
          [view]: new Map<string, Point>([
            ...moves[view],
            ...dragged.map(({ node, x, y }) => [node, { x, y }] as const),
          ]),
        },
      })
      const name = savedViewName(view, conversation)
      const before = waiting.current.get(name)
      if (before) clearTimeout(before.timer)
      waiting.current.set(name, {
        view,
        dragged: new Map([...(before?.dragged ?? []), ...dragged.map((one) => [one.node, one] as const)]),
        timer: setTimeout(() => void flush(name), limits.graph.saveDelayMs),
      })
    },
    [moves, conversation, flush],
  )
  const reset = useCallback(
    (view: SavedView) => {
      const before = moves[view]
      const name = savedViewName(view, conversation)
      clearTimeout(waiting.current.get(name)?.timer)
      waiting.current.delete(name)
      setOwn({ conversation, moves: { ...moves, [view]: new Map() } })
      void resetPositions(name).then((result) => {
        if (!result.ok)
          return toast.error('The layout could not be reset.', { description: result.error.message })
        const undo = () =>
          move(
            view,
            [...before].map(([node, { x, y }]) => ({ node, x, y })),
          )
        toast(`${before.size} moved ${before.size === 1 ? 'node is' : 'nodes are'} back in place.`, {
          action: { label: 'Undo', onClick: undo },
        })
      })
    },
    [moves, conversation, move],
  )
  return { moves, move, reset }
}
const NONE: Moves = { time: new Map(), force: new Map() }
