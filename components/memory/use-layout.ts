'use client'
import { useEffect, useMemo, useState } from 'react'
import type { GraphDto } from '@/lib/shared/graph'
import type { Picture } from './canvas/elements'
import { localLayout } from './layout/local-layout'
import { neighbourhood } from './layout/neighbourhood'
import { runForce } from './layout/run-force'
import { settle } from './layout/settle'
import type { Point } from './layout/spine'
import { type DayMark, type Lane, timeLayout } from './layout/time-layout'
import type { Depth, View } from './place'
import type { Growth } from './replay/growth'
import type { Moves } from './replay/use-moves'

/** `failed`: the force layout could not run, and the time view's positions are shown. */
type Layout = { picture: Picture; lanes: Lane[]; days: DayMark[]; arranging: boolean; failed: boolean }
type Wanted = {
  /** Identifies the part of memory. */
  part: string
  graph: GraphDto
  growth: Growth
  view: View
  centre: string | null
  depth: Depth
  moves: Moves
}
const WITHOUT_LANES = { lanes: [], days: [], arranging: false, failed: false }

/** The position of every node in the selected view. */
export function useLayout({ part, graph, growth, view, centre, depth, moves }: Wanted): Layout {
  const time = useMemo(() => timeLayout(graph), [graph])
  const force = useForce(part, graph, view === 'force')
  return useMemo(() => {
    if (view === 'local' && centre) {
      const near = neighbourhood(graph, centre, depth)
      const positions = localLayout(near, centre, growth.born)
      return { ...WITHOUT_LANES, picture: { graph: near, positions, view } }
    }
    if (view === 'force' && force.positions) {
      const positions = new Map([...force.positions, ...moves.force])
      return { ...WITHOUT_LANES, picture: { graph, positions, view } }
    }
    const positions = new Map(time.positions)
    for (const [id, { x, y }] of moves.time) {
      const place = positions.get(id)
      if (place) positions.set(id, { x: place.x + x, y: place.y + y })
    }
    return {
      picture: { graph, positions, view: 'time' as const },
      lanes: time.lanes,
      days: time.days,
      arranging: view === 'force' && !force.failed,
      failed: view === 'force' && force.failed,
    }
  }, [view, centre, depth, graph, growth, moves, time, force])
}

type Arranged = { part: string; graph: GraphDto; positions: Map<string, Point> | null }

/** Positions of the force view. When memory grows a little, known nodes stay and new ones are added. */
function useForce(part: string, graph: GraphDto, wanted: boolean) {
  const [done, setDone] = useState<Arranged | null>(null)
  const current = useMemo(() => {
    if (done?.graph === graph) return done
    const positions = done?.positions && done.part === part ? settle(graph, done.positions) : null
    return positions && { part, graph, positions }
  }, [done, part, graph])
  useEffect(() => {
    if (!wanted || current) return
    const stop = new AbortController()
    runForce(graph, stop.signal).then(
      (positions) => setDone({ part, graph, positions }),
      () => !stop.signal.aborted && setDone({ part, graph, positions: null }),
    )
    return () => stop.abort()
  }, [part, graph, wanted, current])
  return useMemo(
    () => ({ positions: current?.positions ?? null, failed: current?.positions === null }),
    [current],
  )
}
