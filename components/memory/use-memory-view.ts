'use client'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { toast } from 'sonner'
import { useAnnounce } from '@/components/shell/announcer'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { limits } from '@/lib/shared/limits'
import { edgeId, type GraphNode, type GraphPosition, type MapDto, nodeId } from '@/lib/shared/memory/graph'
import type { BundledRecall } from '@/lib/shared/memory/map'
import { server } from './actions'
import { usePeriod } from './calendar/strip'
import { countInPeriod, isDuring, periodFilter } from './calendar/weeks'
import { fullName } from './canvas/node-names'
import { inTurnColours } from './canvas/palette'
import { framing, type Look } from './canvas/use-canvas'
import { toShare } from './layout/island-layout'
import { pictureOf } from './layout/map-layout'
import { stepsFrom } from './layout/neighbourhood'
import type { Point, Size } from './layout/placed'
import { conversationTitles, listGroups, shownGroups } from './list/list-rows'
import { above, below, type MemoryAddress } from './place'
import { hitsOf, shownElements } from './shown'
import type { GoTo, Memory } from './use-memory'

export type MemoryState = ReturnType<typeof useMemoryView>

export function useMemoryView(place: MemoryAddress, go: GoTo, memory: Memory, part: MapDto) {
  const map = useMemo(() => ({ ...part, nodes: inTurnColours(part.nodes) }), [part])
  const announce = useAnnounce()
  const nodes = useMemo(() => new Map(map.nodes.map((node) => [node.id, node])), [map])
  const mover = useMoves(part.moved)
  const [canvas, measured] = useCanvasSize()
  const picture = useMemo(() => pictureOf(map, mover.moves, canvas), [map, mover.moves, canvas])
  const { graph } = picture

  const [text, setText] = useFilterText(place.text, go)
  const filterText = useDeferredValue(text)
  const { value: calendar } = useLoaded(String(memory.changes), () =>
    server.loadCalendar({ offset: new Date().getTimezoneOffset() }),
  )
  const player = usePeriod(place.period, calendar, go)
  // The strip follows the pointer; the picture may lag behind. An opened turn ignores the period.
  const period = useDeferredValue(map.level === 4 ? null : player.period)
  const everFound = useFound(text, place.conversation)
  const found = useMemo(() => {
    const turns = everFound?.turns.filter(({ at }) => !period || isDuring(period, at)) ?? []
    return everFound && { ...everFound, turns, period, isElsewhere: turns.length < everFound.turns.length }
  }, [everFound, period])
  const inPeriod = useMemo(
    () => (calendar && period ? countInPeriod(map, calendar, period) : null),
    [map, calendar, period],
  )
  const shown = useMemo(() => {
    const isInPeriod = inPeriod && period ? periodFilter(graph, inPeriod, period) : null
    const hidden = new Set(place.hidden)
    return shownElements(graph, { hidden, text: filterText, found: found?.turns ?? null, isInPeriod })
  }, [graph, place.hidden, filterText, found, inPeriod, period])
  const groups = useMemo(
    () => listGroups({ ...graph, conversations: map.conversations }),
    [graph, map.conversations],
  )
  /** What the search found in the picture; null while nothing is searched. */
  const matches = useMemo(
    () => (filterText.trim() && found ? [...shown.nodes].filter((id) => picture.positions.has(id)) : null),
    [filterText, found, shown, picture],
  )
  /** How many found turns each island has. */
  const hits = useMemo(() => hitsOf(found?.turns ?? [], map.nodes), [found, map])
  /** What one chose to read: on a phone its details are over the picture. */
  const [read, setRead] = useState<string | null>(null)
  /** Selects by keyboard on the canvas, which goes on: nothing may cover it. */
  const walkTo = useCallback(
    (id: string | null, how?: 'step') => {
      go({ node: id }, how)
      const node = nodes.get(id ?? '')
      if (node) announce(fullName(node))
    },
    [go, nodes, announce],
  )
  const select = useCallback(
    (id: string | null, how?: 'step') => {
      setRead(id)
      walkTo(id, how)
    },
    [walkTo],
  )
  /** Goes down into a node of the map. @returns whether it leads anywhere. */
  const open = (id: string): boolean => {
    const node = nodes.get(id)
    const next = node ? below(place, node) : null
    if (next) go(next, 'step')
    return next !== null
  }
  /** Goes up to the picture around this one; false at the top. */
  const leave = (): boolean => {
    const next = above(place)
    if (next) go(next, 'step')
    return next !== null
  }

  const [requested, setRequested] = useState<Look | null>(null)
  const lookAt = (ids: readonly string[]) =>
    setRequested((before) => ({ ids, count: (before?.count ?? 0) + 1 }))
  const frame = framing({ place, part: memory.key, picture, requested, canvas })
  /** Selects what a link or a search leads to. The browser's Back returns. */
  const follow = (id: string) => {
    select(id, 'step')
    if (picture.positions.has(id)) lookAt([id])
  }
  /** Shows a node: in this picture if it is there, else where it belongs on the map. */
  const show = (node: GraphNode) => {
    if (picture.positions.has(node.id)) return follow(node.id)
    const next = below({ ...place, turn: null }, node) ?? {
      conversation: node.conversationId || null,
      turn: node.turnId,
    }
    go({ topic: null, turn: null, ...next, node: node.id, text: '' }, 'step')
  }
  /** Shows what is near a node: everything around its turn, or what it is linked with in this picture. */
  const near = (node: GraphNode) => {
    const { id, turnId, conversationId } = node
    if (turnId && place.turn !== turnId)
      return go({ conversation: conversationId, turn: turnId, node: id }, 'step')
    select(id)
    lookAt([id, ...stepsFrom(graph, id, 1).keys()])
  }

  return {
    place,
    changes: memory.changes,
    /** Identifies the part on screen. */
    partKey: memory.key,
    map,
    nodes,
    picture,
    player,
    inPeriod,
    shown,
    matches,
    found,
    hits,
    rows: useMemo(() => shownGroups(groups, shown), [groups, shown]),
    titles: useMemo(() => conversationTitles(map), [map]),
    frame,
    text,
    setText,
    select,
    follow,
    walkTo,
    isRead: read !== null && read === place.node,
    look: () => setRead(null),
    open,
    leave,
    show,
    near,
    go,
    openRecall: ({ turnId, conversationId, found }: BundledRecall) => {
      const node = edgeId('recalled', nodeId('turn', turnId), nodeId('turn', found))
      go({ topic: null, conversation: conversationId, turn: turnId, node }, 'step')
    },
    measured,
    drag: (moved: GraphPosition) => {
      if (picture.area) void mover.move([{ ...moved, ...toShare(moved, picture.area) }])
    },
    moved: map.level === 1 ? mover.moves.size : 0,
    resetMoves: () => void mover.reset(),
  }
}

