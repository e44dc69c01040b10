'use client'
import { ChevronDown, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ComponentProps, memo } from 'react'
import { DAY_MS } from '@/lib/shared/day'
import { ALL_BRANCHES, type Facets, MEMORY_KINDS, type MemoryKind } from '@/lib/shared/memory/search'
import { UNTITLED } from '@/lib/shared/untitled'
import { useShell } from '../shell/shell-context'
import { Button } from '../ui/button'
import { cn } from '../ui/cn'
import { Menu, type MenuChoice, MenuChoices } from '../ui/menu'
import { type Format, useFormat } from '../ui/words/use-format'
import { type Filters, isFiltered, isoDay, NO_FILTERS, type SearchAddress } from './address/place'
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
  const branches = place.in ? branchOptions(facets?.branches ?? [], place.branch) : []
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
      <FilterMenu
        name="Branch"
        any="Current branch"
        value={place.branch}
        options={branches}
        onChange={(branch) => onChange({ branch })}
      />
      <FilterMenu
        name="Tag"
        any="Any tag"
        value={place.tag}
        options={labels}
        onChange={(tag) => onChange({ tag })}
      />
      <TimeFilter span={place} onChange={onChange} />
      <FilterMenu
        name="Type"
        any="Everything"
        value={place.kind?.[0] ?? null}
        options={kinds}
        onChange={(kind) => onChange({ kind: kind ? [kind as MemoryKind] : null })}
      />
      {/* Last, because it appears with the first results and must not push the others away. */}
      <FilterMenu
        name="Speaker"
        any="Everyone"
        value={place.who}
        options={by}
        onChange={(who) => onChange({ who })}
      />
      <span className="flex-1 max-sm:hidden" />
      {isFiltered(place) && (
        <Button size="sm" look="ghost" className="max-sm:hidden" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </fieldset>
  )
})

type Span = { from: string | null; to: string | null }
const PRESETS = [
  { name: 'Past 7 days', days: 7 },
  { name: 'Past 30 days', days: 30 },
  { name: 'Past year', days: 365 },
]
const daysAgo = (days: number) => isoDay(new Date(Date.now() - days * DAY_MS))

function spanName({ from, to }: Span, format: Format): string | null {
  if (!from && !to) return null
  const preset = to ? null : PRESETS.find(({ days }) => from === daysAgo(days))
  if (preset) return preset.name
  const day = (text: string) => {
    const date = new Date(`${text}T12:00:00`)
    return Number.isNaN(date.getTime()) ? text : format.day(date)
  }
  if (!from) return `Until ${day(to ?? '')}`
  return to ? `${day(from)} to ${day(to)}` : `Since ${day(from)}`
}

function TimeFilter({ span, onChange }: { span: Span; onChange(span: Span): void }) {
  const name = spanName(span, useFormat())
  return (
    <span className="inline-flex min-w-0 items-center max-sm:shrink-0">
      <Popover.Root>
        <Popover.Trigger asChild>
          <FilterChip name="Time" value={name} />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            aria-label="Time"
            align="start"
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex w-64 animate-appear flex-col gap-3 rounded-lg border border-line bg-raised p-3 shadow-float outline-none"
          >
            <div className="flex flex-wrap gap-1.5">
              {PRESETS.map(({ name, days }) => (
                <Popover.Close key={days} asChild>
                  <Button size="sm" onClick={() => onChange({ from: daysAgo(days), to: null })}>
                    {name}
                  </Button>
                </Popover.Close>
              ))}
            </div>
            <Day label="From" value={span.from} onChange={(from) => onChange({ ...span, from })} />
            <Day label="To" value={span.to} onChange={(to) => onChange({ ...span, to })} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {name !== null && <TakeOff name="Time" onClick={() => onChange({ from: null, to: null })} />}
    </span>
  )
}

type DayProps = { label: string; value: string | null; onChange(day: string | null): void }
const Day = ({ label, value, onChange }: DayProps) => (
  <label className="flex items-center justify-between gap-3 text-ink-soft text-sm">
    {label}
    <input
      type="date"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      className="h-8 rounded-md border border-line-strong bg-paper px-2 text-ink text-sm"
    />
  </label>
)

type FilterMenuProps = {
  name: string
  any: string
  value: string | null
  options: MenuChoice<string>[]
  onChange(value: string | null): void
}

/** Nothing while there are no options. */
function FilterMenu({ name, any, value, options, onChange }: FilterMenuProps) {
  if (options.length === 0) return null
  const chosen = value && (options.find((option) => option.value === value)?.label ?? value)
  return (
    <span className="inline-flex min-w-0 items-center max-sm:shrink-0">
      <Menu label={name} trigger={<FilterChip name={name} value={chosen} />}>
        <div className="max-h-78 overflow-y-auto">
          <MenuChoices
            value={value ?? ''}
            onChange={(next) => onChange(next || null)}
            choices={[{ value: '', label: any }, ...options]}
          />
        </div>
      </Menu>
      {value !== null && <TakeOff name={name} onClick={() => onChange(null)} />}
    </span>
  )
}

type ChipProps = Omit<ComponentProps<'button'>, 'value'> & { name: string; value: string | null }

const FilterChip = ({ name, value, ...rest }: ChipProps) => (
  <button
    type="button"
    {...rest}
    aria-label={value === null ? name : `${name}: ${value}`}
    className={cn(
      'inline-flex h-8 pointer-coarse:h-11 min-w-0 max-w-56 shrink-0 items-center gap-1.5 rounded-full border px-3 font-medium text-xs transition-colors duration-150',
      value === null
        ? 'border-line bg-raised text-ink-soft hover:border-line-strong hover:text-ink'
        : 'rounded-r-none border-transparent bg-accent-soft pr-2 text-accent',
    )}
  >
    <span className="truncate">{value ?? name}</span>
    {value === null && <ChevronDown aria-hidden className="size-3.5 shrink-0" />}
  </button>
)

const TakeOff = ({ name, onClick }: { name: string; onClick(): void }) => (
  <button
    type="button"
    aria-label={`Remove filter: ${name}`}
    onClick={onClick}
    className="inline-flex h-8 pointer-coarse:h-11 shrink-0 items-center rounded-r-full bg-accent-soft pr-2.5 pl-1 text-accent hover:text-accent-strong"
  >
    <X aria-hidden className="size-3.5" />
  </button>
)
