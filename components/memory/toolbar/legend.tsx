'use client'
import { useMemo } from 'react'
import type { Picture } from '@/components/memory/canvas/elements'
import { EDGE_STYLES, edgeLabel, NODE_STYLES, pluralOf } from '@/components/memory/canvas/graph-style'
import { cn } from '@/components/ui/cn'
import { Tooltip } from '@/components/ui/tooltip'
import { useFormat } from '@/components/ui/words/use-format'
import { LINK_RELATIONS } from '@/lib/shared/learning/strategies'
import {
  EDGE_KINDS,
  type EdgeKind,
  type GraphEdge,
  type GraphNode,
  NODE_KINDS,
  type NodeKind,
} from '@/lib/shared/memory/graph'
import { EdgeGlyph, NodeGlyph } from './kind-glyph'

type Kind = NodeKind | EdgeKind
type Props = {
  graph: Picture['graph']
  /** Names of the first level tie topics, others are what facts are about. */
  isTop: boolean
  hidden: readonly Kind[]
  onChange(hidden: Kind[]): void
}
const isNode = (kind: Kind): kind is NodeKind => NODE_KINDS.some((one) => one === kind)
const SHARED = {
  plural: 'Shared names',
  about: 'A person, a place or a thing that two or more topics share.',
}
/** Links that say something else than what belongs together. */
const NAMED: ReadonlySet<Kind> = new Set(['recalled', 'ties', 'branch', 'supersedes', ...LINK_RELATIONS])

/** How many there are of each kind that the legend has, whether they are drawn or in the list only. */
export function countKinds({ nodes, edges }: Picture['graph']): Map<Kind, number> {
  const counts = new Map<Kind, number>()
  const add = ({ kind }: GraphNode | GraphEdge) => counts.set(kind, (counts.get(kind) ?? 0) + 1)
  nodes.forEach(add)
  edges.filter(({ kind }) => NAMED.has(kind)).forEach(add)
  return counts
}

export function Legend({ graph, isTop, hidden, onChange }: Props) {
  const counts = useMemo(() => countKinds(graph), [graph])
  const toggle = (kind: Kind) =>
    onChange(hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind])
  const item = (kind: Kind) =>
    counts.has(kind) && (
      <LegendItem
        key={kind}
        kind={kind}
        count={counts.get(kind) ?? 0}
        isTop={isTop}
        on={!hidden.includes(kind)}
        onToggle={() => toggle(kind)}
      />
    )
  return (
    <div className="flex items-center">
      <fieldset aria-label="Legend" className="flex min-w-0 flex-1 flex-wrap items-center gap-y-0.5">
        {NODE_KINDS.map(item)}
        {EDGE_KINDS.some((kind) => counts.has(kind)) && (
          <span aria-hidden className="mx-0.5 h-4 w-px shrink-0 bg-line" />
        )}
        {EDGE_KINDS.map(item)}
      </fieldset>
      {hidden.length > 0 && (
        <button
          type="button"
          onClick={() => onChange([])}
          className="ml-1.5 h-6 shrink-0 rounded-sm px-1.5 font-medium text-accent text-xs hover:bg-sunken"
        >
          Show all
        </button>
      )}
    </div>
  )
}

type ItemProps = { kind: Kind; count: number; isTop: boolean; on: boolean; onToggle: () => void }
function LegendItem({ kind, count, isTop, on, onToggle }: ItemProps) {
  const format = useFormat()
  const { plural, about } =
    kind === 'entity' && isTop
      ? SHARED
      : isNode(kind)
        ? { plural: pluralOf(kind), about: NODE_STYLES[kind].about }
        : { plural: edgeLabel(kind), about: EDGE_STYLES[kind].about }
  return (
    <Tooltip label={about}>
      <button
        type="button"
        aria-pressed={on}
        onClick={onToggle}
        className={cn(
          'inline-flex h-6 shrink-0 items-center gap-1 rounded-sm px-1 text-xs transition-opacity duration-150 hover:bg-sunken',
          on ? 'text-ink-soft' : 'text-ink-faint line-through',
        )}
      >
        <span className={cn('inline-flex', !on && 'opacity-35')}>
          {isNode(kind) ? <NodeGlyph kind={kind} /> : <EdgeGlyph kind={kind} />}
        </span>
        {plural}
        {on && <span className="text-ink-faint tabular">{format.number(count)}</span>}
      </button>
    </Tooltip>
  )
}
