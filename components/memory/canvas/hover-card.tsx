'use client'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { server } from '@/components/memory/actions'
import { Markdown } from '@/components/memory/details/details-text'
import { useNodeActions } from '@/components/memory/details/use-node-actions'
import { isIsland } from '@/components/memory/layout/island-layout'
import { around, type Box } from '@/components/memory/layout/placed'
import { hasTokens } from '@/components/memory/list/list-row'
import { isLink } from '@/components/memory/place'
import { NodeGlyph } from '@/components/memory/toolbar/kind-glyph'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { cn } from '@/components/ui/cn'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { IconButton } from '@/components/ui/icon-button'
import { useFormat } from '@/components/ui/words/use-format'
import { capitalised } from '@/lib/shared/capitalised'
import type { GraphEdge, GraphNode, GraphNodeDetails } from '@/lib/shared/memory/graph'
import { withoutRows } from '@/lib/shared/memory/readable'
import { EDGE_STYLES, edgeLabel, NODE_STYLES } from './graph-style'
import type { GraphView } from './graph-view'
import { edgeCount, fullName, nodeLine, recalledBy, turnCountWords } from './node-names'

/** The card waits this long, so that nothing flickers while the pointer crosses the map or goes to the card. */
const WAIT_MS = { open: 140, close: 240 } as const
const WIDTH = 320
const HEIGHT = 220
const EXCERPT = 420
type Props = { view: GraphView; id: string | null; state: MemoryState }

export function HoverCard({ view, id, state }: Props) {
  const [at, setAt] = useState<{ id: string; x: number; y: number } | null>(null)
  const entered = useRef(false)
  /** While a dialog that it opened is open. */
  const held = useRef(false)
  const close = useCallback(() => {
    if (held.current) return
    entered.current = false
    setAt(null)
  }, [])
  const hold = useCallback(
    (isHeld: boolean) => {
      const isOver = held.current && !isHeld
      held.current = isHeld
      if (isOver) close()
    },
    [close],
  )
  useEffect(() => {
    const timer = setTimeout(
      () => {
        if (id !== null && !held.current) setAt({ id, ...cornerOf(view, id) })
        else if (!entered.current) close()
      },
      id === null ? WAIT_MS.close : WAIT_MS.open,
    )
    return () => clearTimeout(timer)
  }, [view, id, close])
  useEffect(() => view.watch((onlyMoved) => onlyMoved && close()), [view, close])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card belongs to a level; one that is read anew keeps it
  useEffect(close, [state.partKey, close])
  if (!at) return null
  const node = state.nodes.get(at.id)
  const edge = isLink(at.id) ? state.picture.graph.edges.find((one) => one.id === at.id) : undefined
  if (!node && !edge) return null
  return (
    <section
      aria-label="About what is pointed at"
      style={{ left: at.x, top: at.y, width: WIDTH }}
      onPointerEnter={() => {
        entered.current = true
      }}
      onPointerLeave={close}
      className="absolute z-20 animate-appear rounded-lg border border-line bg-raised p-3 shadow-float max-md:hidden"
    >
      {node && <NodeWords key={node.id} node={node} state={state} onClose={close} onHold={hold} />}
      {edge && <EdgeWords edge={edge} nodes={state.nodes} />}
    </section>
  )
}

/** The box of an element's label on the canvas, if it is shown. */
function labelBox(view: GraphView, id: string): Box | null {
  const label = document.querySelector(`[data-label="${CSS.escape(id)}"]`)?.getBoundingClientRect()
  const canvas = view.cy.container()?.getBoundingClientRect()
  if (!label || !canvas) return null
  const [x1, y1] = [label.left - canvas.left, label.top - canvas.top]
  return { x1, y1, x2: x1 + label.width, y2: y1 + label.height }
}

