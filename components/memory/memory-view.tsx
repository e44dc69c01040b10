'use client'
import { useRef, useState } from 'react'
import { useShortcut } from '../shell/shortcuts'
import { cn } from '../ui/cn'
import { GraphCanvas } from './canvas/graph-canvas'
import { DetailsPane } from './details/details-pane'
import { MemoryList } from './list/memory-list'
import type { MemoryPart } from './memory-part'
import type { Place, View } from './place'
import { Playhead } from './replay/playhead'
import { Legend } from './toolbar/legend'
import { LocalBar } from './toolbar/local-bar'
import { PartBar } from './toolbar/part-bar'
import { Segments } from './toolbar/segments'
import { Toolbar } from './toolbar/toolbar'
import type { Memory } from './use-memory'
import { useMemoryView } from './use-memory-view'
import type { GoTo } from './use-place'

const VIEWS: { value: View; label: string }[] = [
  { value: 'time', label: 'Time' },
  { value: 'force', label: 'Force' },
  { value: 'local', label: 'Local' },
]
type Pane = 'list' | 'graph'
const PANES: { value: Pane; label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'graph', label: 'Graph' },
]

/** Graph, replay, details and list. On small screens the list is first and the graph is a tab. */
export function MemoryView({
  place,
  go,
  memory,
  part,
}: {
  place: Place
  go: GoTo
  memory: Memory
  part: MemoryPart
}) {
  const { graph } = part
  const view = useMemoryView(place, go, memory, part)
  const { layout, shown, select } = view
  const [pane, setPane] = useState<Pane>('list')
  const details = useRef<HTMLElement>(null)
  useShortcut('Escape', () => select(null))
  const open = (id: string) => {
    view.press(id)
    if (view.nodes.get(id)?.kind !== 'range') details.current?.focus()
  }
  const show: typeof view.show = (node) => {
    setPane('graph')
    view.show(node)
  }
  const centre = view.nodes.get(view.centre ?? '')
  const onlyGraph = pane === 'list' && 'max-md:hidden'
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <div
        className={cn('flex min-w-0 flex-col md:flex-1', pane === 'graph' && 'max-md:min-h-0 max-md:flex-1')}
      >
        <div className="border-line border-b">
          <Toolbar
            conversation={place.conversation}
            graph={graph}
            text={view.text}
            onText={view.setText}
            onConversation={view.changeConversation}
            onFind={view.find}
          >
            <div className="md:hidden">
              <Segments<Pane> label="Show as" value={pane} onChange={setPane} options={PANES} />
            </div>
            <div className={cn('contents', onlyGraph)}>
              <Segments<View> label="View" value={place.view} onChange={view.changeView} options={VIEWS} />
            </div>
          </Toolbar>
          <div className={cn('overflow-x-auto px-1.5 pb-1.5', onlyGraph)}>
            <Legend counts={view.counts} hidden={place.hidden} onChange={(hidden) => go({ hidden })} />
          </div>
          <PartBar place={place} text={view.text} more={view.more} onFind={view.find} onBack={view.back} />
        </div>
        <div
          aria-busy={memory.loading || layout.arranging}
          className={cn('relative flex min-h-0 flex-1 flex-col', onlyGraph)}
        >
          <GraphCanvas
            picture={layout.picture}
            lanes={layout.lanes}
            days={layout.days}
            shown={shown}
            selected={place.node}
            frame={view.frame}
            follow={view.replay.playing ? (view.steps[view.replay.at]?.id ?? null) : null}
            steps={view.steps}
            moved={view.moved}
            onSelect={view.press}
            onOpen={open}
            onTwice={view.local}
            onMoved={view.drag}
            onReset={view.resetMoves}
            onLane={place.conversation ? null : view.changeConversation}
          />
          {layout.picture.view === 'local' && centre && (
            <LocalBar centre={centre} depth={place.depth} onDepth={(depth) => go({ depth })} />
          )}
          <Working
            loading={memory.loading}
            arranging={layout.arranging}
            failed={layout.failed}
            nodes={graph.nodes.length}
          />
          <Playhead replay={view.replay} steps={view.steps} />
        </div>
      </div>
      <div
        className={cn(
          'flex min-h-0 flex-col border-line md:w-[22rem] md:shrink-0 md:border-l',
          pane === 'graph' ? 'max-md:hidden' : 'max-md:flex-1',
        )}
      >
        <DetailsPane
          ref={details}
          selected={place.node}
          graph={layout.picture.graph}
          titles={view.titles}
          nodes={view.nodes}
          version={part}
          onSelect={select}
          onShow={show}
          onLocal={(id) => {
            setPane('graph')
            view.local(id)
          }}
          onExpand={view.expand}
        />
        <MemoryList
          groups={view.rows}
          selected={place.node}
          onSelect={select}
          onOpen={open}
          className="flex-1"
        />
      </div>
    </div>
  )
}

function Working({
  loading,
  arranging,
  failed,
  nodes,
}: {
  loading: boolean
  arranging: boolean
  failed: boolean
  nodes: number
}) {
  if (!loading && !arranging && !failed) return null
  return (
    <p
      role="status"
      className="-translate-x-1/2 pointer-events-none absolute top-3 left-1/2 z-10 animate-appear rounded-md border border-line bg-raised px-3 py-1 text-ink-soft text-xs shadow-float"
    >
      {failed
        ? 'This view could not be arranged here. Time order is shown instead.'
        : arranging
          ? `Arranging ${nodes} nodes`
          : 'Loading'}
    </p>
  )
}
