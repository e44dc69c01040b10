'use client'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { GraphNode, GraphPosition } from '@/lib/shared/graph'
import { useAnnounce } from '../shell/announcer'
import { fullName } from './canvas/elements'
import { type Look, useFraming } from './canvas/use-framing'
import { conversationTitles, listGroups, shownGroups } from './list/list-rows'
import type { MemoryPart } from './memory-part'
import { isLink, type Place, partKey, type View } from './place'
import { growthOf } from './replay/growth'
import { useMoves } from './replay/use-moves'
import { useReplay } from './replay/use-replay'
import { countKinds, shownOf } from './shown'
import { useFilterText } from './toolbar/use-filter-text'
import { useFound } from './toolbar/use-found'
import { useLayout } from './use-layout'
import type { Memory } from './use-memory'
import type { GoTo } from './use-place'

export type MemoryState = ReturnType<typeof useMemoryView>

/** A part of memory from its start, without a selected node. */
const WHOLE: Partial<Place> = { range: null, find: '', node: null, until: null }

/** The page's state and actions, shared by canvas, list and details. */
export function useMemoryView(place: Place, go: GoTo, memory: Memory, part: MemoryPart) {
  const { graph } = part
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
  const mover = useMoves(part, place.conversation)
  const { view, depth } = place
  const layout = useLayout({ part: memory.key, graph, growth, view, centre, depth, moves: mover.moves })
  const { picture } = layout

  const [text, setText] = useFilterText(place.text, go)
  const found = useFound(text, place.conversation)
  const filterText = useDeferredValue(text)
  const at = replay.at >= replay.last ? null : replay.at
  const shown = useMemo(
    () =>
      shownOf(picture.graph, growth, { hidden: new Set(place.hidden), text: filterText, found, until: at }),
    [picture.graph, growth, place.hidden, filterText, found, at],
  )
  const groups = useMemo(
    () => listGroups({ ...picture.graph, conversations: graph.conversations }),
    [picture.graph, graph.conversations],
  )

  const select = useCallback(
    (id: string | null) => {
      go({ node: id })
      const node = id === null ? undefined : nodes.get(id)
      if (node) announce(fullName(node))
    },
    [go, nodes, announce],
  )
  const trail = useRef<Place[]>([])
  const expand = ({ conversationId, from, to }: GraphNode) => {
    trail.current.push(place)
    go({ ...WHOLE, conversation: conversationId, range: { from, to }, view: 'time' }, 'step')
  }
  const press = (id: string | null) => {
    const node = id === null ? undefined : nodes.get(id)
    if (node?.kind === 'range') expand(node)
    else select(id)
  }

  const [requested, setRequested] = useState<Look | null>(null)
  const frame = useFraming({ place, part: memory.key, picture, centre, steps, requested })
  const show = (node: GraphNode) => {
    setRequested((before) => ({ id: node.id, count: (before?.count ?? 0) + 1 }))
    if (nodes.has(node.id)) return
    const conversation = place.conversation === null ? null : node.conversationId
    go({ ...WHOLE, conversation, node: node.id, view: 'time' }, 'step')
    memory.load({ ...(conversation ? { conversationId: conversation } : {}), focus: node.id })
  }

  const saved = picture.view === 'local' ? null : picture.view
  const fromPlace = ({ node, x, y }: GraphPosition) => {
    const shown = picture.positions.get(node) ?? { x, y }
    const before = mover.moves.time.get(node) ?? { x: 0, y: 0 }
    return { node, x: x - shown.x + before.x, y: y - shown.y + before.y }
  }

  return {
    place,
    part,
    nodes,
    steps,
    counts: useMemo(() => countKinds(picture.graph), [picture.graph]),
    centre,
    replay,
    layout,
    shown,
    rows: useMemo(() => shownGroups(groups, shown), [groups, shown]),
    /** Conversation names, if there are several conversations. */
    titles: useMemo(() => conversationTitles(graph), [graph]),
    frame,
    text,
    setText,
    /** Turns that contain the filter's text and are not on the page. */
    more: useMemo(() => [...(found ?? [])].filter((id) => !nodes.has(`turn:${id}`)).length, [found, nodes]),
    select,
    press,
    expand,
    show,
    /** Back to what was shown before turns were expanded or searched. */
    back: () => {
      const before = trail.current.splice(0).findLast((one) => partKey(one) !== partKey(place))
      go(before ?? { range: null, find: '', node: null }, 'step')
    },
    local: (id: string) => go({ view: 'local', centre: id, node: id }, 'step'),
    drag: (moved: GraphPosition) =>
      saved && void mover.move(saved, [saved === 'time' ? fromPlace(moved) : moved]),
    moved: saved ? mover.moves[saved].size : 0,
    resetMoves: () => saved && void mover.reset(saved),
    find: (wanted: string) => {
      trail.current.push(place)
      go({ ...WHOLE, text: wanted, find: wanted }, 'step')
    },
    changeConversation: (conversation: string | null) =>
      go({ ...WHOLE, conversation, centre: null, view: view === 'local' ? 'time' : view }, 'step'),
    changeView: (next: View) =>
      go({ view: next, centre: next === 'local' && centre && !isLink(centre) ? centre : null }, 'step'),
  }
}
