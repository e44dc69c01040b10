'use client'
import { memo } from 'react'
import { ALL_BRANCHES, type Facets, MEMORY_KINDS, type MemoryKind } from '@/lib/shared/memory/search'
import { UNTITLED } from '@/lib/shared/untitled'
import { useShell } from '../shell/shell-context'
import { Button } from '../ui/button'
import type { MenuChoice } from '../ui/menu'
import { type Filters, isFiltered, NO_FILTERS, type SearchAddress } from './address/place'
import { FilterMenu } from './filter-menu'
import { TimeFilter } from './time-filter'
import { KIND_NAMES, speakerChoice } from './words'

/** `options`, with the chosen value first if they lack it. */
function withChosen(options: MenuChoice<string>[], chosen: string | null, label: (value: string) => string) {
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [{ value: chosen, label: label(chosen) }, ...options]
}

/** All branches, then each hidden one by its first turn. */
function branchOptions(branches: Facets['branches'], chosen: string | null): MenuChoice<string>[] {
  if (branches.length === 0 && !chosen) return []
  const others = branches
    .filter(({ id, shown }) => !shown || id === chosen)
    .map(({ id, number, text }) => ({ value: id, label: `From message ${number}: “${text.trim() || '…'}”` }))
  const one = chosen === ALL_BRANCHES ? null : chosen
  return [{ value: ALL_BRANCHES, label: 'All branches' }, ...withChosen(others, one, () => 'One branch')]
}

type Props = { place: Filters; facets: Facets | null; onChange(change: Partial<SearchAddress>): void }

export const FilterBar = memo(function FilterBar({ place, facets, onChange }: Props) {
  const { conversations, tags } = useShell()
  const titles = new Map(conversations.map(({ id, title }) => [id, title || UNTITLED]))
  const counted = facets?.conversations.map((one) => ({ ...one, label: one.label || UNTITLED })) ?? []
  const listed = counted.length > 0 ? counted : [...titles].map(([value, label]) => ({ value, label }))
  const within = withChosen(listed, place.in, (id) => titles.get(id) ?? UNTITLED)
  const speakers = facets?.speakers.map((one) => ({ ...one, label: speakerChoice(one.value) })) ?? []
  const known = tags.map(({ name }) => ({ value: name, label: name }))
  const labels = withChosen(known, place.tag, (tag) => tag)
  const by = withChosen(speakers, place.who, speakerChoice)
  const branches = branchOptions(facets?.branches ?? [], place.branch)
  const kinds = MEMORY_KINDS.map((kind) => {
    const count = facets?.kinds.find(({ value }) => value === kind)?.count
    return { value: kind, label: KIND_NAMES[kind], count }
  })
  return (
    <fieldset
      aria-label="Filters"
      className="-m-1 flex min-w-0 flex-wrap items-center gap-1.5 p-1 max-sm:-mr-3 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:pr-3 max-sm:[scrollbar-width:none]"
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
          any="Current branch"
          value={place.branch}
          options={branches}
          onChange={(branch) => onChange({ branch })}
        />
      )}
      {labels.length > 0 && (
        <FilterMenu
          name="Tag"
          any="Any tag"
          value={place.tag}
          options={labels}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      <TimeFilter span={place} onChange={onChange} />
      <FilterMenu
        name="Type"
        any="Everything"
        value={place.kind?.[0] ?? null}
        options={kinds}
        onChange={(kind) => onChange({ kind: kind ? [kind as MemoryKind] : null })}
      />
      {/* Last, because it appears with the first results and must not push the others away. */}
      {by.length > 0 && (
        <FilterMenu
          name="Speaker"
          any="Everyone"
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
