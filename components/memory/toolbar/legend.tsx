'use client'
import { EDGE_STYLES, NODE_STYLES } from '@/components/memory/canvas/graph-style'
import { cn } from '@/components/ui/cn'
import { Tooltip } from '@/components/ui/tooltip'
import { useFormat } from '@/components/ui/use-format'
import { EDGE_KINDS, type EdgeKind, NODE_KINDS, type NodeKind } from '@/lib/shared/graph'
import { EdgeGlyph, NodeGlyph } from './kind-glyph'

type Kind = NodeKind | EdgeKind
type Props = { counts: ReadonlyMap<Kind, number>; hidden: readonly Kind[]; onChange(hidden: Kind[]): void }
const isNode = (kind: Kind): kind is NodeKind => NODE_KINDS.some((one) => one === kind)
const EDGE_ORDER: readonly EdgeKind[] = [
  'recalled',
  'injected',
  ...EDGE_KINDS.filter((kind) => kind !== 'recalled' && kind !== 'injected'),
]

/** The symbols with their counts. Press one to fade its kind. */
export function Legend({ counts, hidden, onChange }: Props) {
  const toggle = (kind: Kind) =>
    onChange(hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind])
  const there = (kinds: readonly Kind[]) => kinds.filter((kind) => counts.has(kind))
  return (
    <fieldset aria-label="Legend" className="flex items-center gap-y-0.5 sm:flex-wrap">
      {there(NODE_KINDS).map((kind) => (
        <LegendItem
          key={kind}
          kind={kind}
          count={counts.get(kind) ?? 0}
          on={!hidden.includes(kind)}
          onToggle={() => toggle(kind)}
        />
      ))}
      <span aria-hidden className="mx-0.5 h-4 w-px bg-line" />
      {there(EDGE_ORDER).map((kind) => (
        <LegendItem
          key={kind}
          kind={kind}
          count={counts.get(kind) ?? 0}
          on={!hidden.includes(kind)}
          onToggle={() => toggle(kind)}
        />
      ))}
      {hidden.length > 0 && (
        <button
          type="button"
          onClick={() => onChange([])}
          className="ml-1.5 h-6 rounded-sm px-1.5 font-medium text-accent text-xs hover:bg-sunken"
        >
          Show all
        </button>
      )}
    </fieldset>
  )
}

function LegendItem({
  kind,
  count,
  on,
  onToggle,
}: {
  kind: Kind
  count: number
  on: boolean
  onToggle: () => void
}) {
  const format = useFormat()
  const about = isNode(kind) ? NODE_STYLES[kind].about : EDGE_STYLES[kind].about
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
        {isNode(kind) ? NODE_STYLES[kind].plural : EDGE_STYLES[kind].label}
        <span className="text-ink-faint tabular">{format.number(count)}</span>
      </button>
    </Tooltip>
  )
}
