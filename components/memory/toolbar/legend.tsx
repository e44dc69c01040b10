'use client'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Count } from '@/components/memory/canvas/elements'
import { EDGE_STYLES, edgeLabel, NODE_STYLES } from '@/components/memory/canvas/graph-style'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { Tooltip } from '@/components/ui/tooltip'
import { useFormat } from '@/components/ui/words/use-format'
import { EDGE_KINDS, type EdgeKind, NODE_KINDS, type NodeKind } from '@/lib/shared/memory/graph'
import { EdgeGlyph, NodeGlyph } from './kind-glyph'

type Kind = NodeKind | EdgeKind
type Props = {
  kinds: ReadonlySet<Kind>
  /** Null until the picture is drawn. */
  counts: ReadonlyMap<Kind, Count> | null
  /** Entities of the map tie topics, others are what facts are about. */
  isMap: boolean
  hidden: readonly Kind[]
  onChange(hidden: Kind[]): void
}
const isNode = (kind: Kind): kind is NodeKind => NODE_KINDS.some((one) => one === kind)
const SHARED = {
  plural: 'Shared entities',
  about: 'A person, a place or a thing that two or more topics share. Time shows what facts are about.',
}
const EDGE_ORDER = new Set<EdgeKind>(['recalled', 'injected', ...EDGE_KINDS])

/**
 * The symbols in one row, with how many of each are drawn, and how many there are; those that do not fit open
 * over the picture. Press one to remove its kind from it.
 */
export function Legend({ kinds, counts, isMap, hidden, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { row, isCut } = useCut(isOpen)
  const toggle = (kind: Kind) =>
    onChange(hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind])
  const item = (kind: Kind) =>
    kinds.has(kind) && (
      <LegendItem
        key={kind}
        kind={kind}
        count={counts?.get(kind) ?? null}
        isMap={isMap}
        on={!hidden.includes(kind)}
        onToggle={() => toggle(kind)}
      />
    )
  return (
    <div className="flex items-start">
      <div className="relative h-6 min-w-0 flex-1">
        <fieldset
          ref={row}
          aria-label="Legend"
          className={cn(
            'absolute inset-x-0 top-0 flex flex-wrap items-center gap-y-0.5',
            isOpen ? 'z-40 rounded-md bg-raised p-1 shadow-float' : 'h-6 overflow-hidden',
          )}
        >
          {NODE_KINDS.map(item)}
          {EDGE_KINDS.some((kind) => kinds.has(kind)) && (
            <span aria-hidden className="mx-0.5 h-4 w-px bg-line" />
          )}
          {[...EDGE_ORDER].map(item)}
        </fieldset>
      </div>
      {hidden.length > 0 && (
        <button
          type="button"
          onClick={() => onChange([])}
          className="ml-1.5 h-6 rounded-sm px-1.5 font-medium text-accent text-xs hover:bg-sunken"
        >
          Show all
        </button>
      )}
      {(isCut || isOpen) && (
        <IconButton
          small
          label={isOpen ? 'Fewer symbols' : 'All symbols'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronUp /> : <ChevronDown />}
        </IconButton>
      )}
    </div>
  )
}

/** Whether a row has more than one line of symbols. */
function useCut(isOpen: boolean) {
  const row = useRef<HTMLFieldSetElement>(null)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const element = row.current
    if (!element || isOpen) return
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1)
    const observer = new ResizeObserver(measure)
    const changes = new MutationObserver(measure)
    observer.observe(element)
    changes.observe(element, { childList: true, subtree: true, characterData: true })
    measure()
    return () => {
      observer.disconnect()
      changes.disconnect()
    }
  }, [isOpen])
  return { row, isCut }
}

type ItemProps = { kind: Kind; count: Count | null; isMap: boolean; on: boolean; onToggle: () => void }
function LegendItem({ kind, count, isMap, on, onToggle }: ItemProps) {
  const format = useFormat()
  const { plural, about } =
    kind === 'entity' && isMap
      ? SHARED
      : isNode(kind)
        ? NODE_STYLES[kind]
        : { plural: edgeLabel(kind), about: EDGE_STYLES[kind].about }
  const left = count ? count.all - count.drawn : 0
  const where = isMap && !isNode(kind) ? 'shown for the island you point at' : 'in the list only'
  return (
    <Tooltip label={left > 0 ? `${about} ${format.number(left)} more are ${where}.` : about}>
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
        {on && count !== null && (
          <span className="text-ink-faint tabular">
            {format.number(count.drawn)}
            {left > 0 && ` of ${format.number(count.all)}`}
          </span>
        )}
      </button>
    </Tooltip>
  )
}
