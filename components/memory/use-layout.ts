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
import type { Moves } from './replay/moves'

type Layout = {
  picture: Picture
  lanes: Lane[]
  days: DayMark[]
  arranging: boolean /** The force layout could not run; the time view's places are shown. */
  failed: boolean
}
type Wanted = {
  /** Names the part of memory. */ part: string
  graph: GraphDto
  growth: Growth
  view: View
  centre: string | null
  depth: Depth
  moves: Moves
}

/** The position of every node in the selected view. */
export function useLayout({ part, graph, growth, view, centre, depth, moves }: Wanted): Layout {
  const time = useMemo(() => timeLayout(graph), [graph])
  const force = useForce(part, graph, view === 'force')
  return useMemo(() => {
    if (view === 'local' && centre) {
      const near = neighbourhood(graph, centre, depth)
      return {
        picture: { graph: near, positions: localLayout(near, centre, growth.born), view },
        lanes: [],
        days: [],
        arranging: false,
        failed: false,
      }
    }
    if (view === 'force' && force.positions) {
      const positions = moves.force.size ? new Map([...force.positions, ...moves.force]) : force.positions
      return { picture: { graph, positions, view }, lanes: [], days: [], arranging: false, failed: false }
    }
    const shifted = new Map<string, Point>()
    for (const [id, { x, y }] of moves.time) {
      const place = time.positions.get(id)
      if (place) shifted.set(id, { x: place.x + x, y: place.y + y })
    }
    const positions = shifted.size ? new Map([...time.positions, ...shifted]) : time.positions
    return {
      picture: { graph, positions, view: 'time' as const },
      lanes: time.lanes,
      days: time.days,
      arranging: view === 'force' && !force.failed,
      failed: view === 'force' && force.failed,
    }
  }, [view, centre, depth, graph, growth, moves, time, force])
}

/** Positions of the force view. When memory grows a little, known nodes stay and new ones are added. */
function useForce(part: string, graph: GraphDto, wanted: boolean) {
  const [done, setDone] = useState<{
    part: string
    graph: GraphDto
    positions: Map<string, Point> | null
  } | null>(null)
  const grown = useMemo(
    () =>
      done?.positions && done.part === part && done.graph !== graph ? settle(graph, done.positions) : null,
    [done, part, graph],
  )
  const isDone = done?.graph === graph || grown !== null
  useEffect(() => {
    if (!wanted || isDone) return
    const stop = new AbortController()
    runForce(graph, stop.signal).then(
      (positions) => setDone({ part, graph, positions }),
      () => !stop.signal.aborted && setDone({ part, graph, positions: null }),
    )
    return () => stop.abort()
  }, [part, graph, wanted, isDone])
  return useMemo(() => {
    const positions = done?.graph === graph ? done.positions : grown
    return { positions, failed: done?.graph === graph && done.positions === null }
  }, [done, grown, graph])
}
