'use client'
import { type ReactNode, useRef, useState } from 'react'
import { useShortcut } from '../shell/keyboard/shortcuts'
import { cn } from '../ui/cn'
import { GraphCanvas } from './canvas/graph-canvas'
import { DetailsPane } from './details/details-pane'
import { FoundList } from './list/found-list'
import { MemoryList } from './list/memory-list'
import type { MemoryPart } from './memory-part'
import type { MemoryAddress, View } from './place'
import { Playhead } from './replay/playhead'
import { Breadcrumb } from './toolbar/breadcrumb'
import { ColourChoice } from './toolbar/colour-choice'
import { Legend } from './toolbar/legend'
import { LocalBar } from './toolbar/local-bar'
import { MapNote } from './toolbar/map-note'
import { MoreBar } from './toolbar/more-bar'
import { PartBar } from './toolbar/part-bar'
import { Segments } from './toolbar/segments'
import { Toolbar } from './toolbar/toolbar'
import type { Memory } from './use-memory'
import { useMemoryView } from './use-memory-view'
import type { GoTo } from './use-place'

const VIEWS: Record<View, string> = { map: 'Map', time: 'Time', local: 'Local' }
type Pane = 'list' | 'graph'
const PANES: Record<Pane, string> = { graph: 'Graph', list: 'List' }
/** What the search lists by its turn. */
const OF_TURN: ReadonlySet<string> = new Set(['turn', 'context', 'summary', 'range'])
const isOfTurn = ({ kind }: { kind: string }) => OF_TURN.has(kind)
/** `top` = the page's header; `past` = how many turns there were where the playhead is, null = now. */
type Props = {
  place: MemoryAddress
  go: GoTo
  memory: Memory
  part: MemoryPart
  top(past: number | null): ReactNode
}

/** The picture, replay, details and list. On small screens picture and list are tabs. */
export function MemoryView({ place, go, memory, part, top }: Props) {
  const state = useMemoryView(place, go, memory, part)
  const { layout, select, found } = state
  const [pane, setPane] = useState<Pane>('graph')
  const details = useRef<HTMLElement>(null)
  useShortcut('Escape', () => {
    if (place.node) select(null)
    else state.leave()
  })
  const read = () => details.current?.focus()
  const open = (id: string) => {
    if (state.open(id)) return
    select(id)
    read()
  }
  const centre = state.nodes.get(state.centre ?? '')
  const searched = state.text.trim()
  const onlyGraph = pane === 'list' && 'max-md:hidden'
  return (
    <>
      {top(state.past)}
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <div
          className={cn(
            'flex min-w-0 flex-col md:flex-1',
            pane === 'graph' && 'max-md:min-h-0 max-md:flex-1',
          )}
        >
          <div className="border-line border-b">
            <Toolbar state={state}>
              <Segments label="View" value={place.view} onChange={state.changeView} options={VIEWS} />
              <div className="md:hidden">
                <Segments label="Show as" value={pane} onChange={setPane} options={PANES} />
              </div>
            </Toolbar>
            <Breadcrumb state={state} />
            <div className={cn('flex items-start', onlyGraph)}>
              <div className="min-w-0 flex-1 px-1.5 pb-1.5">
                <Legend
                  kinds={state.kinds}
                  counts={state.counts}
                  isMap={layout.picture.level === 1}
                  hidden={place.hidden}
                  onChange={(hidden) => go({ hidden })}
                />
              </div>
              <ColourChoice state={state} />
            </div>
            <PartBar state={state} />
          </div>
          <div aria-busy={memory.loading} className={cn('relative flex min-h-0 flex-1 flex-col', onlyGraph)}>
            <GraphCanvas state={state} onRead={read} />
            {layout.picture.view === 'local' && centre && (
              <LocalBar
                centre={centre}
                depth={place.depth}
                missing={!memory.loading && place.centre !== null && place.centre !== centre.id}
                onDepth={(depth) => go({ depth })}
              />
            )}
            {layout.picture.view === 'map' && <MapNote state={state} memory={memory} />}
            {state.left > 0 && (
              <MoreBar left={state.left} isTime={layout.picture.view === 'time'} onShow={state.showLeft} />
            )}
            {memory.loading && <Note>Loading</Note>}
            {layout.picture.view === 'time' && <Playhead replay={state.replay} steps={state.steps} />}
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
              others={state.rows.filter(({ node }) => !isOfTurn(node))}
              onShow={state.show}
              onAll={() => state.find(searched)}
              onSelect={select}
              onOpen={open}
            />
          ) : (
            <MemoryList
              part={state.partKey}
              groups={state.rows}
              selected={place.node}
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