function cornerOf(view: GraphView, id: string) {
  const element = view.cy.getElementById(id)
  const shape = element.renderedBoundingBox({ includeLabels: false, includeUnderlays: false })
  const label = labelBox(view, id)
  const box = label ? around(shape, label) : shape
  const { width, height } = view.camera.size
  const right = Math.min(box.x2, width) + 12
  const left = Math.min(box.x1, width) - WIDTH - 12
  const middle = (Math.max(0, box.y1) + Math.min(height, box.y2)) / 2 - 40
  const y = Math.max(8, Math.min(height - HEIGHT, middle))
  if (right + WIDTH < width) return { x: right, y }
  if (left >= 8) return { x: left, y }
  // There is no room on either side.
  const x = Math.max(8, Math.min(width - WIDTH - 8, box.x1))
  return { x, y: box.y2 + 12 + HEIGHT < height ? box.y2 + 12 : Math.max(8, box.y1 - HEIGHT - 12) }
}

type WordsProps = { node: GraphNode; state: MemoryState; onClose(): void; onHold(isHeld: boolean): void }
function NodeWords({ node, state, onClose, onHold }: WordsProps) {
  const { titles, changes } = state
  const format = useFormat()
  const { value, error } = useLoaded(`${node.id} ${changes}`, () => server.loadNode({ id: node.id }))
  const details = error ? null : value
  const text = details?.sections[0]?.text ?? ''
  const recalled = recalledBy(node, format)
  const notes = [
    node.kind === 'turn' ? `Message ${node.turnNumber}` : NODE_STYLES[node.kind].label,
    titles?.get(node.conversationId),
    node.at && format.day(new Date(node.at)),
    isIsland(node)
      ? turnCountWords(node, format, state.inPeriod)
      : hasTokens(node) && format.plural(node.tokens, 'token'),
  ].filter(Boolean)
  return (
    <>
      <p className="flex items-start gap-2 font-medium text-ink text-sm">
        <NodeGlyph kind={node.kind} hue={node.hue} className="mt-0.5 size-4 shrink-0" />
        <span className="line-clamp-2 min-w-0 break-words">
          {nodeLine(node) || NODE_STYLES[node.kind].label}
        </span>
      </p>
      <p className="mt-1 text-ink-soft text-xs tabular">{notes.join(' · ')}</p>
      {recalled && (
        <p className="mt-1 text-recall text-xs tabular">
          {capitalised(recalled)}
          {node.recalledAt && `, last ${format.relative(new Date(node.recalledAt), new Date())}`}
        </p>
      )}
      {text && text.trim() !== node.label.trim() && (
        <div className="mt-2 line-clamp-5 max-h-24 overflow-hidden text-ink-soft">
          <Suspense fallback={<p className="text-sm">{text.slice(0, EXCERPT)}</p>}>
            <Markdown text={withoutRows(text.slice(0, EXCERPT))} small />
          </Suspense>
        </div>
      )}
      <CardActions node={node} details={details} state={state} onClose={onClose} onHold={onHold} />
    </>
  )
}

function CardActions({
  node,
  details,
  onHold,
  ...around
}: WordsProps & { details: GraphNodeDetails | null }) {
  const { actions, dialog } = useNodeActions(node, details, around)
  const isAsking = Boolean(dialog)
  useEffect(() => onHold(isAsking), [isAsking, onHold])
  return (
    <div className="-mb-1.5 -ml-1.5 mt-2 flex gap-0.5">
      {actions.map((action) => (
        <IconButton
          icon={action.icon}
          key={action.label}
          small
          side="bottom"
          label={action.label}
          className={cn(action.danger && 'hover:text-danger')}
          onClick={action.run}
        />
      ))}
      {dialog}
    </div>
  )
}

function EdgeWords({ edge, nodes }: { edge: GraphEdge; nodes: ReadonlyMap<string, GraphNode> }) {
  const format = useFormat()
  const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)]
  return (
    <>
      <p className="font-medium text-ink text-sm">
        {[capitalised(edgeLabel(edge.kind)), edgeCount(edge, format)].filter(Boolean).join(', ')}
      </p>
      <p className="mt-0.5 text-ink-soft text-xs">{EDGE_STYLES[edge.kind].about}</p>
      {from && to && (
        <p className="mt-2 break-words text-ink text-xs">
          {fullName(from)} <span className="text-ink-faint">→</span> {fullName(to)}
        </p>
      )}
    </>
  )
}
