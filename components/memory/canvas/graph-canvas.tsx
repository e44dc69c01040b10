'use client'
import type { Core } from 'cytoscape'
import { Maximize, Minus, Plus, RotateCcw } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { LabelOverlay } from '@/components/memory/labels/label-overlay'
import { labelsOf, shapesOf } from '@/components/memory/labels/labels-of'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { useFormat } from '@/components/ui/words/use-format'
import { type GraphEvents, GraphView } from './graph-view'
import { HoverCard } from './hover-card'
import { onThemeChange, readTheme, type Theme } from './theme'
import { useFrame, useMatches, useMeasure, usePicture, useWheel } from './use-canvas'
import { ZOOM } from './viewport'
import { type Direction, isDirection, startOfWalk, walk, walkOf, walkPoints } from './walk'

/** `onRead`: Enter on what has nothing below it. */
type Props = { state: MemoryState; onRead(): void }

/** The canvas has the keys once it is pressed; buttons on it keep their own focus. */
function takeFocus({ currentTarget, target }: PointerEvent<HTMLElement>) {
  if (!(target as Element).closest('button')) currentTarget.focus({ preventScroll: true })
}

export function GraphCanvas({ state, onRead }: Props) {
  const { picture, shown, frame, place } = state
  const selected = place.node
  const container = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<string | null>(null)
  const format = useFormat()
  const { view, theme } = useGraphView(container, {
    onSelect: state.select,
    onOpen: (id) => void state.open(id),
    onLeave: () => void state.leave(),
    onMoved: state.drag,
    onHover: setHovered,
  })
  const ready = usePicture(view, picture, shown)
  useFrame(view, container, frame)
  useWheel(view, container)
  useMeasure(container, state.measured)
  useMatches(view, state.matches)
  useEffect(() => view?.select(selected), [view, selected])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card belongs to a level; one that is read anew keeps it
  useEffect(() => setHovered(null), [state.partKey])
  const byKey = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what Enter opened begins with a selection
  useEffect(() => {
    if (!byKey.current) return
    byKey.current = false
    if (selected === null) state.walkTo(startOfWalk(picture, shown.nodes))
  }, [state.partKey])
  const opened = picture.level === 4 && place.turn ? `turn:${place.turn}` : null
  const { hits, inPeriod } = state
  const labels = useMemo(
    () => labelsOf(picture, format, { hits, inPeriod }),
    [picture, format, hits, inPeriod],
  )
  const shapes = useMemo(() => shapesOf(picture), [picture])

  const move = (view: GraphView, direction: Direction) => {
    const isHere = selected !== null && picture.positions.has(selected)
    const positions = walkPoints(picture, view.positions())
    const way = { graph: walkOf(picture), positions, standing: shown.nodes }
    const next = isHere ? walk(way, selected, direction) : startOfWalk(picture, shown.nodes)
    if (next === null) return
    state.walkTo(next)
    view.camera.reveal(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey || !view)
      return
    if (isDirection(event.key)) move(view, event.key)
    else if (event.key === 'Enter') {
      const start = selected ?? startOfWalk(picture, shown.nodes)
      if (start === null) return
      byKey.current = state.open(start)
      if (byKey.current) state.look()
      else {
        state.select(start)
        onRead()
      }
    } else if (event.key === 'Escape' || event.key === 'Backspace') {
      if (!state.leave()) state.select(null)
    } else if (!canvasKey(event.key, view)) return
    event.preventDefault()
  }

  return (
    <section
      aria-label="Memory graph"
      aria-describedby="memory-graph-keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows walk the graph from here
      tabIndex={0}
      onKeyDown={onKeyDown}
      // Cytoscape takes the focus away on the press itself.
      onPointerDown={takeFocus}
      onPointerUp={takeFocus}
      onPointerLeave={() => view?.hover(null)}
      data-ready={ready ? '' : undefined}
      data-level={picture.level}
      className="relative min-h-0 flex-1 select-none overflow-hidden bg-paper outline-none after:pointer-events-none after:absolute after:inset-0 after:z-30 focus-visible:after:border-2 focus-visible:after:border-accent"
    >
      <p id="memory-graph-keys" className="sr-only">
        Arrow keys move between nodes, Enter opens the selected one, Escape goes back up, plus and minus zoom,
        0 fits everything. The list shows the same items.
      </p>
      <div className="absolute inset-0">
        <div ref={container} aria-hidden className="size-full" />
      </div>
      {view && theme && (
        <>
          <LabelOverlay
            view={view}
            labels={labels}
            shapes={shapes}
            shown={shown}
            theme={theme}
            first={[hovered, selected, opened]}
          />
          <HoverCard view={view} id={hovered === selected ? null : hovered} state={state} />
          <CanvasButtons view={view} state={state} />
        </>
      )}
    </section>
  )
}

