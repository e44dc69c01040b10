'use client'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { edgeId, type GraphNode, type GraphPosition, nodeId } from '@/lib/shared/memory/graph'
import type { BundledRecall } from '@/lib/shared/memory/map'
import { useAnnounce } from '../shell/announcer'
import { countKinds } from './canvas/elements'
import { fullName } from './canvas/node-names'
import { inTurnColours } from './canvas/palette'
import { type Look, useFraming } from './canvas/use-framing'
import { toShare } from './layout/island-layout'
import { isNarrow } from './layout/map-layout'
import { above, below } from './levels'
import { conversationTitles, listGroups, shownGroups, withoutContexts } from './list/list-rows'
import { type MemoryPart, mapOf, movesKey } from './memory-part'
import { type ColourBy, isLink, type MemoryAddress, type View } from './place'
import { grownUntil, growthOf, turnsUntil } from './replay/growth'
import { useMoves } from './replay/use-moves'
import { useReplay } from './replay/use-replay'
import { hitsOf, shownOf } from './shown'
import { useFilterText } from './toolbar/use-filter-text'
import { useFound } from './toolbar/use-found'
import { useCanvasSize } from './use-canvas-size'
import { useDrawnCounts } from './use-drawn-counts'
import { leftOf, useLayout } from './use-layout'
import type { Memory } from './use-memory'
import type { GoTo } from './use-place'
import { useWay } from './use-way'

export type MemoryState = ReturnType<typeof useMemoryView>

/** A part of memory from its start, without a selected node. */
const WHOLE: Partial<MemoryAddress> = {
  topic: null,
  turn: null,
  range: null,
  find: '',
  node: null,
  until: null,
}