/** A canvas that changes by less keeps its layout. */
const CHANGED = 0.12

/** The size that layouts are made for: that of the canvas, without its small changes. */
function useCanvasSize(): [Size | null, (size: Size) => void] {
  const [size, setSize] = useState<Size | null>(null)
  const measured = useCallback((next: Size) => {
    if (next.width === 0 || next.height === 0) return
    setSize((before) => (before && isLike(before, next) ? before : next))
  }, [])
  return [size, measured]
}

const isLike = (a: Size, b: Size) =>
  Math.abs(a.width / b.width - 1) < CHANGED && Math.abs(a.height / b.height - 1) < CHANGED

const NONE: GraphPosition[] = []
const byNode = (positions: GraphPosition[]) => new Map(positions.map(({ node, x, y }) => [node, { x, y }]))

/** Where a person put islands and names. They stay there, on later visits too. */
function useMoves(stored = NONE) {
  const [own, setOwn] = useState<ReadonlyMap<string, Point> | null>(null)
  const moves = useMemo(() => own ?? byNode(stored), [own, stored])
  const move = async (dragged: GraphPosition[]) => {
    setOwn(new Map([...moves, ...byNode(dragged)]))
    const result = await server.savePositions(dragged)
    if (!result.ok)
      toast.error('The new positions could not be saved.', { description: result.error.message })
  }
  const reset = async () => {
    const before = [...moves].map(([node, point]) => ({ node, ...point }))
    setOwn(new Map())
    const result = await server.resetPositions()
    if (!result.ok)
      return toast.error('The layout could not be reset.', { description: result.error.message })
    toast(`${before.length} moved ${before.length === 1 ? 'node is' : 'nodes are'} back in place.`, {
      action: { label: 'Undo', onClick: () => void move(before) },
    })
  }
  return { moves, move, reset }
}

/** The turns that contain `text`, newest first, a moment after typing ends; null until the server responds. */
function useFound(text: string, conversationId: string | null) {
  const asked = { text: text.trim(), ...(conversationId ? { conversationId } : {}) }
  const key = asked.text ? JSON.stringify(asked) : null
  const { current } = useLoaded(key, () => server.findTurns(asked), { delayMs: limits.graph.searchDelayMs })
  return useMemo(
    () => current && { ...current, titles: new Map(current.titles.map(({ id, title }) => [id, title])) },
    [current],
  )
}

/** The text while typing. The address follows a moment later, and wins when changed from outside. */
function useFilterText(inAddress: string, go: GoTo): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: inAddress, address: inAddress })
  const text = typed.address === inAddress ? typed.text : inAddress
  useEffect(() => {
    if (text === inAddress) return
    const timer = setTimeout(() => {
      setTyped({ text, address: text })
      go({ text })
    }, limits.interface.draftDelayMs)
    return () => clearTimeout(timer)
  }, [text, inAddress, go])
  return [text, (next) => setTyped({ text: next, address: inAddress })]
}
