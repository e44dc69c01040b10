'use client'
import { Maximize, Minus, Plus, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Shown } from '@/components/memory/shown'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { IconButton } from '@/components/ui/icon-button'
import type { Picture } from './elements'
import type { GraphView } from './graph-view'
import { LaneOverlay } from './lane-overlay'
import { Minimap } from './minimap'
import type { Frame } from './use-framing'
import { useGraphView } from './use-graph-view'
import { ZOOM } from './viewport'
import { isDirection, startOfWalk, walk } from './walk'

const BUTTONS: { label: string; keys: string; icon: ReactNode; run(view: GraphView): void }[] = [
  { label: 'Zoom in', keys: '+', icon: <Plus />, run: (view) => view.zoomBy(ZOOM.step) },
  { label: 'Zoom out', keys: '-', icon: <Minus />, run: (view) => view.zoomBy(1 / ZOOM.step) },
  { label: 'Show everything', keys: '0', icon: <Maximize />, run: (view) => view.fit() },
]

/** `onOpen`: Enter on the selected element. */
type Props = { state: MemoryState; onOpen(id: string): void }

/**
 * The graph as a picture, with pointer, keyboard, zoom buttons and minimap. The list shows the same elements.
 */
export function GraphCanvas({ state, onOpen }: Props) {
  const { layout, shown, frame, steps, replay, place } = state
  const { picture } = layout
  const selected = place.node
  const container = useRef<HTMLDivElement>(null)
  const { view, theme } = useGraphView(container, {
    onSelect: state.press,
    onTwice: state.local,
    onMoved: state.drag,
  })
  useFrame(view, container, picture, frame)
  const ready = usePicture(view, picture, shown)
  useEffect(() => view?.select(selected), [view, selected])
  const follow = replay.playing ? steps[replay.at]?.id : undefined
  useEffect(() => {
    if (follow) view?.reveal(follow)
  }, [view, follow])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey || !view)
      return
    const key = event.key === '=' ? '+' : event.key
    const button = BUTTONS.find(({ keys }) => keys === key)
    if (isDirection(key)) {
      const start = selected !== null && picture.positions.has(selected) ? selected : null
      const next =
        start === null
          ? startOfWalk(steps, shown.nodes)
          : walk({ graph: picture.graph, positions: view.positions(), standing: shown.nodes }, start, key)
      if (next !== null) {
        state.press(next)
        view.reveal(next)
      }
    } else if (key === 'Enter' && selected !== null) onOpen(selected)
    else if (key === 'Escape' && selected !== null) state.press(null)
    else if (button) button.run(view)
    else return
    event.preventDefault()
  }

  return (
    <section
      aria-label="Memory graph"
      aria-describedby="memory-graph-keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows walk the graph from here
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-ready={ready ? '' : undefined}
      className="relative min-h-0 flex-1 select-none overflow-hidden bg-paper -outline-offset-2"
    >
      <p id="memory-graph-keys" className="sr-only">
        Arrow keys walk from node to node, Enter opens what is selected, Escape clears the selection, plus and
        minus zoom, 0 shows everything. The list has the same elements.
      </p>
      {view && (
        <LaneOverlay
          view={view}
          lanes={layout.lanes}
          days={layout.days}
          onOpen={place.conversation ? null : state.changeConversation}
        />
      )}
      <div className="absolute inset-0">
        <div ref={container} aria-hidden className="size-full" />
      </div>
      {view && theme && (
        <div className="absolute right-3 bottom-3 z-10 flex items-end gap-2">
          <div className="flex flex-col rounded-md border border-line bg-raised shadow-float">
            {state.moved > 0 && (
              <IconButton small side="left" label="Reset layout" onClick={state.resetMoves}>
                <RotateCcw />
              </IconButton>
            )}
            {BUTTONS.map(({ label, keys, icon, run }) => (
              <IconButton key={keys} small side="left" label={label} keys={keys} onClick={() => run(view)}>
                {icon}
              </IconButton>
            ))}
          </div>
          <Minimap view={view} nodes={picture.graph.nodes} shown={shown} theme={theme} />
        </div>
      )}
    </section>
  )
}

/** Draws the graph; filter changes redraw only what they affect. True once it is drawn. */
function usePicture(view: GraphView | null, picture: Picture, shown: Shown) {
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })
  const [drawn, setDrawn] = useState<GraphView | null>(null)
  useEffect(() => {
    view?.show(picture, latest.current)
    setDrawn(view)
  }, [view, picture])
  useEffect(() => view?.setShown(shown), [view, shown])
  return view !== null && drawn === view
}

type Container = RefObject<HTMLElement | null>

/** Frames a graph once, as soon as the canvas has a size. */
function useFrame(view: GraphView | null, container: Container, picture: Picture, frame: Frame) {
  const { key } = frame
  const framed = useRef<string | null>(null)
  const latest = useRef({ picture, frame })
  useEffect(() => {
    latest.current = { picture, frame }
  })
  useEffect(() => {
    const element = container.current
    if (!view || !element) return
    const look = () => {
      if (framed.current === key || element.clientWidth === 0) return
      framed.current = key
      const { picture, frame } = latest.current
      if (frame.near && frame.look !== null) view.centre(picture, frame.look)
      else view.frame(picture, frame.look)
    }
    look()
    const observer = new ResizeObserver(() => {
      view.cy.resize()
      look()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [view, container, key])
}
