'use client'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { GraphNode } from '@/lib/shared/graph'
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

/** The page's state and actions, shared by canvas, list and details. */
export function useMemoryView(place: Place, go: GoTo, memory: Memory, part: MemoryPart) {
  const { graph } = part
  const announce = useAnnounce()
  const nodes = useMemo(() => new Map(graph.nodes.map((node) => [node.id, node])), [graph])
  const growth = useMemo(() => growthOf(graph), [graph])
  const { steps } = growth

  const until = useMemo(() => {
    const index = steps.findIndex((step) => step.id === place.until)
    return index < 0 ? null : index
  }, [steps, place.until])
  const settle = useCallback(
    (step: number | null) => go({ until: step === null ? null : (steps[step]?.id ?? null) }),
    [go, steps],
  )
  const replay = useReplay(steps.length, until, settle)

  const wanted = [place.centre, place.node, steps.at(-1)?.id].find((id) => id && nodes.has(id))
  const centre = wanted ?? null
  const mover = useMoves(part, place.conversation)
  const layout = useLayout({
    part: memory.key,
    graph,
    growth,
    view: place.view,
    centre,
    depth: place.depth,
    moves: mover.moves,
  })
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
  const titles = useMemo(() => conversationTitles(graph), [graph])
  const rows = useMemo(() => shownGroups(groups, shown), [groups, shown])

  const select = useCallback(
    (id: string | null) => {
      go({ node: id })
      const node = id === null ? undefined : nodes.get(id)
      if (node) announce(fullName(node))
    },
    [go, nodes, announce],
  )
  const trail = useRef<Place[]>([])
  const expand = useCallback(
    ({ conversationId, from, to }: GraphNode) => {
      trail.current.push(place)
      go(
        {
          conversation: conversationId,
          range: { from, to },
          find: '',
          node: null,
          until: null,
          view: 'time',
        },
        'step',
      )
    },
    [go, place],
  )
  /** Back to what was shown before turns were expanded or searched. */
  const back = () => {
    const before = trail.current.splice(0).findLast((one) => partKey(one) !== partKey(place))
    go(before ?? { range: null, find: '', node: null }, 'step')
  }
  const local = useCallback((id: string) => go({ view: 'local', centre: id, node: id }, 'step'), [go])
  const press = (id: string | null) => {
    const node = id === null ? undefined : nodes.get(id)
    if (node?.kind === 'range') expand(node)
    else select(id)
  }

  const [asked, setAsked] = useState<Look | null>(null)
  const frame = useFraming({
    place,
    part: memory.key,
    view: picture.view,
    centre,
    steps,
    has: (id) => picture.positions.has(id),
    asked,
  })
  const show = (node: GraphNode) => {
    setAsked((before) => ({ id: node.id, count: (before?.count ?? 0) + 1 }))
    if (nodes.has(node.id)) return
    const conversation = place.conversation === null ? null : node.conversationId
    go({ conversation, range: null, find: '', node: node.id, until: null, view: 'time' }, 'step')
    memory.load({ ...(conversation ? { conversationId: conversation } : {}), focus: node.id })
  }

  const saved = picture.view === 'local' ? null : picture.view
  const drag = (moved: { node: string; x: number; y: number }[]) => {
    if (saved === 'force') mover.move(saved, moved)
    if (saved === 'time') mover.move(saved, moved.map(distanceFromPlace))
  }
  const distanceFromPlace = ({ node, x, y }: { node: string; x: number; y: number }) => {
    const shown = picture.positions.get(node) ?? { x, y }
    const before = mover.moves.time.get(node) ?? { x: 0, y: 0 }
    return { node, x: x - shown.x + before.x, y: y - shown.y + before.y }
  }

  return {
    nodes,
    steps,
    counts: useMemo(() => countKinds(picture.graph), [picture.graph]),
    centre,
    replay,
    layout,
    shown,
    rows,
    titles,
    frame,
    text,
    setText,
    /** Turns that contain the filter's text and are not on the page. */
    more: useMemo(() => [...(found ?? [])].filter((id) => !nodes.has(`turn:${id}`)).length, [found, nodes]),
    select,
    press,
    expand,
    back,
    local,
    show,
    drag,
    moved: saved ? mover.moves[saved].size : 0,
    resetMoves: () => saved && mover.reset(saved),
    find: (wanted: string) => {
      trail.current.push(place)
      go({ text: wanted, find: wanted, range: null, node: null, until: null }, 'step')
    },
    changeConversation: (conversation: string | null) =>
      go(
        {
          conversation,
          range: null,
          find: '',
          node: null,
          centre: null,
          until: null,
          view: place.view === 'local' ? 'time' : place.view,
        },
        'step',
      ),
    changeView: (view: View) =>
      go({ view, centre: view === 'local' && centre && !isLink(centre) ? centre : null }, 'step'),
  }
}
