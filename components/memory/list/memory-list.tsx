'use client'
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { LinkRow, LinksRow, NodeRow, type RowProps } from './list-row'
import { isFoldedAtFirst, type ListGroup } from './list-rows'

/** `part` identifies what is listed; `onOpen` runs on Enter and leads to the details. */
export type ListProps = Omit<RowProps, 'stop'> & {
  part?: string
  title?: string
  groups: ListGroup[]
  onOpen(id: string): void
}

/** Groups rendered by the server, about a screen; the browser adds the others without blocking the page. */
const FIRST = 12
const linksOf = (groups: readonly ListGroup[]) => groups.reduce((sum, { links }) => sum + links.length, 0)
const holds = ({ node, links }: ListGroup, id: string | null) =>
  node.id === id || links.some(({ edge }) => edge.id === id)

/** The graph as rows: each node, with the links that start there. Arrows move, Space selects, Enter opens. */
export function MemoryList({ part, title, groups: all, selected, inPeriod, onSelect, onOpen }: ListProps) {
  const first = useMemo(() => all.slice(0, FIRST), [all])
  const groups = useDeferredValue(all, first)
  const region = useRef<HTMLElement>(null)
  const links = useMemo(() => linksOf(groups), [groups])
  const here = useMemo(() => groups.some((group) => holds(group, selected)), [groups, selected])
  const stop = here ? selected : (groups[0]?.node.id ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts at its top
  useEffect(() => {
    region.current?.querySelector('table')?.scrollTo(0, 0)
  }, [part])
  useEffect(() => {
    if (here) rowOf(region.current, selected)?.scrollIntoView({ block: 'nearest' })
  }, [here, selected])

  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-element]')
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const id = row.dataset.id ?? ''
    const targets = rowTargets(rowsOf(region.current), row)
    if (row.dataset.element === 'links' && (event.key === ' ' || event.key === 'Enter')) row.click()
    else if (event.key === ' ') onSelect(id)
    else if (event.key === 'Enter') onOpen(id)
    else if (event.key in targets) targets[event.key]?.focus()
    else return
    event.preventDefault()
  }

  return (
    <section
      ref={region}
      aria-label="Memory list"
      data-nodes={groups.length}
      data-edges={links}
      className="flex min-h-0 flex-1 flex-col"
    >
      {title && <h2 className="border-line border-b px-3 py-2 font-medium">{title}</h2>}
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
            const mine = holds(group, selected)
            return (
              <GroupRows
                key={group.node.id}
                group={group}
                selected={mine ? selected : null}
                stop={mine || stop === group.node.id ? stop : null}
                inPeriod={inPeriod}
                onSelect={onSelect}
              />
            )
          })}
        </table>
      )}
    </section>
  )
}

const GroupRows = memo(function GroupRows({ group, ...shared }: RowProps & { group: ListGroup }) {
  const [isOpen, setOpen] = useState(false)
  const isFolded =
    !isOpen && isFoldedAtFirst(group) && !group.links.some(({ edge }) => edge.id === shared.selected)
  const height = 46 + (isFolded ? 1 : group.links.length) * 24
  return (
    <tbody className="block" style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${height}px` }}>
      <NodeRow group={group} {...shared} />
      {isFolded ? (
        <LinksRow onOpen={() => setOpen(true)} />
      ) : (
        group.links.map((link) => <LinkRow key={link.edge.id} link={link} {...shared} />)
      )}
    </tbody>
  )
})

const rowsOf = (region: HTMLElement | null) => [
  ...(region?.querySelectorAll<HTMLElement>('[data-element]') ?? []),
]
const rowOf = (region: HTMLElement | null, id: string | null) =>
  rowsOf(region).find((row) => row.dataset.id === id)
const isNode = (row: HTMLElement | undefined) => row?.dataset.element === 'node'

/** The row that each navigation key moves to from `row`, if there is one. */
function rowTargets(rows: HTMLElement[], row: HTMLElement): Record<string, HTMLElement | undefined> {
  const at = rows.indexOf(row)
  const before = rows.slice(0, at).reverse()
  const after = rows.slice(at + 1)
  return {
    ArrowDown: after[0],
    ArrowUp: before[0],
    PageDown: after.find(isNode) ?? rows.at(-1),
    PageUp: before.find(isNode) ?? rows[0],
    Home: rows[0],
    End: rows.at(-1),
    ArrowRight: isNode(row) && !isNode(after[0]) ? after[0] : undefined,
    ArrowLeft: isNode(row) ? undefined : before.find(isNode),
  }
}