/** The page's state and actions, shared by canvas, list and details. */
export function useMemoryView(place: MemoryAddress, go: GoTo, memory: Memory, part: MemoryPart) {
  const graph = useMemo(() => ({ ...part.graph, nodes: inTurnColours(part.graph.nodes) }), [part])
  const map = mapOf(part.graph)
  const announce = useAnnounce()
  const nodes = useMemo(() => new Map(graph.nodes.map((node) => [node.id, node])), [graph])
  const growth = useMemo(() => growthOf(graph), [graph])
  const { steps } = growth

  const index = steps.findIndex((step) => step.id === place.until)
  const until = index < 0 ? null : index
  const settle = useCallback(
    (step: number | null) => go({ until: step === null ? null : (steps[step]?.id ?? null) }),
    [go, steps],
  )
  const replay = useReplay(steps.length, until, settle)

  const centre = [place.centre, place.node, steps.at(-1)?.id].find((id) => id && nodes.has(id)) ?? null
  const mover = useMoves(part, map ? movesKey(map) : '')
  const { view, depth, colour } = place
  const [canvas, measured] = useCanvasSize()
  /** The picture of which one wants to see what a phone leaves out. */
  const [crowded, setCrowded] = useState('')
  const crowd = JSON.stringify([memory.key, view, centre])
  const few = isNarrow(canvas) && crowded !== crowd
  const layout = useLayout({ graph, growth, view, centre, depth, colour, moves: mover.moves, canvas, few })
  const { picture } = layout

  const [text, setText] = useFilterText(place.text, go)
  const found = useFound(text, place.conversation)
  const filterText = useDeferredValue(text)
  const at = view !== 'time' || replay.at >= replay.last ? null : replay.at
  const shown = useMemo(() => {
    const filter = { hidden: new Set(place.hidden), text: filterText, found: found?.turns ?? null, until: at }
    return shownOf(picture.graph, growth, filter)
  }, [picture.graph, growth, place.hidden, filterText, found, at])
  const groups = useMemo(() => {
    const all = { ...picture.graph, conversations: graph.conversations }
    return listGroups(picture.level === 3 ? withoutContexts(all) : all)
  }, [picture.graph, picture.level, graph.conversations])
  /** What the search found in the picture; null while nothing is searched. */
  const matches = useMemo(
    () => (filterText.trim() && found ? [...shown.nodes].filter((id) => picture.positions.has(id)) : null),
    [filterText, found, shown, picture],
  )

  const head = at === null ? '' : (steps[at]?.id ?? '')
  /** How many found turns each island has. */
  const hits = useMemo(() => hitsOf(found?.turns ?? []), [found])

  const grown = useMemo(() => grownUntil(picture.graph, growth, at), [picture.graph, growth, at])
  const { counts, named } = useDrawnCounts(picture, grown)
  const way = useWay(picture, place.node)
  /** What one chose to read: on a phone its details are over the picture. */
  const [read, setRead] = useState<string | null>(null)
  /** Selects by keyboard on the canvas, which goes on: nothing may cover it. */
  const walkTo = useCallback(
    (id: string | null, how?: 'step') => {
      go({ node: id }, how)
      const node = id === null ? undefined : nodes.get(id)
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
  /**
   * Goes down into a node of the map, or to the turns of a bar in Time. @returns whether it leads anywhere.
   */
  const open = (id: string): boolean => {
    const node = nodes.get(id)
    if (!node) return false
    if (node.kind === 'range') {
      const { conversationId, from, to } = node
      go({ ...WHOLE, conversation: conversationId, range: { from, to }, view: 'time' }, 'step')
      return true
    }
    const next = view === 'map' ? below(place, node) : null
    if (next) go({ ...next, until: null }, 'step')
    else if (view === 'local') go({ centre: id, node: id }, 'step')
    return next !== null || view === 'local'
  }
  /** Goes up to the picture around this one; false at the top. */
  const leave = (): boolean => {
    const next = view === 'map' ? above(place) : null
    if (next) go({ ...next, until: null }, 'step')
    return next !== null
  }

  const [requested, setRequested] = useState<Look | null>(null)
  const lookAt = (id: string) => setRequested((before) => ({ id, count: (before?.count ?? 0) + 1 }))
  // After an error, what was zoomed into may be gone.
  const framed = `${memory.key} ${memory.again}`
  const frame = useFraming({ place, part: framed, picture, centre, steps, requested, canvas, few })
  /** Shows a node: in this picture if it is there, else where it belongs on the map. */
  const show = (node: GraphNode) => {
    if (picture.positions.has(node.id)) return lookAt(node.id)
    const next = below({ ...place, turn: null }, node) ?? {
      conversation: node.conversationId || null,
      turn: node.turnId,
    }
    go({ ...WHOLE, ...next, node: node.id, view: 'map', text: '' }, 'step')
  }

  /** Follows a link from one node's details to another's. The browser's Back returns. */
  const follow = (id: string) => {
    select(id, 'step')
    if (picture.positions.has(id)) lookAt(id)
  }

  return {
    place,
    part,
    /** Identifies the part on screen. */
    partKey: memory.key,
    map,
    nodes,
    steps,
    kinds: useMemo(() => new Set(countKinds(picture).keys()), [picture]),
    counts,
    /** How many turns there were where the playhead is; null = now. */
    past: at === null ? null : turnsUntil(growth, at),
    /** Where Time draws the playhead, in graph units. */
    playhead: picture.ends.get(head) ?? picture.positions.get(head)?.x ?? null,
    named,
    centre,
    replay,
    layout,
    shown,
    matches,
    found,
    hits,
    way,
    rows: useMemo(() => shownGroups(groups, shown), [groups, shown]),
    /** Conversation names, if there are several conversations. */
    titles: useMemo(() => conversationTitles(graph), [graph]),
    frame,
    /** How much a phone leaves out. */
    left: isNarrow(canvas) && view !== 'map' ? leftOf(picture) : 0,
    showLeft: () => setCrowded(crowd),
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
    go,
    /** Goes to a turn with what it recalled. */
    openRecall: ({ turnId, conversationId, found }: BundledRecall) =>
      go(
        {
          ...WHOLE,
          conversation: conversationId,
          turn: turnId,
          node: edgeId('recalled', nodeId('turn', turnId), nodeId('turn', found)),
          view: 'map',
        },
        'step',
      ),
    local: (id: string) => go({ view: 'local', centre: id, node: id }, 'step'),
    /** The canvas has another size. */
    measured,
    drag: (moved: GraphPosition) => {
      if (picture.area) void mover.move([{ ...moved, ...toShare(moved, picture.area) }])
    },
    moved: map ? mover.moves.size : 0,
    resetMoves: () => void mover.reset(),
    /** Turns that contain the text, in Time. */
    find: (wanted: string) =>
      go({ ...WHOLE, conversation: place.conversation, text: wanted, find: wanted, view: 'time' }, 'step'),
    changeConversation: (conversation: string | null) =>
      go({ ...WHOLE, conversation, centre: null, view: view === 'local' ? 'map' : view }, 'step'),
    changeView: (next: View) =>
      go({ view: next, centre: next === 'local' && centre && !isLink(centre) ? centre : null }, 'step'),
    changeColour: (next: ColourBy) => go({ colour: next }),
  }
}
