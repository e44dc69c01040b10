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
  /** Null until the picture is drawn, and for links that are not counted. */
  counts: ReadonlyMap<Kind, Count | null> | null
  /** Names of the first level tie topics, others are what facts are about. */
  isTop: boolean
  /** Whether all symbols are in sight, in as many lines as they need. */
  isWhole?: boolean
  hidden: readonly Kind[]
  onChange(hidden: Kind[]): void
}
const isNode = (kind: Kind): kind is NodeKind => NODE_KINDS.some((one) => one === kind)
const SHARED = {
  plural: 'Shared names',
  about: 'A person, a place or a thing that two or more topics share.',
}
const EDGE_ORDER = new Set<EdgeKind>(['recalled', 'injected', ...EDGE_KINDS])

/**
 * The symbols in one row, with how many of each are drawn, and how many there are; those that do not fit open
 * over the picture. Press one to remove its kind from it.
 */
export function Legend({ kinds, counts, isTop, isWhole = false, hidden, onChange }: Props) {
  const [isOpened, setOpen] = useState(false)
  const isOpen = isOpened || isWhole
  const { row, isCut } = useCut(isOpen)
  const toggle = (kind: Kind) =>
    onChange(hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind])
  const item = (kind: Kind) =>
    kinds.has(kind) && (
      <LegendItem
        key={kind}
        kind={kind}
        count={counts?.get(kind) ?? null}
        isTop={isTop}
        on={!hidden.includes(kind)}
        onToggle={() => toggle(kind)}
      />
    )
  return (
    <div className="flex items-start">
      <div className={cn('min-w-0 flex-1', !isWhole && 'relative h-6')}>
        <fieldset
          ref={row}
          aria-label="Legend"
          className={cn(
            'flex flex-wrap items-center gap-y-0.5',
            !isWhole && 'absolute inset-x-0 top-0',
            !isWhole && (isOpen ? 'z-40 rounded-md bg-raised p-1 shadow-float' : 'h-6 overflow-hidden'),
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
      {!isWhole && (isCut || isOpen) && (
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

type ItemProps = { kind: Kind; count: Count | null; isTop: boolean; on: boolean; onToggle: () => void }
function LegendItem({ kind, count, isTop, on, onToggle }: ItemProps) {
  const format = useFormat()
  const { plural, about } =
    kind === 'entity' && isTop
      ? SHARED
      : isNode(kind)
        ? NODE_STYLES[kind]
        : { plural: edgeLabel(kind), about: EDGE_STYLES[kind].about }
  const left = count ? count.all - count.drawn : 0
  const where = isTop && !isNode(kind) ? 'shown for the island you point at' : 'in the list only'
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