/** `pinched` = not needed where one can pinch. */
type CanvasButton = {
  label: string
  keys: string
  icon: ReactNode
  pinched?: true
  run(view: GraphView): void
}
const BUTTONS: CanvasButton[] = [
  { label: 'Zoom in', keys: '+', icon: <Plus />, pinched: true, run: (view) => view.zoomBy(ZOOM.step) },
  { label: 'Zoom out', keys: '-', icon: <Minus />, pinched: true, run: (view) => view.zoomBy(1 / ZOOM.step) },
  { label: 'Show everything', keys: '0', icon: <Maximize />, run: (view) => view.camera.fit() },
]

/** Runs a key's button. @returns whether there is one. */
function canvasKey(key: string, view: GraphView): boolean {
  const wanted = key === '=' ? '+' : key
  const button = BUTTONS.find(({ keys }) => keys === wanted)
  button?.run(view)
  return button !== undefined
}

function CanvasButtons({ view, state }: { view: GraphView; state: MemoryState }) {
  return (
    <div className="absolute right-3 bottom-3 z-10 flex flex-col rounded-md border border-line bg-raised shadow-float">
      {state.moved > 0 && (
        <IconButton icon={<RotateCcw />} small side="left" label="Reset layout" onClick={state.resetMoves} />
      )}
      {BUTTONS.map(({ label, keys, icon, pinched, run }) => (
        <IconButton
          icon={icon}
          key={keys}
          small
          side="left"
          label={label}
          keys={keys}
          className={cn(pinched && 'pointer-coarse:hidden')}
          onClick={() => run(view)}
        />
      ))}
    </div>
  )
}

const MOTION_MS = 160
declare global {
  interface Window {
    /** The canvas, for browser tests only. */
    __mnemeGraph?: Core
  }
}

/** A canvas in the container, in the colours of the theme. Null until the library is loaded. */
function useGraphView(container: RefObject<HTMLElement | null>, events: GraphEvents) {
  const [view, setView] = useState<GraphView | null>(null)
  const [theme, setTheme] = useState<Theme | null>(null)
  useEffect(() => {
    if (view) view.settings.events = events
  })
  const make = useEffectEvent((element: HTMLElement, now: Theme) => {
    const motionMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOTION_MS
    return GraphView.open(element, { theme: now, motionMs, events })
  })
  useEffect(() => {
    const element = container.current
    if (!element) return
    let closed = false
    let opened: GraphView | null = null
    const now = readTheme()
    setTheme(now)
    const open = async () => {
      await GraphView.load()
      // Who leaves while the library loads takes the container away, and a canvas without size fails.
      if (closed) return
      const made = await make(element, now)
      if (closed) return made.close()
      opened = made
      if (navigator.webdriver) window.__mnemeGraph = made.cy
      setView(made)
    }
    void open()
    const stop = onThemeChange(() => {
      const changed = readTheme()
      setTheme(changed)
      opened?.setTheme(changed)
    })
    return () => {
      closed = true
      stop()
      opened?.close()
      setView(null)
    }
  }, [container])
  return { view, theme }
}
