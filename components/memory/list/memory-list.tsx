'use client'
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { isLink } from '@/components/memory/place'
import { cn } from '@/components/ui/cn'
import { useFormat } from '@/components/ui/use-format'
import { LinkRow, NodeRow } from './list-row'
import type { ListGroup } from './list-rows'

type Props = {
  groups: ListGroup[]
  selected: string | null
  onSelect(id: string): void /** Enter: on to the details. */
  onOpen(id: string): void
  className?: string
}

/** The graph as rows: each node, with the links that start there. Arrows move, Space selects, Enter opens. */
export function MemoryList({ groups: all, selected, onSelect, onOpen, className }: Props) {
  const groups = useDeferredValue(
    all,
    useMemo(() => all.slice(0, FIRST), [all]),
  )
  const region = useRef<HTMLElement>(null)
  const format = useFormat()
  const links = useMemo(() => groups.reduce((sum, group) => sum + group.links.length, 0), [groups])
  const here = useMemo(
    () =>
      selected !== null &&
      groups.some(
        ({ node, links }) => node.id === selected || links.some(({ edge }) => edge.id === selected),
      ),
    [groups, selected],
  )
  const stop = here ? selected : (groups[0]?.node.id ?? null)
  useEffect(() => {
    if (here) rowOf(region.current, selected)?.scrollIntoView({ block: 'nearest' })
  }, [here, selected])

  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-element]')
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    const id = row.dataset.id ?? ''
    if (key === ' ') onSelect(id)
    else if (key === 'Enter') onOpen(id)
    else {
      const next = rowAfter(region.current, row, key)
      if (next === undefined) return
      next?.focus()
    }
    event.preventDefault()
  }

  return (
    <section
      ref={region}
      aria-label="Memory list"
      data-nodes={groups.length}
      data-edges={links}
      className={cn('flex min-h-0 flex-col', className)}
    >
      <header className="flex h-9 shrink-0 items-center justify-between border-line border-b px-3 text-ink-soft text-xs">
        <h2 className="font-medium text-ink text-sm">List</h2>
        <span className="tabular">
          {format.plural(groups.length, 'node')}, {format.plural(links, 'link')}
        </span>
      </header>
      {groups.length === 0 ? (
        <p className="px-4 py-6 text-center text-ink-soft">Nothing matches. Change the filter to see more.</p>
      ) : (
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows that can be chosen are what a treegrid is
          role="treegrid"
          aria-label="Everything in the graph"
          onKeyDown={onKeyDown}
          className="block min-h-0 flex-1 overflow-y-auto pb-2"
        >
          {groups.map((group) => {
            const mine =
              selected !== null &&
              (group.node.id === selected ||
                (isLink(selected) && group.links.some(({ edge }) => edge.id === selected)))
            return (
              <GroupRows
                key={group.node.id}
                group={group}
                selected={mine ? selected : null}
                stop={stop !== null && (mine || stop === group.node.id) ? stop : null}
                onSelect={onSelect}
              />
            )
          })}
        </table>
      )}
    </section>
  )
}

/** Groups rendered by the server; the browser adds the others without blocking the page. */
const FIRST = 40

const GroupRows = memo(function GroupRows({
  group,
  selected,
  stop,
  onSelect,
}: {
  group: ListGroup
  selected: string | null
  stop: string | null
  onSelect(id: string): void
}) {
  const height = 46 + group.links.length * 24
  return (
    <tbody className="block" style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${height}px` }}>
      <NodeRow
        node={group.node}
        conversation={group.conversation}
        links={group.links.length}
        selected={selected === group.node.id}
        stop={stop === group.node.id}
        onSelect={onSelect}
      />
      {group.links.map((link) => (
        <LinkRow
          key={link.edge.id}
          link={link}
          selected={selected === link.edge.id}
          stop={stop === link.edge.id}
          onSelect={onSelect}
        />
      ))}
    </tbody>
  )
})

const rowsOf = (region: HTMLElement | null) => [
  ...(region?.querySelectorAll<HTMLElement>('[data-element]') ?? []),
]
const rowOf = (region: HTMLElement | null, id: string | null) =>
  rowsOf(region).find((row) => row.dataset.id === id)

/** The row that a key moves to; null = none there, undefined = not a navigation key. */
function rowAfter(region: HTMLElement | null, row: HTMLElement, key: string): HTMLElement | null | undefined {
  const rows = rowsOf(region)
  const at = rows.indexOf(row)
  const isNode = (one: HTMLElement | undefined) => one?.dataset.element === 'node'
  switch (key) {
    case 'ArrowDown':
      return rows[at + 1] ?? null
    case 'ArrowUp':
      return rows[at - 1] ?? null
    case 'PageDown':
      return rows.slice(at + 1).find(isNode) ?? rows.at(-1) ?? null
    case 'PageUp':
      return rows.slice(0, at).reverse().find(isNode) ?? rows[0] ?? null
    case 'Home':
      return rows[0] ?? null
    case 'End':
      return rows.at(-1) ?? null
    case 'ArrowRight':
      return isNode(row) && !isNode(rows[at + 1]) ? (rows[at + 1] ?? null) : null
    case 'ArrowLeft':
      return isNode(row) ? null : (rows.slice(0, at).reverse().find(isNode) ?? null)
    default:
      return undefined
  }
}
