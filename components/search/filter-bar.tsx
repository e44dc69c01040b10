'use client'
import { memo } from 'react'
import { ALL_BRANCHES, type Facets, MEMORY_KINDS, type MemoryKind } from '@/lib/shared/search'
import { useShell } from '../shell/shell-context'
import { Button } from '../ui/button'
import { type Filters, isFiltered, NO_FILTERS, type Place } from './address/place'
import { FilterMenu, type FilterOption } from './filter-menu'
import { TimeFilter } from './time-filter'
import { KIND_NAMES, speakerChoice } from './words'

/** All branches, then each hidden one by its first turn. */
function branchOptions(branches: Facets['branches'], chosen: string | null): FilterOption[] {
  const others = branches.filter(({ id, shown }) => !shown || id === chosen)
  if (branches.length === 0 && !chosen) return []
  const known = others.map(({ id, number, text }) => ({
    value: id,
    label: `From turn ${number}: “${text.trim() || '…'}”`,
  }))
  return [
    { value: ALL_BRANCHES, label: 'All branches' },
    ...known,
    ...(chosen && chosen !== ALL_BRANCHES && !known.some(({ value }) => value === chosen)
      ? [{ value: chosen, label: 'One branch' }]
      : []),
  ]
}

type Props = { place: Filters; facets: Facets | null; onChange(change: Partial<Place>): void }

/** The filters, each with its counts. */
export const FilterBar = memo(function FilterBar({ place, facets, onChange }: Props) {
  const { conversations } = useShell()
  const named = (id: string) =>
    conversations.find((conversation) => conversation.id === id)?.title || 'Conversation'
  const among: FilterOption[] = facets?.conversations.length
    ? facets.conversations.map(({ value, label, count }) => ({
        value,
        label: label || 'Conversation',
        count,
      }))
    : conversations.map(({ id, title }) => ({ value: id, label: title || 'Conversation' }))
  const within =
    place.in && !among.some(({ value }) => value === place.in)
      ? [{ value: place.in, label: named(place.in) }, ...among]
      : among
  const speakers =
    facets?.speakers.map(({ value, count }) => ({ value, label: speakerChoice(value), count })) ?? []
  const by =
    place.who && !speakers.some(({ value }) => value === place.who)
      ? [{ value: place.who, label: speakerChoice(place.who) }, ...speakers]
      : speakers
  const branches = branchOptions(facets?.branches ?? [], place.branch)
  const countOf = (kind: MemoryKind) => facets?.kinds.find(({ value }) => value === kind)?.count
  return (
    <fieldset
      aria-label="Filters"
      className="-m-1 flex min-w-0 flex-wrap items-center gap-1.5 p-1 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:[scrollbar-width:none]"
    >
      <FilterMenu
        name="Conversation"
        any="All conversations"
        value={place.in}
        options={within}
        onChange={(id) => onChange({ in: id, branch: null })}
      />
      {place.in && branches.length > 0 && (
        <FilterMenu
          name="Branch"
          any="This path"
          value={place.branch}
          options={branches}
          onChange={(branch) => onChange({ branch })}
        />
      )}
      <TimeFilter span={place} onChange={onChange} />
      {MEMORY_KINDS.length > 1 && (
        <FilterMenu
          name="Kind"
          any="Everything"
          value={place.kind?.[0] ?? null}
          options={MEMORY_KINDS.map((kind) => {
            const count = countOf(kind)
            return { value: kind, label: KIND_NAMES[kind], ...(count === undefined ? {} : { count }) }
          })}
          onChange={(kind) => onChange({ kind: kind ? [kind as MemoryKind] : null })}
        />
      )}
      {/* The last one: it comes with the first results and must not push the others away. */}
      {by.length > 0 && (
        <FilterMenu
          name="Speaker"
          any="Everybody"
          value={place.who}
          options={by}
          onChange={(who) => onChange({ who })}
        />
      )}
      <span className="flex-1 max-sm:hidden" />
      {isFiltered(place) && (
        <Button size="sm" look="ghost" className="max-sm:hidden" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </fieldset>
  )
})
