'use client'
import { List, Map as MapIcon, MousePointerClick, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import type { MapDto } from '@/lib/shared/memory/graph'
import { useShortcut } from '../shell/keyboard/shortcuts'
import { Button } from '../ui/button'
import { cn } from '../ui/cn'
import { useWide } from '../ui/hooks/use-wide'
import { IconButton } from '../ui/icon-button'
import { SearchField } from '../ui/search-field'
import { Sheet } from '../ui/sheet'
import { useFormat } from '../ui/words/use-format'
import { Strip } from './calendar/strip'
import { GraphCanvas } from './canvas/graph-canvas'
import { Details } from './details/details'
import { LinkDetails } from './details/link-details'
import { FoundList } from './list/found-list'
import { MemoryList } from './list/memory-list'
import { isLink, type MemoryAddress } from './place'
import { Breadcrumb, TOP, topName } from './toolbar/breadcrumb'
import { Legend } from './toolbar/legend'
import type { GoTo, Memory } from './use-memory'
import { type MemoryState, useMemoryView } from './use-memory-view'

type Pane = 'list' | 'graph'
/** What the search lists by its turn. */
const OF_TURN: ReadonlySet<string> = new Set(['turn', 'context', 'summary'])
const isOfTurn = ({ kind }: { kind: string }) => OF_TURN.has(kind)
/** `top` = the page's header. */
type Props = { place: MemoryAddress; go: GoTo; memory: Memory; part: MapDto; top: ReactNode }

export function MemoryView({ place, go, memory, part, top }: Props) {
  const state = useMemoryView(place, go, memory, part)
  const { select, found, map } = state
  const [pane, setPane] = useState<Pane>('graph')
  const [filters, setFilters] = useState(false)
  const wide = useWide()
  const details = useRef<HTMLElement>(null)
  useShortcut('Escape', () => {
    if (filters) setFilters(false)
    else if (place.node) select(null)
    else state.leave()
  })
  const read = () => details.current?.focus()
  const open = (id: string) => {
    if (state.open(id)) return
    select(id)
    read()
  }
  const searched = state.text.trim()
  const onlyGraph = pane === 'list' && 'max-md:hidden'
  const legend = (
    <Legend
      graph={state.picture.graph}
      isTop={map.level === 1}
      hidden={place.hidden}
      onChange={(hidden) => go({ hidden })}
    />
  )
  const isFiltering = filters || place.hidden.length > 0
  return (
    <>
      {top}
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <div
          className={cn(
            'flex min-w-0 flex-col md:flex-1',
            pane === 'graph' && 'max-md:min-h-0 max-md:flex-1',
          )}
        >
          <div className="flex items-center gap-2 border-line border-b px-3 py-2">
            <div className="min-w-0 flex-1 max-md:hidden">
              <Breadcrumb state={state} />
            </div>
            <search className="flex min-w-40 flex-1 md:max-w-72">
              <SearchField
                small
                label="Search memory"
                maxLength={200}
                value={state.text}
                onChange={state.setText}
              />
            </search>
            <IconButton
              icon={<SlidersHorizontal />}
              label="Filter"
              aria-expanded={wide ? isFiltering : filters}
              onClick={() => setFilters(!filters)}
            />
            <IconButton
              icon={pane === 'graph' ? <List /> : <MapIcon />}
              label={pane === 'graph' ? 'Show the list' : 'Show the map'}
              className="md:hidden"
              onClick={() => setPane(pane === 'graph' ? 'list' : 'graph')}
            />
          </div>
          <Sheet open={filters && !wide} onOpenChange={setFilters} title="Filter" from="bottom">
            <div className="p-4 [&_button]:h-10 [&_button]:px-2 [&_button]:text-sm">{legend}</div>
          </Sheet>
          <div aria-busy={memory.loading} className={cn('relative flex min-h-0 flex-1 flex-col', onlyGraph)}>
            {map.path.length > 0 && (
              <div className="absolute top-2 left-2 z-10 max-w-[calc(100%-1rem)] rounded-md border border-line bg-raised px-1 md:hidden">
                <Breadcrumb state={state} />
              </div>
            )}
            <GraphCanvas state={state} onRead={read} />
            {wide && isFiltering && (
              <div className="absolute top-2 right-2 z-10 max-w-md rounded-md border border-line bg-raised p-1.5 shadow-float">
                {legend}
              </div>
            )}
            <MapNote state={state} memory={memory} />
            {memory.loading && <Note>Loading</Note>}
          </div>
          <div className={cn(onlyGraph)}>
            <Strip player={state.player} />
          </div>
        </div>
        <div
          className={cn(
            'flex min-h-0 flex-col border-line md:w-[22rem] md:shrink-0 md:border-l',
            pane === 'graph' ? 'max-md:hidden' : 'max-md:flex-1',
          )}
        >
          {searched && found ? (
            <FoundList
              found={found}
              text={searched}
              selected={place.node}
              inPeriod={state.inPeriod}
              others={state.rows.filter(({ node }) => !isOfTurn(node))}
              onShow={state.show}
              onSelect={select}
              onOpen={open}
              onAllTime={() => state.player.commit(null)}
            />
          ) : (
            <MemoryList
              part={state.partKey}
              groups={state.rows}
              selected={place.node}
              inPeriod={state.inPeriod}
              onSelect={select}
              onOpen={open}
            />
          )}
          <DetailsPane ref={details} state={state} onGraph={() => setPane('graph')} />
        </div>
      </div>
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <p
    role="status"
    className="-translate-x-1/2 pointer-events-none absolute top-3 left-1/2 z-10 animate-opening rounded-md border border-line bg-raised px-3 py-1 text-ink-soft text-xs shadow-float"
  >
    {children}
  </p>
)

type DetailsPaneProps = { ref: Ref<HTMLElement>; state: MemoryState; onGraph(): void }

/** The selected memory: below the list, so that the pressed row stays; a sheet on narrow screens. */
function DetailsPane({ ref, state, onGraph }: DetailsPaneProps) {
  const narrow = !useWide()
  const selected = state.place.node
  /** Looking at the graph closes a sheet that covers it. */
  const look = () => {
    state.look()
    onGraph()
  }
  const pane = (className: string) => (
    <aside
      ref={ref}
      aria-label="Details"
      tabIndex={-1}
      className={cn('flex min-h-0 flex-col overflow-y-auto', className)}
    >
      {selected === null && (
        <p className="flex items-center gap-2 px-3 py-2.5 text-ink-soft text-xs">
          <MousePointerClick aria-hidden className="size-4 shrink-0 text-ink-faint" /> Select anything to read
          it in full.
        </p>
      )}
      {selected !== null && !isLink(selected) && (
        <Details key={selected} id={selected} state={state} onGraph={look} />
      )}
      {selected !== null && isLink(selected) && <LinkDetails id={selected} state={state} />}
    </aside>
  )
  if (!narrow)
    return pane(
      cn('shrink-0 border-line border-t bg-surface -outline-offset-2 max-md:hidden', selected && 'h-[68%]'),
    )
  return (
    <Sheet
      open={state.isRead}
      onOpenChange={(open) => !open && state.select(null)}
      title="Details"
      from="bottom"
    >
      {pane('flex-1 outline-none')}
    </Sheet>
  )
}

const AGAIN_MS = 4_000
/** On a phone the way up stands above it. */
const NOTE =
  'absolute top-3 left-3 z-10 max-w-[calc(100%-1.5rem)] rounded-md border border-line bg-raised px-3 py-1 text-ink-soft text-xs max-md:data-[below=true]:top-12'

/** What the map cannot show yet, or leaves out. */
function MapNote({ state, memory }: { state: MemoryState; memory: Memory }) {
  const format = useFormat()
  const { map } = state
  const { load, sorted } = memory
  const isMaking = !sorted && map.level === 1 && map.topics.state === 'making'
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(() => load(true), AGAIN_MS)
    return () => clearInterval(timer)
  }, [isMaking, load])
  const { left } = map
  const isBelow = map.path.length > 0
  const words = isMaking
    ? `Sorting ${format.plural(map.total.turns, 'message')} into topics… Until then, the map shows your conversations.`
    : map.level === 1 && map.topics.state === 'few'
      ? 'Topics appear once there are more messages to compare. Until then, the map shows your conversations.'
      : map.level === 2 && left.conversations > 0
        ? `${format.plural(left.conversations, 'more conversation')} with ${format.plural(left.turns, 'message')} on this topic.`
        : map.level === 3 && left.turns > 0
          ? `The ${format.number(map.total.turns - left.turns)} most used of ${format.plural(map.total.turns, 'message')}.`
          : state.inPeriod && state.shown.nodes.size === 0
            ? 'Nothing here is from this time.'
            : null
  const [said, button, press]: [string | null, string?, (() => void)?] = sorted
    ? [
        `${format.plural(sorted.nodes.filter(({ kind }) => kind === 'topic').length, 'topic')} found.`,
        'Show topics',
        memory.showSorted,
      ]
    : isBelow && state.matches?.length === 0
      ? ['Nothing here matches.', `Search ${topName(map).toLowerCase()}`, () => state.go(TOP, 'step')]
      : [words]
  if (!said) return null
  return (
    <p
      role="status"
      data-below={isBelow}
      className={cn(NOTE, press ? 'flex items-center gap-2' : 'pointer-events-none')}
    >
      {said}
      {press && (
        <Button size="sm" onClick={press}>
          {button}
        </Button>
      )}
    </p>
  )
}
